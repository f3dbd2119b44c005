// Buttons that hand something to the reader: a file to keep, a picture as PNG, or a text on the clipboard.

const WIDEST = 4096; // pixels at most across a PNG, which every browser can paint

function keep(blob, name) {
  const link = make("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function asPng(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const scale = Math.min(2, WIDEST / image.naturalWidth);
  const canvas = make("canvas");
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = make("textarea"); // a page without a secure address has no clipboard of its own
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

function render({ model, el }) {
  el.classList.add("gpwlab", "gpwlab-handout");
  const note = make("span", "gpwlab-soft");
  note.setAttribute("role", "status");
  for (const [key, caption, tip] of model.get("offers")) {
    const button = make("button", "jupyter-button widget-button gpwlab-go", caption);
    button.type = "button";
    button.title = tip;
    button.addEventListener("click", () => {
      note.replaceChildren(make("progress"), ` making ${caption} …`);
      model.send({ kind: "want", key });
    });
    el.append(button);
  }
  el.append(note);

  async function hear(message, buffers) {
    try {
      if (message.kind === "progress") {
        const bar = make("progress");
        bar.max = message.of;
        bar.value = message.done;
        note.replaceChildren(bar, ` ${message.text}`);
      } else if (message.kind === "copy") {
        await copy(message.text);
        note.textContent = "copied";
      } else if (message.kind === "file" || message.kind === "picture") {
        const made = message.text ?? buffers[0];
        const blob = message.kind === "file" ? new Blob([made], { type: message.mime }) : await asPng(made);
        keep(blob, message.name);
        note.textContent = `${message.name} (${Math.max(1, Math.round(blob.size / 1000))} kB)`;
      } else note.textContent = "";
    } catch (error) {
      note.textContent = `not possible: ${error.message ?? error}`;
    }
  }

  model.on("msg:custom", hear);
  return () => model.off("msg:custom", hear);
}

export default { render };
