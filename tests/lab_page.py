"""A running JupyterLab and a page on it, for the browser tests."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import nbformat

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

# Without a display, a sandbox or a network; nothing may be asked of the browser's own servers.
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
READY_SECONDS = 120
IDLE = '.jp-Notebook-ExecutionIndicator[data-status="idle"]'


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """A headless browser driven by Playwright."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_FLAGS))
        yield running
        running.close()


@dataclass(frozen=True)
class LabServer:
    """A ``gpwlab lab`` or ``app`` of its own: folder of copied notebooks, address, token."""

    folder: Path
    url: str
    token: str

    def write(self, name: str, *cells: str) -> str:
        """Put a notebook of code cells into the folder; returns its name."""
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
        notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells)), metadata=kernel)
        nbformat.write(notebook, self.folder / name)
        return name

    def ask(self, path: str) -> Any:
        """What Jupyter's own interface answers."""
        with urllib.request.urlopen(f"{self.url}/api/{path}?token={self.token}", timeout=5) as answer:
            return json.load(answer)

    def kernel_is_ready(self, notebook: str) -> bool:
        """Whether a notebook has a kernel that is idle and that a page is connected to."""
        kernels = [session["kernel"] for session in self.ask("sessions") if session["path"] == notebook]
        return any(kernel["execution_state"] == "idle" and kernel["connections"] for kernel in kernels)


@contextmanager
def lab_server(folder: Path, home: Path, name: str = "lab", newcomer: bool = False) -> Iterator[LabServer]:
    """Start the command of this name as a user does, on a free port, with Jupyter's own files under home.

    newcomer: whether the labs offer the way round, as they do at first.
    """
    port, token = _free_port(), secrets.token_hex(16)
    command = [sys.executable, "-m", "gpwlab", name, str(folder), "--no-browser", f"--ServerApp.port={port}"]
    command += ["--ServerApp.port_retries=0", f"--IdentityProvider.token={token}"]
    environment = os.environ | {
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "XDG_DATA_HOME": str(home / "share"),
    }
    home.mkdir(parents=True, exist_ok=True)
    if not newcomer:
        kept = home / "share" / "gpwlab"
        kept.mkdir(parents=True, exist_ok=True)
        for game in ("gpw", "hube", "sfs"):
            (kept / f"shown-round-{game}").touch()
    log_file = home / "server.log"
    with log_file.open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
        try:
            server = LabServer(folder, f"http://127.0.0.1:{port}", token)
            _wait_until_ready(server, process, log_file)
            yield server
        finally:
            process.terminate()
            process.wait(timeout=20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(server: LabServer, process: subprocess.Popen[bytes], log_file: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            server.ask("status")
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"JupyterLab did not start:\n{log_file.read_text()}")


@dataclass
class LabPage:
    """A browser page on a lab server. Requests that would leave the machine are stopped and listed in ``left``."""

    server: LabServer
    page: Page
    left: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(READY_SECONDS * 1000)
        self.page.on("request", self._note)
        self.page.context.route(lambda url: not _stays(url), lambda route: route.abort())

    def _note(self, request: Request) -> None:
        if not _stays(request.url):
            self.left.append(request.url)

    def open(self, notebook: str) -> None:
        """Open a notebook in a workspace of its own and wait for its kernel."""
        workspace = secrets.token_hex(4)
        address = f"{self.server.url}/lab/workspaces/{workspace}/tree/{notebook}?reset&token={self.server.token}"
        self.page.goto(address, wait_until="domcontentloaded")  # "networkidle" never comes: there is a websocket
        self.wait_for_kernel(notebook)

    def wait_for_kernel(self, notebook: str) -> None:
        """Wait until a notebook's kernel is connected and idle. The page alone says idle before there is a kernel."""
        deadline = time.monotonic() + READY_SECONDS
        while not self.server.kernel_is_ready(notebook):
            if time.monotonic() > deadline:
                raise RuntimeError(f"no kernel for {notebook}")
            self.page.wait_for_timeout(200)
        self.page.wait_for_selector(IDLE)

    @classmethod
    @contextmanager
    def opened(cls, browser: Browser, server: LabServer) -> Iterator[LabPage]:
        """A page of its own, with nothing remembered from another one."""
        context = browser.new_context(viewport={"width": 1500, "height": 1000})
        yield cls(server, context.new_page())
        context.close()

    def run_all(self) -> None:
        """Run every cell. The first click after a server's start can be lost, so click until a prompt changes."""
        deadline = time.monotonic() + READY_SECONDS
        while not any(self._prompts()):
            if time.monotonic() > deadline:
                raise RuntimeError("JupyterLab did not run the notebook")
            self.page.click('li.lm-MenuBar-item:has-text("Run")')
            self.page.click('.lm-Menu-item[data-command="runmenu:run-all"]')
            self.page.wait_for_timeout(1500)

    def run_cell(self, number: int) -> None:
        """Run one code cell by its key; the first is 0. A key can be lost as a click can, so press until it runs."""
        while not self._prompts()[number]:
            self.page.locator(".jp-CodeCell .cm-content").nth(number).click()
            self.page.keyboard.press("Control+Enter")
            self.page.wait_for_timeout(1500)

    def wait_idle(self) -> None:
        """Wait until no cell waits to run and the kernel is idle."""
        deadline = time.monotonic() + READY_SECONDS
        while "*" in self._prompts():
            if time.monotonic() > deadline:
                raise RuntimeError("the notebook did not come to its end")
            self.page.wait_for_timeout(100)
        self.page.wait_for_selector(IDLE)

    def _prompts(self) -> list[str]:
        """What stands in the brackets beside each code cell: nothing, * or a number."""
        texts = self.page.locator(".jp-CodeCell .jp-InputPrompt").all_text_contents()
        return [text.strip(" []:\N{NO-BREAK SPACE}") for text in texts]

    def errors(self) -> list[str]:
        """The tracebacks, and whatever else went to stderr, that cells show."""
        return self.page.locator('.jp-OutputArea [data-mime-type="application/vnd.jupyter.stderr"]').all_text_contents()


def _stays(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob", "about") or parts.hostname in ("127.0.0.1", "localhost")
