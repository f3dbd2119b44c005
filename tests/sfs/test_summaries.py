"""One line of ours on each operative rule of Struggle for Stalingrad, for the tags and the rule pane."""

from __future__ import annotations

import re

import pytest

from gpwlab.core.inventory import inventory
from gpwlab.core.rulebook import summary
from gpwlab.widgets import RulePane, style
from tests.sfs.tables import DATA, rows_of

OPERATIVE = [entry for entry in inventory().values() if entry.game == "sfs" and not entry.narrative_allowed]
ROWS = rows_of(DATA.parent / "rules" / "summaries_sfs.csv")


def test_every_operative_rule_has_a_line_and_no_two_are_alike() -> None:
    assert [row["rule"] for row in ROWS] == [entry.id for entry in OPERATIVE]
    lines = [row["summary"] for row in ROWS]
    assert [line for line in lines if not 10 <= len(line) <= 160 or line != line.strip()] == []
    assert len({re.sub(r"\W+", " ", line.casefold()) for line in lines}) == len(lines)
    assert {row["provenance"] for row in ROWS} == {"derived"}


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("4.10.2.A", "1 to 4"),
        ("5.5.1", "+2"),
        ("5.8.B", "ten defending points"),
        ("5.12.5.1.C", "two columns"),
        ("8.7.D", "two columns"),
        ("5.4.8.A", "four"),
        ("7.7", "two militia"),
    ],
)
def test_a_line_says_what_its_rule_demands(rule: str, words: str) -> None:
    assert words in summary(f"sfs {rule}")
    assert words in style.rule(f"sfs {rule}")


def test_the_rule_pane_searches_the_lines_of_its_game() -> None:
    pane = RulePane("", game="sfs")
    assert "sfs 5.13.A" in pane.search("assault landing")
    assert all(rule.startswith("sfs ") for rule in pane.search("supply"))
    assert all(rule.startswith("gpw ") for rule in RulePane("").search("supply"))
