// Brings the part of this lab that a step is about into sight. The page needs a moment: a tab may have to turn first.

function render({ model, el }) {
  let timer = null;
  function show() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const part = el.closest(".gpwlab-lab")?.querySelector(`.${model.get("mark")}`);
      if (part) part.scrollIntoView({ block: "nearest", behavior: "smooth" });
    }, 250);
  }
  model.on("change:step", show);
  return () => {
    clearTimeout(timer);
    model.off("change:step", show);
  };
}

export default { render };
