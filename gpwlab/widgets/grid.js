// A sortable table with a filter. Rows come as messages; order and filter are the reader's and live on the page.

const MOST = 400; // rows drawn at once; the filter finds the others

function make(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

function render({ model, el }) {
  el.classList.add("gpwlab", "gpwlab-grid");
  let data = { caption: "", columns: [], rows: [] };
  let sorted = 0; // the column, counted from 1, negative for falling order; 0 as sent
  const filter = make("input");
  filter.type = "text";
  filter.placeholder = "filter: words that a row must have";
  filter.setAttribute("aria-label", "filter the table");
  const count = make("div", "gpwlab-soft");
  count.setAttribute("aria-live", "polite");
  const frame = make("div", "gpwlab-gridframe");
  const bar = make("div", "gpwlab-field");
  bar.append(filter, count);
  el.append(bar, frame);

  function chosen() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = data.rows.filter((row) => {
      const text = row.join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const column = Math.abs(sorted) - 1;
    if (sorted) rows.sort((a, b) => Math.sign(sorted) * compare(a[column], b[column]));
    return rows;
  }

  function heading(name, number) {
    const cell = make("th");
    cell.scope = "col";
    const falls = sorted === -number;
    if (Math.abs(sorted) === number) cell.setAttribute("aria-sort", falls ? "descending" : "ascending");
    const button = make("button", "gpwlab-head", name + (Math.abs(sorted) !== number ? "" : falls ? " ▼" : " ▲"));
    button.addEventListener("click", () => {
      sorted = sorted === number ? -number : number;
      draw();
      frame.querySelectorAll(".gpwlab-head")[number - 1].focus();
    });
    cell.append(button);
    return cell;
  }

  function line(row) {
    const node = make("tr");
    row.forEach((value, place) => {
      const cell = make("td", typeof value === "number" ? "gpwlab-number" : "");
      if (place === 0) {
        const button = make("button", "gpwlab-head", String(value));
        button.title = "show on the map";
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
    const rows = chosen();
    const table = make("table");
    const head = make("tr");
    head.append(...data.columns.map((name, place) => heading(name, place + 1)));
    const top = make("thead");
    top.append(head);
    const body = make("tbody");
    body.append(...rows.slice(0, MOST).map(line));
    table.append(make("caption", "", data.caption), top, body);
    frame.replaceChildren(table);
    const more = rows.length > MOST ? `, the first ${MOST} shown` : "";
    count.textContent = `${rows.length} of ${data.rows.length}${more}`;
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
