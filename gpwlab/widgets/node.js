// A node of the page with a class and a text. It stands before the modules that build their tables and panes with it.

function make(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined && text !== null) node.textContent = text;
  return node;
}
