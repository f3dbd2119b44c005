// A table whose cells can be changed (after rowset.js). The kernel is asked while the reader types, and decides; only
// the cell with the focus, the order and what is being typed live here.

const PAUSE = 120; // milliseconds without a key before the kernel is asked about what was typed

function render({ model, el }) {
  el.classList.add("gpwlab", "gpwlab-grid", "gpwlab-edit");
  el.dataset.lmSuppressShortcuts = "true"; // else the notebook takes Enter and the arrow keys for itself
  let data = { caption: "", empty: "", columns: [], rows: [], signs: {} };
  let sorted = 0;
  let shown = []; // the rows drawn
  let here = { row: "", column: 0 }; // the cell with the roving focus
  let typed = null; // the cell that is being changed: row, column, text, bad, then, sent
  let asked = 0;
  let drawn = ""; // the names of the columns that are drawn
  let timer = 0;
  let focused = null; // what had the focus before the pointer went down
  const { filter, frame, tell } = filterBar(el);
  const name = (row) => JSON.stringify(row.key);

  function flip(order) {
    sorted = order;
    draw();
    frame.querySelectorAll(".gpwlab-head")[Math.abs(order) - 1].focus();
  }

  function cellOf(row, column) {
    return frame.querySelector(`tr[data-row="${CSS.escape(row)}"]`)?.children[column];
  }

  // -- drawing -----------------------------------------------------------------------------------------------

  function cell(row, place) {
    const column = data.columns[place];
    const value = row.cells[place];
    const node = make("td", column.key ? "key" : "", data.signs[value] && column.source ? data.signs[value] : value);
    node.setAttribute("role", "gridcell");
    node.tabIndex = -1;
    if (column.source) node.classList.add("source", value);
    if (row.changed.includes(place)) {
      node.classList.add("changed");
      node.title = `yours; shipped: ${row.shipped[place] || "empty"}`;
    }
    if (row.faults[place]) {
      node.classList.add("fault");
      node.title = row.faults[place];
    } else if (!node.title && value.length > 30) node.title = value;
    return node;
  }

  function line(row) {
    const node = make("tr", row.yours ? "yours" : "");
    node.dataset.row = name(row);
    node.append(...data.columns.map((_, place) => cell(row, place)));
    return node;
  }

  function draw() {
    const had = frame.contains(document.activeElement);
    const rows = chosen(data.rows, (row) => row.cells, filter.value, sorted);
    shown = rows.slice(0, MOST);
    const table = make("table");
    table.setAttribute("role", "grid");
    const head = make("tr");
    head.append(...data.columns.map((column, place) => headCell(column, place)));
    const top = make("thead");
    top.append(head);
    const body = make("tbody");
    body.append(...shown.map(line));
    if (!shown.length) {
      const nothing = make("td", "gpwlab-soft", data.empty);
      nothing.colSpan = Math.max(1, data.columns.length);
      const only = make("tr");
      only.append(nothing);
      body.append(only);
    }
    table.append(make("caption", "", data.caption), top, body);
    const [x, y] = [frame.scrollLeft, frame.scrollTop];
    keepColumns([...head.children]);
    frame.replaceChildren(table);
    frame.scrollTo(x, y);
    tell(rows.length, data.rows.length);
    if (!shown.some((row) => name(row) === here.row)) here = { row: shown.length ? name(shown[0]) : "", column: here.column };
    here.column = Math.min(here.column, Math.max(0, data.columns.length - 1));
    const at = cellOf(here.row, here.column);
    if (at) at.tabIndex = 0;
    if (typed && cellOf(typed.row, typed.column)) open(had);
    else if (had && at) at.focus({ preventScroll: true });
  }

  // A column stays as wide as it was: other rows under a filter, or a mark in a cell, push no other column about.
  function keepColumns(heads) {
    const names = data.columns.map((column) => column.name).join();
    const before = names === drawn ? frame.querySelectorAll("thead th") : [];
    before.forEach((node, place) => (heads[place].style.minWidth = `${node.getBoundingClientRect().width}px`));
    drawn = names;
  }

  function headCell(column, place) {
    const node = heading(column.name, place + 1, sorted, flip);
    node.title = `${column.key ? "names the row; " : ""}must be ${column.wants}`;
    return node;
  }

  // -- changing a cell ---------------------------------------------------------------------------------------

  function begin(text) {
    const row = shown.find((one) => name(one) === here.row);
    if (!row || (typed && !settle())) return;
    typed = { row: here.row, key: row.key, column: here.column, was: row.cells[here.column], bad: "", then: "", sent: false };
    typed.text = text ?? typed.was;
    open();
    if (text !== undefined) ask();
  }

  // Put the field into its cell; also after the table was drawn anew under it.
  function open(focus = true) {
    const column = data.columns[typed.column];
    const node = cellOf(typed.row, typed.column);
    const { width, height } = node.getBoundingClientRect(); // the field lies over the cell: no column moves for it
    const field = make(column.choices.length ? "select" : "input");
    if (column.choices.length) {
      const extra = column.choices.includes(typed.text) ? [] : [typed.text]; // a wrong value of a file made by hand
      for (const choice of [...extra, ...column.choices]) {
        const option = make("option", "", data.signs[choice] && column.source ? data.signs[choice] : choice || "(empty)");
        option.value = choice;
        field.append(option);
      }
    }
    field.value = typed.text;
    field.style.width = `${Math.max(96, width)}px`;
    for (const [side, size] of [["Width", width], ["Height", height]]) node.style[`min${side}`] = `${size}px`;
    field.setAttribute("aria-label", `${column.name}: must be ${column.wants}`);
    const says = make("div", "gpwlab-says");
    says.setAttribute("role", "status");
    node.replaceChildren(field, says);
    node.classList.add("open");
    let keyed = false; // a choice by key is not final before Enter, one by pointer is
    field.addEventListener("pointerdown", () => (keyed = false));
    field.addEventListener("keydown", (event) => {
      keyed = true;
      fieldKey(event);
    });
    field.addEventListener("input", () => {
      typed.text = field.value;
      if (column.choices.length && !keyed) commit();
      else {
        clearTimeout(timer);
        timer = setTimeout(ask, PAUSE);
      }
    });
    field.addEventListener("blur", () => setTimeout(() => typed && !frame.contains(document.activeElement) && settle()));
    if (focus) field.focus();
    if (focus && field.select && typed.text === typed.was) field.select();
    say();
  }

  function say() {
    const node = cellOf(typed.row, typed.column);
    const says = node?.querySelector(".gpwlab-says");
    if (!says) return;
    const wants = `must be ${data.columns[typed.column].wants}`;
    says.className = `gpwlab-says ${typed.bad ? "bad" : typed.then ? "then" : ""}`;
    says.textContent = typed.bad ? `✖ ${typed.bad}` : typed.then ? `⚠ allowed, but then: ${typed.then}` : wants;
    says.style.left = "";
    const over = says.getBoundingClientRect().right - frame.getBoundingClientRect().right + 18;
    if (over > 0) says.style.left = `${-over}px`; // else the frame cuts it off
    node.querySelector("input, select").setAttribute("aria-invalid", typed.bad ? "true" : "false");
  }

  function ask() {
    clearTimeout(timer);
    if (!typed) return;
    asked += 1;
    model.send({ kind: "try", ask: asked, key: typed.key, column: data.columns[typed.column].name, value: typed.text });
  }

  function commit() {
    clearTimeout(timer);
    if (!typed || typed.sent) return;
    if (typed.text === typed.was) return close();
    typed.sent = true;
    model.send({ kind: "set", key: typed.key, column: data.columns[typed.column].name, value: typed.text });
  }

  function close() {
    const stays = frame.contains(document.activeElement); // else the reader has gone elsewhere
    typed = null;
    clearTimeout(timer);
    draw();
    if (stays) cellOf(here.row, here.column)?.focus({ preventScroll: true });
  }

  // The reader goes elsewhere: keep what is typed if it may be; false while it may not.
  function settle() {
    if (typed.bad) {
      frame.querySelector("td.open input, td.open select")?.focus();
      return false;
    }
    commit();
    return typed === null;
  }

  function fieldKey(event) {
    event.stopPropagation();
    if (event.key === "Enter") commit();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  }

  // -- going about -------------------------------------------------------------------------------------------

  function go(row, column) {
    const old = cellOf(here.row, here.column);
    if (old) old.tabIndex = -1;
    here = { row, column };
    const node = cellOf(row, column);
    if (!node) return;
    node.tabIndex = 0;
    node.focus();
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
    model.send({ kind: "pick", key: JSON.parse(row) });
  }

  function step(rows, columns) {
    const now = shown.findIndex((row) => name(row) === here.row);
    const row = shown[Math.min(shown.length - 1, Math.max(0, now + rows))];
    if (row) go(name(row), Math.min(data.columns.length - 1, Math.max(0, here.column + columns)));
  }

  const MOVES = {
    ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-12, 0], PageDown: [12, 0],
    Home: [0, -99], End: [0, 99],
  };
  const COMMANDS = { " ": "confirm", "?": "keys", Insert: "add" };
  const WITH_CTRL = { z: "undo", y: "redo", Z: "redo", Delete: "remove" };

  function key(event) {
    if (!event.target.closest("td") || event.target.closest("td.open")) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const command = ctrl ? WITH_CTRL[event.key] : COMMANDS[event.key];
    if (command) model.send({ kind: "command", name: command, key: here.row ? JSON.parse(here.row) : null });
    else if (event.altKey && event.key === "ArrowDown") nextOpen();
    else if (MOVES[event.key] && !event.altKey) step(...MOVES[event.key]);
    else if (event.key === "Enter" || event.key === "F2") begin();
    else if (event.key.length === 1 && !ctrl && !event.altKey) {
      const free = data.columns[here.column] && !data.columns[here.column].choices.length;
      begin(free ? event.key : undefined);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // The next row that is still reconstructed, below or from the top.
  function nextOpen() {
    const now = shown.findIndex((row) => name(row) === here.row);
    const order = [...shown.slice(now + 1), ...shown.slice(0, now + 1)];
    const next = order.find((row) => row.open);
    if (next) go(name(next), here.column);
  }

  function point(event) {
    const node = event.target.closest("td[role=gridcell]");
    if (!node || node.classList.contains("open")) return;
    if (typed && !settle() && typed?.bad) return;
    const row = node.parentElement.dataset.row;
    const column = [...node.parentElement.children].indexOf(node);
    if (focused === node) begin(); // a second click
    else go(row, column);
  }

  function hear(message) {
    if (message.kind === "tried") {
      if (!typed || message.ask !== asked) return;
      typed.bad = message.bad;
      typed.then = message.then;
      say();
    } else if (message.kind === "done") {
      if (!typed) return;
      if (message.bad) {
        typed.bad = message.bad;
        typed.sent = false;
        say();
      } else {
        if (message.key) here.row = JSON.stringify(message.key);
        close();
      }
    } else if (message.kind === "rows") {
      if (message.columns.map((c) => c.name).join() !== data.columns.map((c) => c.name).join()) {
        sorted = 0;
        typed = null;
        filter.value = "";
        frame.scrollTo(0, 0);
      }
      data = message;
      draw();
    } else if (message.kind === "go") {
      filter.value = "";
      here = { row: JSON.stringify(message.key), column: message.column };
      draw();
      cellOf(here.row, here.column)?.focus();
      cellOf(here.row, here.column)?.scrollIntoView({ block: "center", inline: "nearest" });
    }
  }

  filter.addEventListener("input", draw);
  frame.addEventListener("keydown", key);
  frame.addEventListener("pointerdown", () => (focused = document.activeElement));
  frame.addEventListener("click", point);
  model.on("msg:custom", hear);
  model.send({ kind: "ready" });
  return () => model.off("msg:custom", hear);
}

export default { render };
