"""The rule pane: our line, the user's passage, search; and nothing of that text where a notebook would keep it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from ipywidgets import Widget
from nbclient import NotebookClient

from gpwlab.core.inventory import inventory
from gpwlab.core.rulebook import summary
from gpwlab.widgets import Lab
from gpwlab.widgets.rulepane import VARIABLE, RulePane
from gpwlab.widgets.style import rule
from tests.widgets.tables import click, point

SECRET = "quicksilver snails overtake the lettuce"
TEXT = f"""\
7.0 Races
7.1 In General
A. Every race is run at dusk, as told in 8.1.A and in 99.9.
B. All {SECRET} before any leaf is eaten.
8.0 Leaves
8.1 Salad
A. Leaves come from the west.
"""


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """The path of a rulebook text of nobody's game."""
    path = tmp_path / "own copy.txt"
    path.write_text(TEXT, "utf-8")
    return path


def heard(pane: RulePane) -> list[dict[str, Any]]:
    """The messages that the pane sends from now on."""
    sent: list[dict[str, Any]] = []
    pane.send = sent.append  # type: ignore[method-assign]
    return sent


def tell(pane: RulePane, **message: str) -> None:
    """Send what the page sends."""
    pane._handle_custom_msg(message, [])


def test_without_a_text_the_pane_shows_our_line_and_the_title() -> None:
    pane = RulePane("")
    sent = heard(pane)
    tell(pane, kind="open", rule="gpw 7.1.B")
    assert sent[-1]["summary"] == summary("gpw 7.1.B")
    assert sent[-1]["title"] == inventory()["gpw 7.1.B"].title
    assert sent[-1]["lines"] == []
    assert "missing" not in sent[-1]


def test_a_text_gives_its_passage_beside_our_line(text: Path) -> None:
    pane = RulePane(text)
    sent = heard(pane)
    pane.show("gpw 7.1.B")
    assert sent[-1]["summary"] == summary("gpw 7.1.B")
    assert sent[-1]["lines"] == [[[f"All {SECRET} before any leaf is eaten.", ""]]]
    pane.show("gpw 9.1.A")
    assert "no passage" in sent[-1]["missing"]


def test_numbers_of_rules_in_a_passage_are_links(text: Path) -> None:
    pane = RulePane(text)
    sent = heard(pane)
    pane.show("gpw 7.1.A")
    pieces = sent[-1]["lines"][0]
    assert ["8.1.A", "gpw 8.1.A"] in pieces
    assert not any(rule == "gpw 99.9" for _text, rule in pieces)
    assert "".join(piece for piece, _rule in pieces) == "Every race is run at dusk, as told in 8.1.A and in 99.9."


def test_search_in_the_text_and_without_one_in_our_lines(text: Path) -> None:
    pane = RulePane("")
    sent = heard(pane)
    assert "gpw 8.1.B" in pane.search("block SUPPLY")
    assert pane.search("nosuchword") == []
    assert pane.search("") == []
    assert pane.read(text)
    assert pane.search("leaf") == ["gpw 7.1.B"]
    assert pane.search("leaves")[0] == "gpw 8.0"
    assert "gpw 8.1.B" in pane.search("block supply")
    assert pane.search("snails overtake") == ["gpw 7.1.B"]
    assert SECRET in sent[-1]["items"][0]["line"]


def test_the_variable_names_the_text(text: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE + "GPW", str(text))
    pane = RulePane()
    sent = heard(pane)
    tell(pane, kind="ready")
    assert sent[0]["path"] == str(text)
    assert not sent[0]["bad"]


def test_a_file_that_is_no_rulebook_is_told(tmp_path: Path, text: Path) -> None:
    pane = RulePane(text)
    sent = heard(pane)
    tell(pane, kind="read", path=str(tmp_path / "none.txt"))
    assert sent[-1]["bad"]
    assert "none.txt" in sent[-1]["note"]
    assert pane.search("snails overtake") == []


def test_a_tag_carries_its_rule_and_our_line() -> None:
    tag = rule("gpw 7.1.B")
    assert 'data-rule="gpw 7.1.B"' in tag
    assert summary("gpw 7.1.B") in tag


def test_every_reason_of_a_refusal_is_a_tag(fighting_lab: Lab) -> None:
    tag = 'class="gpwlab-rule" data-rule="gpw '
    point(fighting_lab.map, "B1612", "mousemove")
    click(fighting_lab, "B1612")
    assert tag in fighting_lab.battle.odds.value
    assert tag in fighting_lab.inspector.content.value
    fighting_lab.battle.announce.click()
    fighting_lab.stepper.next.click()
    assert tag in fighting_lab.said.value
    fighting_lab.tabs.turn_to("Log")
    assert fighting_lab.journal.table.lines
    assert all(line["rule"] for line in fighting_lab.journal.table.lines)


def test_an_opened_rule_turns_the_lab_to_its_tab(lab: Lab) -> None:
    tell(lab.rules, kind="open", rule="gpw 7.1.B")
    assert lab.tabs.current == "Rules"
    assert lab.rules.text() == f"gpw 7.1.B: {summary('gpw 7.1.B')}"


def test_no_widget_holds_anything_of_the_text(text: Path, lab: Lab) -> None:
    pane = lab.rules
    sent = heard(pane)
    tell(pane, kind="read", path=str(text))
    tell(pane, kind="open", rule="gpw 7.1.B")
    tell(pane, kind="search", words="snails overtake")
    assert SECRET in str(sent)
    state = Widget.get_manager_state(drop_defaults=True)
    assert pane.model_id in state["state"]
    kept = (
        json.dumps(state, default=str),
        repr(pane),
        str(pane._repr_mimebundle_()),
        lab._repr_mimebundle_()["text/plain"],
    )
    for held in kept:
        assert SECRET not in held
        assert str(text) not in held


@pytest.mark.notebook
def test_a_notebook_saved_with_its_widgets_holds_nothing_of_the_text(text: Path) -> None:
    code = f"""\
from gpwlab.widgets.rulepane import RulePane
pane = RulePane({str(text)!r})
pane.show("gpw 7.1.B")
found = pane.search("snails overtake")
assert found == ["gpw 7.1.B"]
pane"""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    NotebookClient(notebook, kernel_name="python3", store_widget_state=True).execute()
    saved = notebook.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    assert any("gpwlab-passage" in str(model) for model in saved.values())
    outputs = [cell.outputs for cell in notebook.cells]
    assert summary("gpw 7.1.B") in str(outputs)
    assert SECRET not in str(saved) + str(outputs)
