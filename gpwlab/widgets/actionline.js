// A line to write an action in. What was typed goes to the kernel with the order itself: a value and a press on another
// button go by themselves, and on a busy kernel the press may come first. What was not typed the kernel knows better.

function render({ model, el }) {
  el.classList.add("gpwlab", "gpwlab-field");
  el.dataset.lmSuppressShortcuts = "true"; // else the notebook takes Enter for itself
  const line = make("input");
  line.type = "text";
  line.placeholder = model.get("placeholder");
  line.setAttribute("aria-label", line.placeholder);
  const button = make("button", "jupyter-button widget-button mod-primary gpwlab-go", "Do it");
  button.type = "button";
  let typed = false;
  const show = () => {
    line.value = model.get("value");
    typed = false;
  };
  const give = () => model.send(typed ? { kind: "give", text: line.value } : { kind: "give" });
  line.addEventListener("input", () => {
    typed = true;
  });
  line.addEventListener("keydown", (event) => {
    if (event.key === "Enter") give();
  });
  line.addEventListener("change", () => {
    model.set("value", line.value);
    model.save_changes();
  });
  button.addEventListener("click", give);
  model.on("change:value", show);
  el.append(line, button);
  show();
  return () => model.off("change:value", show);
}

export default { render };
