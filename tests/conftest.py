"""What all tests share: the option --rule, hypothesis profiles, a browser and a running lab."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from gpwlab.cli import lab as cli_lab
from tests.lab_page import LabPage, LabServer, lab_server
from tests.lab_page import chromium as start_chromium
from tools import browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[1]

# The same examples in every run, so that a red run can be run again; HYPOTHESIS_PROFILE=explore looks for new ones.
settings.register_profile("ci", derandomize=True, max_examples=50, deadline=None)
settings.register_profile("explore", max_examples=1000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", metavar="ID", help="only tests that cite this rule or one below it: --rule 'gpw 7.4'")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = config.getoption("--rule")
    if wanted is None:
        return

    def cites(item: pytest.Item) -> bool:
        rules = [rule for mark in item.iter_markers("rule") for rule in mark.args]
        return any(rule == wanted or rule.startswith(f"{wanted}.") for rule in rules)

    config.hook.pytest_deselected(items=[item for item in items if not cites(item)])
    items[:] = [item for item in items if cites(item)]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that ``gpwlab lab`` or ``app`` would have become."""
    commands: list[list[str]] = []
    monkeypatch.setattr(cli_lab.os, "execv", lambda _path, command: commands.append(command))
    monkeypatch.setattr(cli_lab.os, "environ", dict(os.environ))
    return commands


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The path of a Chromium. Without one the test is skipped, in CI it fails."""
    path = browser.find()
    if path is None:
        message = f"no Chromium; this installs one: {browser.install_command()}"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return path


@pytest.fixture(scope="session")
def chromium(chromium_path: str) -> Iterator[Browser]:
    """A headless Chromium."""
    with start_chromium(chromium_path) as running:
        yield running


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """A JupyterLab on a copy of the notebooks, started by ``gpwlab lab``."""
    home = tmp_path_factory.mktemp("lab")
    with lab_server(home / "notebooks", home / "jupyter") as server:
        yield server


@pytest.fixture
def lab_page(chromium: Browser, lab: LabServer) -> Iterator[LabPage]:
    """A page on the lab; the test fails when anything on it asked for an address outside this machine."""
    with LabPage.opened(chromium, lab) as page:
        yield page
        assert page.left == []
