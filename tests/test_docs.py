"""The documentation: its examples run, its links lead somewhere, what is made from data is whole."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

import gpwlab
from gpwlab.cli import main
from gpwlab.cli.studies import PICTURES
from gpwlab.core.coverage import coverage
from gpwlab.core.tables import frame
from tests.conftest import ROOT
from tools import architecture_picture, doc_pages

DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if not path.name.startswith("rulings"))
EXAMPLES = re.compile(r"^```(pycon|console)\n(.*?)^```", flags=re.DOTALL | re.MULTILINE)
TOLD = [page for page in PAGES if EXAMPLES.search(page.read_text("utf-8"))]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
LOOSE = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
NAMES = ("gpw", "sfs", "hube", "study", "widgets")


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).with_suffix("").as_posix()


# -- examples ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", TOLD, ids=name_of)
def test_the_examples_of_a_page_print_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    names: dict[str, object] = {}
    for kind, text in EXAMPLES.findall(page.read_text("utf-8")):
        wrong = failures(text, names) if kind == "pycon" else console_failures(text, capsys)
        assert not wrong, wrong


def failures(text: str, names: dict[str, object]) -> str:
    test = doctest.DocTestParser().get_doctest(text, {}, "example", None, None)
    assert test.examples
    test.globs = names  # a page is one session
    report: list[str] = []
    doctest.DocTestRunner(optionflags=LOOSE).run(test, out=report.append, clear_globs=False)
    return "".join(report)


def console_failures(text: str, capsys: pytest.CaptureFixture[str]) -> str:
    for command, wanted in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, flags=re.MULTILINE):
        program, *words = shlex.split(command)
        assert program == "gpwlab"
        capsys.readouterr()
        main(words)
        out, err = capsys.readouterr()
        if not doctest.OutputChecker().check_output(wanted, out + err, LOOSE):
            return f"{command}\nprints\n{out}{err}"
    return ""


def test_an_example_that_says_something_else_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert failures(">>> 6 * 7\n42\n", {}) == ""
    assert "Got" in failures(">>> 6 * 7\n41\n", {})
    assert console_failures("$ gpwlab data check nowhere\nall is well\n", capsys).startswith("data check") is False
    assert "there is no such folder" in console_failures("$ gpwlab data check nowhere\nall is well\n", capsys)


def test_no_page_holds_a_path_of_somebodys_machine() -> None:
    wrong = [
        (name_of(page), line)
        for page in PAGES
        for line in page.read_text("utf-8").splitlines()
        if re.search(r'^  File "|(?<![\w.])/(?:home|root|tmp|usr|work|Users)/', line)
    ]
    assert wrong == []


def test_every_how_to_has_an_example_or_needs_a_shell_alone() -> None:
    without = {name_of(page) for page in (DOCS / "howto").glob("*.md")} - {name_of(page) for page in TOLD}
    assert without == {"howto/dashboards", "howto/index", "howto/install"}


# -- links ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_and_pictures_of_a_page_are_there(page: Path) -> None:
    text = re.sub(r"^(`{3,}).*?^\1", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).is_file(), target


def test_every_page_is_in_a_table_of_contents() -> None:
    listed = {DOCS / "index.md"}
    for page in PAGES:
        for block in re.findall(r"```\{toctree\}\n(.*?)```", page.read_text("utf-8"), flags=re.DOTALL):
            listed |= {(page.parent / f"{line}.md").resolve() for line in block.split() if not line.startswith(":")}
    listed.discard((DOCS / "2.md").resolve())  # ":maxdepth: 2"
    assert set(DOCS.rglob("*.md")) == listed


# -- made from data ---------------------------------------------------------------------------------------------------


def test_what_pages_call_is_what_is_made() -> None:
    called = re.findall(r"^\{made\} (.+)$", "\n".join(page.read_text("utf-8") for page in PAGES), flags=re.MULTILINE)
    assert sorted(called) == sorted(doc_pages.MADE)


@pytest.mark.parametrize("game", ["gpw", "sfs", "hube"])
def test_options_scenarios_and_tables_are_all_told(game: str) -> None:
    module = importlib.import_module(f"gpwlab.{game}")
    told = doc_pages.options(game)
    for option in module.options().itertuples():
        (line,) = [line for line in told.splitlines() if f"| {option.section} | `{option.slug}` |" in line]
        assert f"| {option.changes} |" in line
        assert [slug for slug in (*option.needs, *option.conflicts) if f"`{slug}`" not in line] == []
    told = doc_pages.scenarios(game)
    assert [slug for slug in module.scenarios()["slug"] if f'`{game}.new("{slug}")`' not in told] == []
    told = doc_pages.tables(game)
    for kind in ("printed", "reconstructed"):
        assert f"{module.tables()[kind].sum()} {kind}" in told.splitlines()[0]
    for row in module.tables().itertuples():
        assert re.search(rf"^\| \[{row.table}\]\(#[\w-]+\) \| {row.rows} \|", told, flags=re.MULTILINE), row.table
        columns = set(frame(game, row.table).columns)
        part = told.split(f"### {row.table}\n")[1].split("### ")[0]
        assert set(re.findall(r"^\| `(\w+)` \|", part, flags=re.MULTILINE)) <= columns


def test_coverage_tells_every_rule_and_its_state(monkeypatch: pytest.MonkeyPatch) -> None:
    report = coverage("hube")
    monkeypatch.setattr(doc_pages, "report_coverage", lambda _game: report)
    told, rows = doc_pages.coverage("hube"), report.rows
    states = Counter(re.findall(r"^\| hube\s[^|]+ \| [^|]+ \| (\w+) \|", told, flags=re.MULTILINE))
    assert states == Counter(row.status for row in rows)
    assert f"{len(rows)} entries" in told


def test_keys_and_commands_are_all_told() -> None:
    sheet = doc_pages.keys("gpw")
    assert "| Stepping | <kbd>Space</kbd> | next phase |" in sheet
    assert "| Help | <kbd>?</kbd> |" in sheet
    told = doc_pages.commands()
    for command in ("odds", "play", "simulate", "coverage", "data check", "lab"):
        assert f"## gpwlab {command}\n" in told


@pytest.mark.parametrize("package", NAMES)
def test_every_public_name_is_told_once(package: str) -> None:
    module, told = importlib.import_module(f"gpwlab.{package}"), doc_pages.api(package)
    shared = (DOCS / "reference" / "core.md").read_text("utf-8")
    players = (DOCS / "reference" / "study.md").read_text("utf-8")
    for name in module.__all__:
        here = len(re.findall(rf"^\.\. auto(?:function|class):: {name}$", told, flags=re.MULTILINE))
        thing = getattr(module, name)
        core = inspect.isclass(thing) and f"{thing.__module__}.{name}\n" in shared
        elsewhere = core or (name == "players" and "study.players" in players)
        assert here == 1 - elsewhere, name
    assert all(name in shared for name in gpwlab.__all__ if name[0].isupper())


def test_every_notebook_has_a_card_and_its_picture_where_there_is_one() -> None:
    told = doc_pages.notebooks()
    assert re.findall(r"<\.\./notebooks/(.*)>", told) == [path.name for path in NOTEBOOKS]
    shown = [ROOT / picture for picture in re.findall(r"^:img-top: \.\./(.*)$", told, flags=re.MULTILINE)]
    assert set(shown) == set(PICTURES.glob("*.webp"))
    assert len(shown) > 20


# -- architecture -----------------------------------------------------------------------------------------------------

ARCHITECTURE = (DOCS / "architecture.md").read_text("utf-8")


def test_the_path_of_an_attack_names_what_exists() -> None:
    steps = ARCHITECTURE.split("## One attack")[1].split("\n## ")[0]
    assert len(re.findall(r"^\d+\. ", steps, flags=re.MULTILINE)) == 10
    named = re.findall(r"`((?:widgets|gpw|core)\.[\w.]+)`", steps)
    assert len(named) >= 15
    for name in named:
        assert callable(resolved(name)), name


def resolved(name: str) -> object:
    parts = name.split(".")
    thing: object = importlib.import_module(f"gpwlab.{parts[0]}.{parts[1]}")
    for part in parts[2:]:
        thing = getattr(thing, part)
    return thing


def test_where_to_find_what_names_what_exists() -> None:
    files = re.findall(r"`((?:gpw|sfs|hube|core)/\w+(?:\.py|/))`", ARCHITECTURE)
    assert len(files) > 40
    assert [name for name in files if not (ROOT / "gpwlab" / name).exists()] == []


def test_the_picture_of_the_layers_is_drawn_from_the_imports() -> None:
    assert architecture_picture.FILE.read_text("utf-8") == architecture_picture.picture()
    floor = {box: spot[1] for box, spot in architecture_picture.BOXES.items()}
    upwards = [(box, other) for box, other in architecture_picture.imports() if floor[other] < floor[box]]
    assert upwards == []
