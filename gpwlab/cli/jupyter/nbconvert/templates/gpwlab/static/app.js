// The header of the gallery and of each dashboard: theme, progress of the run, and whether the kernel still lives.
(() => {
  const KEY = "gpwlab-theme";
  const ALIVE_MS = 15000;

  const theme = () =>
    localStorage.getItem(KEY) ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

  function dress() {
    const now = theme();
    for (const sheet of document.querySelectorAll("link[data-theme]")) {
      sheet.media = sheet.dataset.theme === now ? "all" : "not all";
    }
    document.documentElement.style.colorScheme = now;
    if (!document.body) return;
    document.body.dataset.jpThemeLight = String(now === "light");
    document.body.dataset.jpThemeName = now === "light" ? "JupyterLab Light" : "JupyterLab Dark";
    document.getElementById("app-theme").textContent = now === "light" ? "dark" : "light";
  }

  function progress(cells) {
    const bar = document.querySelector(".app-progress");
    const state = document.querySelector(".app-state");
    const code = [...cells.querySelectorAll("[cell-index]")].filter((cell) => !cell.querySelector(".jp-MarkdownCell"));
    const waiting = () => code.filter((cell) => cell.querySelector(":scope > .voila-skeleton-container"));
    let begun = false;
    const look = () => {
      const left = waiting();
      begun ||= left.length > 0;
      if (!begun) return;
      for (const cell of code) cell.classList.toggle("app-now", cell === left[0]);
      bar.max = code.length;
      bar.value = code.length - left.length;
      state.textContent = left.length ? `running ${code.length - left.length + 1} of ${code.length}` : "ready";
      document.body.classList.toggle("app-ready", !left.length);
      if (!left.length) watcher.disconnect();
    };
    const watcher = new MutationObserver(look);
    watcher.observe(cells, { childList: true, subtree: true });
    look();
  }

  function watchKernel() {
    const { baseUrl, kernelId } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
    const timer = setInterval(async () => {
      const answer = await fetch(`${baseUrl}api/kernels/${kernelId}`).catch(() => null);
      if (answer?.ok) return;
      clearInterval(timer);
      document.querySelector(".app-state").textContent = answer
        ? "this page's kernel has ended: reload to start again"
        : "the server has stopped: start gpwlab app again, then reload";
      document.body.classList.add("app-dead");
    }, ALIVE_MS);
  }

  dress();
  document.addEventListener("DOMContentLoaded", () => {
    dress();
    document.getElementById("app-theme").addEventListener("click", () => {
      localStorage.setItem(KEY, theme() === "light" ? "dark" : "light");
      dress();
    });
    const cells = document.getElementById("rendered_cells");
    if (cells) {
      progress(cells);
      watchKernel();
    }
  });
})();
