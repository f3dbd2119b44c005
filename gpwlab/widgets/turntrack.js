// The turn record: a row a year, a column for each part of it. Arrows move from turn to turn, Enter or a click shows
// what a turn brings.

function render({ model, el }) {
  el.classList.add("gpwlab", "gpwlab-track");
  el.dataset.lmSuppressShortcuts = "true"; // else the notebook takes Enter and the arrow keys for itself
  const grid = make("div", "gpwlab-trackgrid");
  grid.setAttribute("role", "grid");
  grid.setAttribute("aria-label", "turn record");
  el.append(grid);

  const buttons = () => [...grid.querySelectorAll("button")];

  function cell(turn) {
    const button = make("button", `gpwlab-turnbox ${turn.marks}`);
    button.type = "button";
    button.dataset.roving = "";
    button.dataset.turn = turn.turn;
    button.tabIndex = -1;
    button.title = turn.tip;
    button.setAttribute("aria-label", turn.tip);
    button.setAttribute("role", "gridcell");
    button.style.gridRow = turn.row;
    button.style.gridColumn = turn.column;
    if (turn.turn === model.get("chosen")) button.classList.add("chosen");
    if (turn.now) button.setAttribute("aria-current", "step");
    const head = make("span", "gpwlab-turnhead");
    head.append(make("b", "", turn.turn), make("span", "gpwlab-turnmark", turn.weather));
    const comes = make("span", "gpwlab-turncomes");
    comes.append(make("span", "axis", turn.axis), make("span", "soviet", turn.soviet));
    button.append(head, comes);
    button.addEventListener("click", () => choose(turn.turn));
    return button;
  }

  function choose(turn) {
    model.set("chosen", turn);
    model.save_changes();
  }

  function draw() {
    const had = grid.contains(document.activeElement);
    const heads = model.get("months").map((month, n) => {
      const head = make("span", "gpwlab-trackhead", month.replace("/", "\n"));
      head.style.gridRow = 1;
      head.style.gridColumn = n + 2;
      return head;
    });
    const years = model.get("years").map((year, n) => {
      const head = make("b", "gpwlab-trackyear", year);
      head.style.gridRow = n + 2;
      head.style.gridColumn = 1;
      return head;
    });
    grid.replaceChildren(...heads, ...years, ...model.get("turns").map(cell));
    const here = grid.querySelector("button.chosen") ?? buttons()[0];
    if (!here) return;
    here.tabIndex = 0;
    if (had) here.focus({ preventScroll: true });
  }

  function key(event) {
    const all = buttons();
    const now = all.indexOf(document.activeElement);
    if (now < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const column = all[now].style.gridColumnStart;
    const above = all.findLast((b, n) => n < now && b.style.gridColumnStart === column);
    const below = all.find((b, n) => n > now && b.style.gridColumnStart === column);
    const steps = {
      ArrowLeft: all[now - 1], ArrowRight: all[now + 1], ArrowUp: above, ArrowDown: below, Home: all[0],
      End: all.at(-1),
    };
    if (event.key in steps) {
      const next = steps[event.key];
      if (next) {
        all[now].tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  grid.addEventListener("keydown", key);
  model.on("change:turns change:chosen", draw);
  draw();
  return () => model.off("change:turns change:chosen", draw);
}

export default { render };
