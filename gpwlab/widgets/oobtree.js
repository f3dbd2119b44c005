// The order of battle as a tree of rows with sums. Rows come as messages; what is open is the reader's and lives on the
// page. Arrows move and open, Enter picks or folds, m shows a group on the map.

const REST = 120; // milliseconds that the pointer must rest on a row before the map is told

function render({ model, el }) {
  el.classList.add("gpwlab", "gpwlab-oob");
  el.dataset.lmSuppressShortcuts = "true"; // else the notebook takes Enter and the arrow keys for itself
  const frame = make("div", "gpwlab-gridframe gpwlab-oobframe");
  const table = make("table", "gpwlab-oobtable");
  table.setAttribute("role", "treegrid");
  const head = make("thead");
  const body = make("tbody");
  table.append(head, body);
  frame.append(table);
  el.append(frame);

  let data = { caption: "", columns: [], rows: [], symbols: {}, spread: false };
  let above = []; // for each row the rows that it lies in, outermost first
  const open = new Map(); // key of a group to whether the reader has opened it
  let here = 0; // the row with the roving focus

  const opened = (row) => open.get(row.key) ?? (data.spread || row.level < 1);
  const visible = (n) => above[n].every((up) => opened(data.rows[up]));

  function toggle(n, to) {
    const row = data.rows[n];
    if (row.unit || opened(row) === to) return;
    open.set(row.key, to ?? !opened(row));
    draw();
  }

  function act(n) {
    const row = data.rows[n];
    if (row.unit) model.send({ kind: "pick", unit: row.unit });
    else toggle(n);
  }

  function nameCell(row, n) {
    const cell = make("td", "gpwlab-oobname");
    cell.setAttribute("role", "gridcell");
    cell.style.paddingLeft = `${4 + 10 * row.level}px`;
    if (row.unit) {
      const symbol = make("span", "gpwlab-symbol");
      symbol.innerHTML = data.symbols[row.symbol]; // made by the kernel from the counters' own drawing
      cell.append(symbol, make("span", "", row.text));
    } else {
      cell.append(make("span", "gpwlab-fold", opened(row) ? "▾" : "▸"), make("b", row.tone, row.text));
      if (row.hexes.length) {
        const look = make("button", "gpwlab-look", "map");
        look.type = "button";
        look.tabIndex = -1;
        look.title = `show ${row.text} on the map (m)`;
        look.setAttribute("aria-label", look.title);
        look.addEventListener("click", (event) => {
          event.stopPropagation();
          model.send({ kind: "look", key: row.key });
        });
        cell.prepend(look);
      }
      cell.append(make("span", "gpwlab-count", row.count));
    }
    return cell;
  }

  function line(row, n) {
    const tr = make("tr", row.unit ? "unit" : `group level${row.level}`);
    tr.dataset.n = n;
    tr.dataset.roving = "";
    tr.title = row.tip;
    tr.tabIndex = n === here ? 0 : -1;
    tr.setAttribute("role", "row");
    tr.setAttribute("aria-level", row.level + 1);
    if (!row.unit) tr.setAttribute("aria-expanded", opened(row));
    const name = nameCell(row, n);
    tr.append(name);
    // a group stands nowhere: its name has the room of two columns, of whichever two are shown
    if (!row.unit) name.colSpan = 2;
    row.cells.forEach((value, place) => {
      if (!row.unit && place === 1) return;
      const cell = make("td", data.columns[place + 1][1], value);
      cell.setAttribute("role", "gridcell");
      tr.append(cell);
    });
    return tr;
  }

  function draw() {
    const focused = body.contains(document.activeElement);
    while (here > 0 && !visible(here)) here = above[here].at(-1);
    body.replaceChildren(...data.rows.flatMap((row, n) => (visible(n) ? [line(row, n)] : [])));
    if (!data.rows.length) {
      const cell = make("td", "gpwlab-soft", "no counter is like that");
      cell.colSpan = data.columns.length;
      const tr = make("tr");
      tr.append(cell);
      body.append(tr);
    }
    mark();
    if (focused) focus(here);
  }

  function fill(message) {
    data = message;
    above = [];
    const way = [];
    data.rows.forEach((row, n) => {
      way.length = row.level;
      above.push([...way]);
      way[row.level] = n;
    });
    here = Math.min(here, Math.max(0, data.rows.length - 1));
    const names = make("tr");
    for (const [name, className, tip] of data.columns) {
      const cell = make("th", className, name);
      cell.scope = "col";
      cell.title = tip;
      names.append(cell);
    }
    head.replaceChildren(names);
    table.setAttribute("aria-label", data.caption);
    draw();
  }

  function mark() {
    const [picked, pointed] = [model.get("picked"), model.get("pointed")];
    for (const tr of body.querySelectorAll("tr[data-n]")) {
      const row = data.rows[tr.dataset.n];
      tr.classList.toggle("picked", Boolean(row.unit) && row.unit === picked);
      tr.classList.toggle("pointed", Boolean(row.unit) && row.hex !== "" && row.hex === pointed);
      if (row.unit) tr.setAttribute("aria-selected", row.unit === picked);
    }
  }

  // A unit that was picked on the map: open the groups that it lies in and bring it into the frame.
  function reveal() {
    const n = data.rows.findIndex((row) => row.unit && row.unit === model.get("picked"));
    if (n < 0) return mark();
    for (const up of above[n]) open.set(data.rows[up].key, true);
    here = n;
    draw();
    const tr = body.querySelector("tr.picked");
    if (!tr) return;
    const [top, foot] = [frame.scrollTop + head.offsetHeight, frame.scrollTop + frame.clientHeight];
    // one that is in sight stays where it is, so that no other row slips under the pointer
    if (tr.offsetTop < top || tr.offsetTop + tr.offsetHeight > foot) frame.scrollTop = tr.offsetTop - frame.clientHeight / 2;
  }

  function focus(n) {
    const next = body.querySelector(`tr[data-n="${n}"]`);
    if (!next) return;
    body.querySelector('tr[tabindex="0"]')?.setAttribute("tabindex", "-1");
    next.tabIndex = 0;
    here = n;
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }

  function key(event) {
    const tr = event.target.closest("tr[data-n]");
    if (!tr || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = [...body.querySelectorAll("tr[data-n]")];
    const [place, n] = [all.indexOf(tr), Number(tr.dataset.n)];
    const row = data.rows[n];
    const steps = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: all.length - 1 };
    if (event.key in steps) {
      const next = all[steps[event.key]];
      if (next) focus(Number(next.dataset.n));
    } else if (event.key === "ArrowRight") {
      if (row.unit) return;
      if (opened(row)) focus(n + 1);
      else toggle(n, true);
    } else if (event.key === "ArrowLeft") {
      if (!row.unit && opened(row)) toggle(n, false);
      else if (above[n].length) focus(above[n].at(-1));
    } else if (event.key === "Enter" || event.key === " ") act(n);
    else if (event.key === "m") model.send({ kind: "look", key: row.key });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // A little later, when the pointer rests: a sweep over many rows says nothing, and the map has noticed that it left.
  let rest = 0;
  function point(event) {
    const tr = event.target.closest("tr[data-n]");
    const hex = (tr && data.rows[tr.dataset.n].hex) || "";
    clearTimeout(rest);
    if (hex) rest = setTimeout(() => model.send({ kind: "point", hex }), REST);
  }

  function hear(message) {
    if (message.kind === "rows") fill(message);
    else for (const row of data.rows) if (!row.unit) open.set(row.key, message.kind === "open");
    if (message.kind !== "rows") draw();
  }

  body.addEventListener("click", (event) => {
    const tr = event.target.closest("tr[data-n]");
    if (!tr) return;
    focus(Number(tr.dataset.n));
    act(Number(tr.dataset.n));
  });
  body.addEventListener("keydown", key);
  body.addEventListener("pointerover", point);
  model.on("msg:custom", hear);
  model.on("change:picked", reveal);
  model.on("change:pointed", mark);
  model.send({ kind: "ready" });
  return () => {
    model.off("msg:custom", hear);
    model.off("change:picked", reveal);
    model.off("change:pointed", mark);
  };
}

export default { render };
