// A sortable table with a filter (after rowset.js). Rows come as messages; order and filter are the reader's and live on
// the page.

function render({ model, el }) {
  el.classList.add("gpwlab", "gpwlab-grid");
  let data = { caption: "", columns: [], rows: [] };
  let sorted = 0;
  const { filter, frame, tell } = filterBar(el);

  function flip(order) {
    sorted = order;
    draw();
    frame.querySelectorAll(".gpwlab-head")[Math.abs(order) - 1].focus();
  }

  function line(row) {
    const node = make("tr");
    row.forEach((value, place) => {
      const cell = make("td", typeof value === "number" ? "gpwlab-number" : "");
      if (place === 0) {
        const button = make("button", "gpwlab-head", String(value));
        button.title = data.tip;
        button.addEventListener("click", () => model.send({ kind: "row", name: String(value) }));
        cell.append(button);
      } else {
        cell.textContent = value;
      }
      node.append(cell);
    });
    return node;
  }

  function draw() {
    const rows = chosen(data.rows, (row) => row, filter.value, sorted);
    const table = make("table");
    const head = make("tr");
    head.append(...data.columns.map((name, place) => heading(name, place + 1, sorted, flip)));
    const top = make("thead");
    top.append(head);
    const body = make("tbody");
    body.append(...rows.slice(0, MOST).map(line));
    table.append(make("caption", "", data.caption), top, body);
    frame.replaceChildren(table);
    tell(rows.length, data.rows.length);
  }

  function hear(message) {
    if (message.columns.join() !== data.columns.join()) sorted = 0;
    data = message;
    draw();
  }

  filter.addEventListener("input", draw);
  model.on("msg:custom", hear);
  model.send({ kind: "ready" });
  return () => model.off("msg:custom", hear);
}

export default { render };
