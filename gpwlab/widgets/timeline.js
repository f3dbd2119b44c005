// The timeline in the page: what is pointed at or focused is told in full above it; a click or Enter goes to the turn.
// Arrows move: left and right from turn to turn, up and down through the counters of a turn.

function render({ model, el }) {
  el.classList.add("gpwlab", "gpwlab-timelinebox");
  el.dataset.lmSuppressShortcuts = "true"; // else the notebook takes Enter and the arrow keys for itself
  const told = make("div", "gpwlab-told");
  told.setAttribute("aria-live", "polite");
  const frame = make("div", "gpwlab-timelineframe");
  el.append(told, frame);
  let data = { svg: "", events: {}, turns: {}, now: 0 };
  let shown = 0; // the turn that was scrolled to last
  let pointer = ""; // where the pointer was last

  const spots = () => [...frame.querySelectorAll("[data-turn]")];
  const at = (turn, row) => frame.querySelector(`[data-turn="${turn}"][data-row="${row}"]`);

  function tell(spot) {
    const event = data.events[spot.dataset.event];
    if (!event) {
      const [title, text] = data.turns[spot.dataset.turn];
      told.replaceChildren(make("b", "", title), ` ${text}`);
      return;
    }
    const rule = make("button", "gpwlab-rule", event.rule);
    rule.type = "button";
    rule.dataset.rule = event.rule;
    rule.title = event.says;
    told.replaceChildren(make("b", "", event.title), ` ${event.text} `, rule, " ", make("span", "gpwlab-soft", event.more));
  }

  function rest() {
    told.replaceChildren(make("span", "gpwlab-soft", data.rest));
  }

  function focus(spot) {
    if (!spot) return;
    frame.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    spot.setAttribute("tabindex", "0");
    spot.focus({ preventScroll: true });
    spot.scrollIntoView({ block: "nearest", inline: "nearest" });
    tell(spot);
  }

  function beside(turn, row) {
    for (let r = row; ; r -= Math.sign(r)) {
      const spot = at(turn, r);
      if (spot || r === 0) return spot;
    }
  }

  function go(spot) {
    const event = data.events[spot.dataset.event];
    model.send({ kind: "go", turn: Number(spot.dataset.turn), unit: event ? event.unit : "" });
  }

  function key(event) {
    const spot = event.target.closest("[data-turn]");
    if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
    const [turn, row] = [Number(spot.dataset.turn), Number(spot.dataset.row)];
    const turns = spots().map((s) => Number(s.dataset.turn));
    const steps = {
      ArrowLeft: () => beside(turn - 1, row), ArrowRight: () => beside(turn + 1, row),
      ArrowUp: () => at(turn, row - 1), ArrowDown: () => at(turn, row + 1),
      Home: () => at(Math.min(...turns), 0), End: () => at(Math.max(...turns), 0),
    };
    if (event.key in steps) focus(steps[event.key]());
    else if (event.key === "Enter" || event.key === " ") go(spot);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function draw(message) {
    const had = document.activeElement?.closest?.("[data-turn]");
    const kept = frame.contains(had) ? [had.dataset.turn, had.dataset.row] : null;
    data = message;
    frame.innerHTML = data.svg; // made by the kernel
    const start = at(data.now || spots()[0]?.dataset.turn, 0);
    start?.setAttribute("tabindex", "0");
    rest();
    if (kept) focus(at(...kept));
    if (start && data.now !== shown) {
      shown = data.now;
      const box = start.getBBox();
      const scale = frame.firstChild.getBoundingClientRect().width / frame.firstChild.viewBox.baseVal.width;
      frame.scrollLeft = box.x * scale - frame.clientWidth / 3;
    }
  }

  // A picture that keys scroll under a resting pointer is not pointed at.
  const moved = (event) => {
    const place = `${event.clientX} ${event.clientY}`;
    const real = place !== pointer;
    pointer = place;
    return real;
  };
  frame.addEventListener("pointerover", (event) => {
    const spot = event.target.closest("[data-turn]");
    if (moved(event) && spot) tell(spot);
  });
  frame.addEventListener("pointermove", moved);
  frame.addEventListener("click", (event) => {
    const spot = event.target.closest("[data-turn]");
    if (!spot) return;
    focus(spot);
    go(spot);
  });
  frame.addEventListener("keydown", key);
  model.on("msg:custom", draw);
  model.send({ kind: "ready" });
  return () => model.off("msg:custom", draw);
}

export default { render };
