"""The join of rules, code and tests, on a small project of its own and on this one."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from gpwlab.core.coverage import Report, coverage, report_of
from gpwlab.core.inventory import inventory, read

INVENTORY = """\
game,section,paragraph,title,narrative_allowed
gpw,1.0,,Introduction,yes
gpw,4.1,,Odds,yes
gpw,4.1,A,Odds,no
gpw,4.1,B,Odds,no
gpw,4.1.1,,Odds of many,no
gpw,chart,Map A,Map A,no
gpw,chart,Map,Map,no
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "inventory.csv").write_text(INVENTORY)
    for folder in ("code", "tests"):
        (tmp_path / folder).mkdir()
    return tmp_path


def report(project: Path, code: str = "", tests: str = "") -> Report:
    (project / "code" / "odds.py").write_text(textwrap.dedent(code))
    (project / "tests" / "test_odds.py").write_text(textwrap.dedent(tests))
    return report_of(read(project / "inventory.csv"), project / "code", project / "tests", project)


def statuses(result: Report) -> dict[str, str]:
    return {row.entry.id: row.status for row in result.rows}


BOTH = {
    "code": """
        x = 1  # gpw 4.1.A
        y = Reason("gpw 4.1.A", "text")
    """,
    "tests": """
        @pytest.mark.rule("gpw 4.1.A")
        def test_odds(): ...
    """,
}


def test_rule_in_code_and_test_is_implemented(project: Path) -> None:
    result = report(project, **BOTH)
    row = next(row for row in result.rows if row.entry.id == "gpw 4.1.A")
    assert result.errors == []
    assert (row.status, row.where, row.tests) == (
        "implemented",
        ("code/odds.py:2", "code/odds.py:3"),
        ("tests/test_odds.py::test_odds",),
    )


@pytest.mark.parametrize("half", ["code", "tests"])
def test_rule_in_code_or_test_alone_is_missing(project: Path, half: str) -> None:
    assert statuses(report(project, **{half: BOTH[half]}))["gpw 4.1.A"] == "missing"


def test_uncited_entry_is_narrative_only_where_allowed(project: Path) -> None:
    found = statuses(report(project))
    assert (found["gpw 1.0"], found["gpw 4.1.B"]) == ("narrative", "missing")


def test_shown_needs_a_test_of_that_kind(project: Path) -> None:
    found = statuses(report(project, tests='@pytest.mark.rule("gpw chart.Map A", kind="shown")\ndef test_map(): ...'))
    assert (found["gpw chart.Map A"], found["gpw chart.Map"]) == ("shown", "missing")


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("gpw 4.1.A.", "gpw 4.1.A"),
        ("(gpw 4.1)", "gpw 4.1"),
        ("gpw 4.1.1, as below", "gpw 4.1.1"),
        ("gpw chart.Map A holds it", "gpw chart.Map A"),
        ("gpw chart.Map holds it", "gpw chart.Map"),
    ],
)
def test_longest_known_id_is_cited(project: Path, text: str, cited: str) -> None:
    result = report(project, code=f"# {text}")
    assert result.errors == []
    assert [row.entry.id for row in result.rows if row.where] == [cited]


@pytest.mark.parametrize(
    "token", ["gpw 9.9.Z", "gpw 4.1.C", "gpw 4.1.A-B", "gpw 4.1.1.1", "gpw chart.Mapping", "sfs 1.0"]
)
def test_unknown_id_in_code_is_an_error(project: Path, token: str) -> None:
    result = report(project, code=f"\n# see {token} here")
    assert result.errors == [f"code/odds.py:2: no such rule: {token}"]
    assert all(row.where == () for row in result.rows)


@pytest.mark.parametrize(
    ("tests", "error"),
    [
        ('@pytest.mark.rule("gpw 9.9.Z")\ndef test_x(): ...', "tests/test_odds.py::test_x: no such rule: gpw 9.9.Z"),
        ("@pytest.mark.rule(RULE)\ndef test_x(): ...", "tests/test_odds.py::test_x: no such rule: RULE"),
        (
            '@pytest.mark.rule("gpw 1.0", "gpw 4.1")\n@pytest.mark.rule("gpw 4.1.A", "gpw 4.1.B")\ndef test_x(): ...',
            "tests/test_odds.py::test_x: cites 4 rules, at most 3",
        ),
        (
            '@pytest.mark.rule("gpw 1.0", kind="guessed")\ndef test_x(): ...',
            "tests/test_odds.py::test_x: no such kind of citation: guessed",
        ),
        (
            'pytestmark = pytest.mark.rule("gpw 1.0")',
            "tests/test_odds.py:1: a rule marker belongs on a test function or on one of its parameters",
        ),
        (
            '@pytest.mark.rule("gpw 1.0")\nclass TestX:\n    def test_x(self): ...',
            "tests/test_odds.py:1: a rule marker belongs on a test function or on one of its parameters",
        ),
    ],
)
def test_wrong_marker_is_an_error(project: Path, tests: str, error: str) -> None:
    assert report(project, tests=tests).errors == [error]


def test_parameter_and_method_cite_for_themselves(project: Path) -> None:
    tests = """
        class TestOdds:
            @pytest.mark.rule("gpw 4.1")
            @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("gpw 4.1.A"), id="two")])
            def test_x(self, n): ...
    """
    result = report(project, tests=tests)
    assert result.errors == []
    assert {row.entry.id: row.tests for row in result.rows if row.tests} == {
        "gpw 4.1": ("tests/test_odds.py::TestOdds::test_x",),
        "gpw 4.1.A": ("tests/test_odds.py::TestOdds::test_x[two]",),
    }


def test_without_tests_a_rule_in_code_is_only_cited(project: Path) -> None:
    (project / "code" / "odds.py").write_text(BOTH["code"])
    result = report_of(read(project / "inventory.csv"), project / "code", None, project)
    assert not result.tests_found
    assert (statuses(result)["gpw 4.1.A"], statuses(result)["gpw 4.1.B"]) == ("cited", "missing")


def test_inventory_has_every_entry_once() -> None:
    entries = inventory()
    assert len(entries) == 1379
    assert sum(not entry.narrative_allowed for entry in entries.values()) == 996
    assert entries["gpw 7.4.2.B"].section == "7.4.2"
    assert entries["gpw chart.Map A"].paragraph == "Map A"


def test_every_citation_of_this_project_names_a_rule() -> None:
    assert coverage().errors == []


def test_game_narrows_the_report() -> None:
    assert {row.entry.game for row in coverage("sfs").rows} == {"sfs"}
