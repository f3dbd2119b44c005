// The whole sheet in small: shows which part the map shows, and moves the map to where it is pressed or dragged.

const SVG = "http://www.w3.org/2000/svg";
const KEPT = ["pointerdown", "mousedown", "mousemove", "mouseup", "click", "dblclick", "contextmenu", "wheel"];

function render({ model, el }) {
  const box = document.createElement("div");
  box.className = "gpwlab-minimap";
  const fold = document.createElement("button");
  fold.type = "button";
  const board = document.createElement("div");
  board.className = "gpwlab-minimap-board";
  board.setAttribute("role", "img");
  const frame = document.createElementNS(SVG, "svg");
  const seen = document.createElementNS(SVG, "rect");
  seen.setAttribute("class", "gpwlab-minimap-seen");
  const ground = document.createElement("img");
  const units = document.createElement("img");
  ground.alt = units.alt = "";
  frame.append(seen);
  board.append(ground, units, frame);
  box.append(board, fold);
  el.append(box);

  const sheet = () => model.get("sheet");
  function draw() {
    const [x, y, width, height] = sheet();
    frame.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    board.style.aspectRatio = `${width} / ${height}`;
    ground.src = model.get("ground");
    units.src = model.get("units");
    board.setAttribute("aria-label", model.get("told"));
  }
  function look() {
    const [left, top, width, height] = model.get("seen");
    const [, , wide, high] = sheet();
    box.hidden = width * height > 0.6 * wide * high; // the map itself shows nearly all
    seen.style.display = width ? "" : "none";
    for (const [name, value] of Object.entries({ x: left, y: top, width: width || 0, height: height || 0 }))
      seen.setAttribute(name, value);
  }
  function turn() {
    const open = model.get("unfolded");
    board.hidden = !open;
    fold.textContent = open ? "\u2013" : "Mini-map";
    fold.title = fold.ariaLabel = open ? "fold the mini-map away" : "show the mini-map";
    fold.setAttribute("aria-expanded", String(open));
  }
  function go(event) {
    const place = board.getBoundingClientRect();
    const [x, y, width, height] = sheet();
    model.set("aim", [
      x + ((event.clientX - place.left) / place.width) * width,
      y + ((event.clientY - place.top) / place.height) * height,
    ]);
    model.save_changes();
  }
  fold.addEventListener("click", () => {
    model.set("unfolded", !model.get("unfolded"));
    model.save_changes();
  });
  board.addEventListener("pointerdown", event => {
    if (event.button !== 0) return;
    board.setPointerCapture(event.pointerId);
    go(event);
  });
  board.addEventListener("pointermove", event => {
    if (board.hasPointerCapture(event.pointerId)) go(event);
  });
  // what happens here is not the business of the map beneath
  for (const kind of KEPT) box.addEventListener(kind, event => event.stopPropagation());

  const watched = { "change:ground": draw, "change:units": draw, "change:sheet": draw, "change:told": draw,
    "change:seen": look, "change:unfolded": turn };
  for (const [name, call] of Object.entries(watched)) model.on(name, call);
  draw();
  look();
  turn();
  return () => {
    for (const [name, call] of Object.entries(watched)) model.off(name, call);
  };
}

export default { render };
