// Takes the keys of the lab while it has the focus, shows the live line, and opens the sheet of all keys.

const FIELDS = "textarea, select, [contenteditable=''], [contenteditable='true'], .cm-content, [role='slider'], " +
  "input:not([type='checkbox'], [type='radio'], [type='button'])";
const PRESSABLE = "button, a, summary, label, input, [role='tab'], [role='button'], [data-roving]";
const MOVES = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];

function nameOf(event) {
  if (event.key === " ") return "Space";
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

// The table of keys by group, in a dialog that Escape or its button closes.
function sheetOf(model) {
  const dialog = make("dialog", "gpwlab gpwlab-keysheet");
  dialog.setAttribute("aria-label", "keys of the lab");
  const columns = make("div", "gpwlab-keycolumns");
  const groups = new Map();
  for (const [group, caps, what] of model.get("sheet")) {
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push([caps, what]);
  }
  for (const [group, rows] of groups) {
    const section = make("section");
    const table = make("table");
    for (const [caps, what] of rows) {
      const row = make("tr");
      const cell = make("td", "gpwlab-caps");
      for (const cap of caps.split(" ")) cell.append(make("kbd", "", cap));
      row.append(cell, make("td", "", what));
      table.append(row);
    }
    section.append(make("h3", "", group), table);
    columns.append(section);
  }
  const close = make("button", "gpwlab-go", "Close (Esc)");
  close.addEventListener("click", () => dialog.close());
  const advice = "They work while the lab has the focus: click on the map, or Tab to the line below it. " +
    "In a text field every key types.";
  dialog.append(make("h2", "", "Keys"), make("p", "gpwlab-soft", advice), columns, close);
  return dialog;
}

function render({ model, el }) {
  el.classList.add("gpwlab", "gpwlab-keys");
  const line = make("div", "gpwlab-hover");
  line.tabIndex = 0;
  line.setAttribute("role", "application");
  line.setAttribute("aria-label", "map by keys; ? lists them");
  const where = make("span", "gpwlab-where");
  where.setAttribute("aria-live", "polite");
  const event = make("span", "gpwlab-event");
  event.setAttribute("aria-live", "polite");
  line.append(where);
  const help = make("button", "gpwlab-go", "Keys ?");
  help.title = "all keys of the lab";
  const dialog = sheetOf(model);
  el.append(line, event, help, dialog);

  const home = () => el.closest(".gpwlab-lab") ?? el.parentElement;
  let last = false; // whether the pointer was last pressed in this lab

  function mine(target) {
    // a button that is switched off loses the focus to the body; the lab keeps the keys then
    return home().contains(target) || (last && target === document.body);
  }

  function pressed(press) {
    if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing || dialog.open) return;
    const target = press.target;
    if (!(target instanceof Element) || !mine(target) || target.closest(FIELDS)) return;
    const key = nameOf(press);
    if (!model.get("claims").includes(key)) return;
    if ((key === "Enter" || key === "Space") && target.closest(PRESSABLE)) return;
    if (MOVES.includes(key) && target.closest("[role='tab'], input[type='radio'], .gpwlab-line, [data-roving]")) return;
    press.preventDefault();
    press.stopImmediatePropagation(); // the notebook has shortcuts on the same letters
    if (press.repeat && !MOVES.includes(key)) return;
    if (key === "?") dialog.showModal();
    else model.send({ key });
  }

  function pointed(press) {
    last = home().contains(press.target);
    const map = press.target.closest?.(".leaflet-container");
    // later, for the notebook takes the focus while the button goes down
    if (last && map) setTimeout(() => line.focus({ preventScroll: true }), 0);
  }

  const show = () => {
    where.textContent = model.get("line");
    event.textContent = model.get("event");
  };
  const theme = () => {
    model.set("dark", document.body.dataset.jpThemeLight === "false");
    model.save_changes();
  };
  const watch = new MutationObserver(theme);
  watch.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
  help.addEventListener("click", () => dialog.showModal());
  window.addEventListener("keydown", pressed, true);
  document.addEventListener("pointerup", pointed, true);
  model.on("change:line", show);
  model.on("change:event", show);
  show();
  theme();
  return () => {
    watch.disconnect();
    window.removeEventListener("keydown", pressed, true);
    document.removeEventListener("pointerup", pointed, true);
    model.off("change:line", show);
    model.off("change:event", show);
  };
}

export default { render };
