"""Find a Chromium for the browser tests, or install one.

    python tools/browser.py       find or install; prints the path, or the one command that installs one

Looked for, in this order: the variable CHROMIUM, a browser on the PATH, the one that Playwright downloaded. As root on
Debian a missing one is installed with apt-get. With CI=true its absence is an error, else the tests that need one are
skipped.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The path of a Chromium or Chrome, or None."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None) or _of_playwright()


def _of_playwright() -> str | None:
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:  # the tool also runs before the test packages are installed
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def on_debian() -> bool:
    """Whether apt-get has a package ``chromium`` that is a browser (on Ubuntu it only points at a snap)."""
    try:
        return platform.freedesktop_os_release().get("ID") == "debian" and shutil.which("apt-get") is not None
    except OSError:  # no os-release: not Linux
        return False


def install_command() -> str:
    """The one command that installs a browser here."""
    if on_debian():
        return "sudo apt-get install --yes chromium"
    return f"{Path(sys.executable)} -m playwright install --with-deps chromium"


def install() -> None:
    """Install Debian's Chromium; only for root on Debian."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "--quiet"], check=True, env=environment)
    subprocess.run(
        ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", "chromium"], check=True, env=environment
    )


def main() -> int:
    """Find or install; 1 only in CI, where the browser tests may not be skipped."""
    path = find()
    if path is None and on_debian() and os.geteuid() == 0:
        install()
        path = find()
    if path is not None:
        print(f"browser tests use {path}")
        return 0
    print(f"\n*** no Chromium: the browser tests will be skipped. This installs one:\n***     {install_command()}\n")
    return 1 if os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    raise SystemExit(main())
