// The log as a table: a line is a button that goes to its place. Arrow keys move between lines, Enter goes.

function render({ model, el }) {
  el.classList.add("gpwlab", "gpwlab-logbox");
  el.dataset.lmSuppressShortcuts = "true"; // else the notebook takes Enter and the arrow keys for itself
  const table = make("table", "gpwlab-log");
  const head = make("thead");
  const body = make("tbody");
  const names = make("tr");
  for (const name of ["#", "what, by which rule", "die"]) names.append(make("th", "", name));
  head.append(names);
  table.append(head, body);
  el.append(table);

  function row(line) {
    const tr = make("tr", line.marks);
    const button = make("button", "gpwlab-line", line.text);
    button.type = "button";
    button.tabIndex = -1;
    button.title = line.tip;
    button.addEventListener("click", () => model.send({ kind: "go", n: line.n }));
    const what = make("td");
    what.append(button);
    if (line.note) what.append(" ", make("span", "gpwlab-mark", `★ ${line.note}`));
    if (line.rule) {
      const tag = make("button", "gpwlab-rule", line.rule);
      tag.type = "button";
      tag.dataset.rule = line.rule;
      tag.title = line.says;
      tag.tabIndex = -1;
      what.append(" ", tag);
    }
    tr.append(make("td", "", line.n), what, make("td", "die", line.die));
    if (line.n === model.get("current")) {
      tr.classList.add("here");
      button.setAttribute("aria-current", "step");
    }
    return tr;
  }

  function draw() {
    const had = el.contains(document.activeElement);
    const lines = model.get("lines").map(row);
    if (lines.length) body.replaceChildren(...lines);
    else {
      const cell = make("td", "gpwlab-soft", model.get("empty"));
      cell.colSpan = 3;
      const tr = make("tr");
      tr.append(cell);
      body.replaceChildren(tr);
    }
    const here = body.querySelector(".here .gpwlab-line") ?? body.querySelector(".gpwlab-line");
    if (!here) return;
    here.tabIndex = 0;
    if (had) here.focus({ preventScroll: true });
    const place = here.closest("tr");
    if (place.classList.contains("here")) table.scrollTop = place.offsetTop - table.clientHeight / 3;
  }

  function key(event) {
    const all = [...body.querySelectorAll(".gpwlab-line")];
    const now = all.indexOf(document.activeElement);
    const steps = { ArrowUp: now - 1, ArrowDown: now + 1, Home: 0, End: all.length - 1 };
    const next = all[steps[event.key]];
    if (now < 0 || !(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    all[now].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  table.addEventListener("keydown", key);
  model.on("change:lines change:current", draw);
  draw();
  return () => model.off("change:lines change:current", draw);
}

export default { render };
