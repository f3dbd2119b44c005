// What every table of rows on a page shares: order and filter. It stands before the module that uses it.

const MOST = 400; // rows drawn at once; the filter finds the others

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

// A bar with a filter field and a count, and the frame of the table below it.
function filterBar(el) {
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
  const tell = (found, all) => {
    count.textContent = `${found} of ${all}${found > MOST ? `, the first ${MOST} shown` : ""}`;
  };
  return { filter, frame, tell };
}

// The rows that have every word of the filter, in the reader's order: a column counted from 1, negative for falling.
function chosen(rows, cells, words, sorted) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    const text = cells(row).join(" ").toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  const column = Math.abs(sorted) - 1;
  if (sorted) found.sort((a, b) => Math.sign(sorted) * compare(cells(a)[column], cells(b)[column]));
  return found;
}

// A heading that sorts; flip is called with the new order.
function heading(name, number, sorted, flip) {
  const cell = make("th");
  cell.scope = "col";
  const here = Math.abs(sorted) === number;
  if (here) cell.setAttribute("aria-sort", sorted < 0 ? "descending" : "ascending");
  const button = make("button", "gpwlab-head", name + (!here ? "" : sorted < 0 ? " ▼" : " ▲"));
  button.type = "button";
  button.addEventListener("click", () => flip(sorted === number ? -number : number));
  cell.append(button);
  return cell;
}
