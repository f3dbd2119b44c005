"""The package imports fast, its files agree with each other, and the command is wired."""

from __future__ import annotations

import doctest
import itertools
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import gpwlab
from gpwlab.cli.lab import lab_environment
from gpwlab.gpw.options import OPTIONS
from tests.conftest import ROOT
from tools import browser, make_environment

HEAVY = ("anywidget", "bokeh", "ipyleaflet", "ipywidgets", "jupyterlab", "matplotlib", "pandas", "pandera", "scipy")


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.mark.parametrize("statement", ["import gpwlab", "import gpwlab.gpw", "import gpwlab.cli"])
def test_import_brings_no_heavy_library(statement: str) -> None:
    code = f"import sys; {statement}; print(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_browser_tests_have_their_folder() -> None:
    """``make test`` looks for them there alone, and everywhere else for those without the mark."""
    marked = {
        path
        for path in ROOT.glob("tests/**/*.py")
        if re.search(r"^(pytestmark = |@)pytest\.mark\.browser", path.read_text("utf-8"), re.M)
    }
    assert marked == set(ROOT.glob("tests/browser/test_*.py"))


def test_submodules_load_when_named() -> None:
    assert gpwlab.gpw.__name__ == "gpwlab.gpw"
    assert set(gpwlab.__all__) == set(dir(gpwlab))
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        gpwlab.chess  # noqa: B018


def test_environment_files_are_up_to_date() -> None:
    wanted = make_environment.files((ROOT / "pyproject.toml").read_text("utf-8"))
    assert [file for file, text in wanted.items() if file.read_text("utf-8") != text] == []


def test_binder_is_told_one_python_that_will_do() -> None:
    lines = (ROOT / ".binder" / "environment.yml").read_text("utf-8").splitlines()
    assert lines[lines.index("dependencies:") + 1] == "  - python=3.11"
    assert project()["requires-python"].startswith(">=3.11,")


@pytest.mark.skipif(os.name == "nt", reason="Binder is Linux")
def test_binder_starts_jupyter_with_the_settings_of_the_lab() -> None:
    environment = os.environ | {"PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))}
    done = subprocess.run(
        [ROOT / ".binder" / "start", sys.executable, "-c", "import os, json; print(json.dumps(dict(os.environ)))"],
        capture_output=True, text=True, check=True, cwd=ROOT, env=environment,
    )  # fmt: skip
    started = json.loads(done.stdout)
    for name, value in lab_environment(environment).items():
        assert started[name] == value
    assert os.access(ROOT / ".binder" / "postBuild", os.X_OK)


def test_constraints_pin_every_dependency_and_hold_no_address() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    malformed = [line for line in pins if not re.fullmatch(r"[\w.-]+==[\w.]+( ; [^:/]+)?", line)]
    assert malformed == []
    pinned = {canonical(line.partition("==")[0]) for line in pins}
    wanted = [*project()["dependencies"], *itertools.chain(*project()["optional-dependencies"].values())]
    assert {canonical(re.split(r"[><=]", name)[0]) for name in wanted} <= pinned


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_missing_browser_is_named_with_the_one_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(browser, "find", lambda: None)
    monkeypatch.setattr(browser, "on_debian", lambda: False)
    monkeypatch.delenv("CI", raising=False)
    assert browser.main() == 0
    assert browser.install_command() in capsys.readouterr().out
    monkeypatch.setenv("CI", "true")
    assert browser.main() == 1


def test_named_browser_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    chromium = tmp_path / "my-chromium"
    chromium.touch(mode=0o755)
    monkeypatch.setenv("CHROMIUM", str(chromium))
    assert browser.find() == str(chromium)


def test_readme_tour_prints_what_it_says() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    tours = re.findall(r"^```pycon\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest("\n".join(tours), {}, "README.md", None, None)
    report: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples, out=report.append)
    assert results.attempted >= 10, "the tour has ten lines"
    assert results.failed == 0, "".join(report)


def test_readme_names_every_scenario_and_option_as_it_is() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    order = {"Soviet|Axis": "Soviet", "Axis|Soviet": "Axis"}
    for row in gpwlab.gpw.scenarios().itertuples():
        begins = f"| {row.first_turn}-{row.last_turn}, "
        ends = f' | {order[row.setup_order]}, {row.first_side} | `gpw.new("{row.slug}")` |'
        assert [line for line in text.splitlines() if begins in line and line.endswith(ends)], row.slug
    basic = [option for option in OPTIONS if not option.section.startswith("23")]
    listed = re.findall(r"^\| ([\d.]+) \| `([\w-]+)` \|", text, flags=re.MULTILINE)
    assert listed == [(option.section, option.slug) for option in basic]
