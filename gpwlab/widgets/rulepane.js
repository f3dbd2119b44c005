// The page's half of the rule pane. What it shows came as messages and lives in the document only: no model state.

function chip(rule, text, model) {
  const button = make("button", "gpwlab-rule", text ?? rule);
  button.type = "button";
  button.title = `open ${rule}`;
  button.addEventListener("click", () => model.send({ kind: "open", rule }));
  return button;
}

// A row of a field and a button; Enter in the field presses the button. (A form's own Enter is lost in JupyterLab.)
function field(label, hint, button, act) {
  const form = make("div", "gpwlab-field");
  const input = make("input");
  input.type = "text";
  input.placeholder = hint;
  input.setAttribute("aria-label", label);
  input.spellcheck = false;
  const go = make("button", "gpwlab-go", button);
  form.append(input, go);
  go.addEventListener("click", () => act(input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.isComposing) act(input.value);
  });
  return { form, input };
}

function render({ model, el }) {
  el.classList.add("gpwlab", "gpwlab-rules");
  const search = field("search the rules", "search the rules: words or a number", "Search", (words) =>
    model.send({ kind: "search", words }));
  search.input.classList.add("gpwlab-search");
  const path = field("path of your rulebook text", "path of your own rulebook text (.txt)", "Read", (value) =>
    model.send({ kind: "read", path: value }));
  const note = make("div", "gpwlab-soft");
  note.setAttribute("role", "status");
  const back = make("button", "gpwlab-go", "Back");
  const found = make("div", "gpwlab-found");
  const passage = make("article", "gpwlab-passage");
  passage.setAttribute("aria-live", "polite");
  back.type = "button";
  back.hidden = true;
  el.append(search.form, found, passage, back, make("hr"), path.form, note);
  passage.append(make("div", "gpwlab-soft", "Click a rule's tag anywhere in the lab, or search."));

  const trail = [];
  back.addEventListener("click", () => {
    trail.pop();
    model.send({ kind: "open", rule: trail.pop() });
  });

  function showPassage(message) {
    if (trail.at(-1) !== message.rule) trail.push(message.rule);
    back.hidden = trail.length < 2;
    const head = make("div", "gpwlab-title");
    head.append(make("span", "", message.title || message.rule), make("span", "gpwlab-soft", message.rule));
    passage.replaceChildren(head);
    if (message.summary) passage.append(make("p", "gpwlab-ours", message.summary));
    if (message.missing) passage.append(make("p", "gpwlab-soft", message.missing));
    if (message.source && message.source !== message.rule) {
      passage.append(make("p", "gpwlab-soft", `Your text has it within ${message.source}:`));
    }
    for (const line of message.lines) {
      const paragraph = make("p", "gpwlab-text");
      for (const [text, rule] of line) paragraph.append(rule ? chip(rule, text, model) : text);
      passage.append(paragraph);
    }
    passage.scrollTop = 0;
  }

  function showFound(message) {
    const rows = message.items.map((item) => {
      const row = make("li");
      row.append(chip(item.rule, undefined, model), make("b", "", ` ${item.title} `), item.line);
      return row;
    });
    const list = make("ul");
    list.append(...rows);
    const count = message.items.length + message.more;
    const head = make("div", "gpwlab-soft", `${count} found${message.more ? `, the first ${rows.length} shown` : ""}`);
    const close = make("button", "gpwlab-go", "Close");
    close.addEventListener("click", () => found.replaceChildren());
    head.append(" ", close);
    found.replaceChildren(head, list);
  }

  function hear(message) {
    if (message.kind === "passage") showPassage(message);
    else if (message.kind === "found") showFound(message);
    else if (message.kind === "failed") note.textContent = message.note;
    else if (message.kind === "book") {
      if (document.activeElement !== path.input) path.input.value = message.path;
      note.textContent = message.note;
      note.classList.toggle("gpwlab-refusal", message.bad);
    }
  }

  // A tag anywhere in the same lab opens its passage here.
  function pressed(event) {
    const tag = event.target.closest?.(".gpwlab-rule[data-rule]");
    if (tag && tag.closest(".gpwlab-lab") === el.closest(".gpwlab-lab")) {
      model.send({ kind: "open", rule: tag.dataset.rule });
    }
  }

  model.on("msg:custom", hear);
  document.addEventListener("click", pressed);
  model.send({ kind: "ready" });
  return () => {
    model.off("msg:custom", hear);
    document.removeEventListener("click", pressed);
  };
}

export default { render };
