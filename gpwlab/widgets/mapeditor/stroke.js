// Lets a drag paint instead of moving the map. Leaflet does not move its map while Shift is held, so a press with the
// brush reaches it as one with Shift, and a press with Shift as one without. What lies under the pointer comes to the
// kernel from the map itself; from here it only hears that a stroke begins or ends.

function render({ model, el }) {
  const home = () => el.closest(".gpwlab-lab") ?? el.parentElement;
  let down = false;

  function pressed(press) {
    const map = press.target.closest?.(".leaflet-container");
    if (!press.isTrusted || press.button !== 0 || !map || !home().contains(map) || !model.get("painting")) return;
    if (press.target.closest(".leaflet-control")) return;
    press.stopImmediatePropagation();
    press.preventDefault(); // else the browser drags the picture
    down = !press.shiftKey;
    if (down) model.send({ kind: "begin" });
    const { clientX, clientY, screenX, screenY, shiftKey } = press;
    const given = { clientX, clientY, screenX, screenY, button: 0, buttons: 1, cancelable: true, view: window };
    // to the map alone: for the notebook a press with Shift begins to select cells
    map.dispatchEvent(new MouseEvent("mousedown", { ...given, shiftKey: !shiftKey }));
  }

  function released() {
    if (down) setTimeout(() => model.send({ kind: "end" }), 0); // after the map has told of the last move
    down = false;
  }

  window.addEventListener("mousedown", pressed, true);
  window.addEventListener("mouseup", released, true);
  return () => {
    window.removeEventListener("mousedown", pressed, true);
    window.removeEventListener("mouseup", released, true);
  };
}

export default { render };
