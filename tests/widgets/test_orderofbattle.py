"""The order of battle as a tree: groups, sums, filters, the link with the map, and what may be taken away."""

from __future__ import annotations

import csv
import io
from typing import Any

import pandas as pd
import pytest

from gpwlab import gpw, study
from gpwlab.widgets import Lab, OrderOfBattle, Session
from gpwlab.widgets.orderofbattle import COLUMNS, hexes_of, tree
from tests.widgets.tables import click


def rows(card: OrderOfBattle, **where: Any) -> list[dict[str, Any]]:
    return [row for row in card.rows if all(row.get(name) == value for name, value in where.items())]


@pytest.fixture
def card() -> OrderOfBattle:
    return OrderOfBattle(gpw.new("barbarossa"))


@pytest.mark.rule("gpw chart.Counter mix", kind="shown")
def test_every_counter_once_below_its_groups(card: OrderOfBattle) -> None:
    units = [row["unit"] for row in card.rows if row["unit"]]
    assert sorted(units) == sorted(card.session.game.units["unit"])
    assert [row["text"] for row in rows(card, level=0)] == ["Axis", "Soviet"]
    centre = rows(card, text="Army Group Centre")[0]
    assert (centre["level"], centre["count"], centre["cells"][2:5]) == (1, "17/17", [138, 138, "34/34"])
    place = card.rows.index(centre)
    below = card.rows[place + 1 : place + 18]
    assert {row["level"] for row in below} == {2}
    assert {row["key"].split("/")[2] for row in below} == {"formation=Army Group Centre"}
    assert len(COLUMNS) == 1 + len(centre["cells"])


def test_groups_of_any_depth_add_up(card: OrderOfBattle) -> None:
    table = study.order_of_battle(card.session.game)
    for by in ([], ["kind"], ["place", "side", "branch"], ["arrives"], ["supply", "nation"]):
        found = list(tree(table, by))
        assert sum(bool(row["unit"]) for row in found) == len(table)
        outer = [row for row in found if row["level"] == 0 and not row["unit"]]
        assert sum(int(row["count"].split("/")[1]) for row in outer) == (len(table) if by else 0)
        assert max(row["level"] for row in found) == len(by)


def test_places_come_in_the_order_of_a_player() -> None:
    game = gpw.new("barbarossa")
    game.play(turn=2, phase="Axis Reinforcement/Replacement")
    card = OrderOfBattle(game, by=("place",))
    assert [row["text"] for row in rows(card, level=0)] == ["on the map", "due now", "to come", "not in this game"]
    card.by[0].value = "arrives"
    assert [row["text"] for row in rows(card, level=0)][:3] == ["from the start", "turn 2", "turn 3"]


def test_filters_and_words_narrow_the_tree(card: OrderOfBattle) -> None:
    card.filters["side"].value = "Axis"
    card.filters["kind"].value = "PZ"
    assert set(card.table["kind"]) == {"PZ"}
    assert len(card.table) == 17
    assert "17 of 188 counters" in card.heading.value
    card.words.value = "47 warsaw"
    assert len(card.table) == 0
    assert card.rows == []
    card.words.value = "ax-pz-47 panzer"
    assert list(card.table["unit"]) == ["ax-pz-47"]
    assert card._message["spread"]  # what was searched for is not hidden in a folded group
    card.clear.click()
    assert len(card.table) == 188
    assert not card._message["spread"]


def test_a_symbol_for_each_kind_of_a_nation(card: OrderOfBattle) -> None:
    symbols = card._message["symbols"]
    assert set(symbols) == {row["symbol"] for row in card.rows if row["unit"]}
    assert all(svg.startswith("<svg") for svg in symbols.values())
    assert symbols["German PZ"] != symbols["German SS PZ"]


def test_sums_of_the_sides_are_those_of_the_study(card: OrderOfBattle) -> None:
    for row in study.totals(card.session.game).to_dict("records"):
        assert f"<td>{row['on_map']}/{row['units']}</td><td>{row['points']}–{row['guard']}</td>" in card.summary.value


# -- the link with the map ------------------------------------------------------------------------------------------


def test_a_click_on_a_row_picks_the_unit_and_shows_it(lab: Lab) -> None:
    lab.tabs.turn_to("Forces")
    lab.map.map.center = (0.0, 0.0)  # far away from it
    lab.order._heard(None, {"kind": "pick", "unit": "su-inf-9"}, [])
    assert lab.session.unit == "su-inf-9"
    assert lab.order.tree.picked == "su-inf-9"
    assert list(lab.map.map.center) != [0.0, 0.0]
    lab.order._heard(None, {"kind": "pick", "unit": "su-inf-9"}, [])
    assert lab.session.unit == lab.order.tree.picked == ""


def test_a_click_on_the_map_marks_the_row(lab: Lab) -> None:
    lab.tabs.turn_to("Forces")
    click(lab, "B1812")
    assert lab.order.tree.picked == lab.session.unit == "ax-pz-47"
    lab.session.hovered = "B1612"
    assert lab.order.tree.pointed == "B1612"
    lab.order._heard(None, {"kind": "point", "hex": "B1713"}, [])
    assert lab.session.hovered == "B1713"


def test_a_group_is_shown_on_the_map(lab: Lab) -> None:
    lab.tabs.turn_to("Forces")
    key = rows(lab.order, text="Odessa Military District")[0]["key"]
    hexes = hexes_of(lab.order.rows, key)
    assert hexes == sorted(lab.game.units.set_index("unit").loc[["su-inf-9", "su-inf-cos"], "hex"])
    before = list(lab.map.map.center)
    lab.order._heard(None, {"kind": "look", "key": key}, [])
    assert list(lab.map.map.center) != before
    late = rows(lab.order, text="Conversions of 1945")[0]["key"]
    assert hexes_of(lab.order.rows, late) == []
    lab.order._heard(None, {"kind": "look", "key": late}, [])
    assert "None of these is on the map" in lab.session.said


def test_it_follows_the_game_only_while_it_is_seen(lab: Lab) -> None:
    assert not hasattr(lab.order, "rows")
    assert lab.order.text() == "The order of battle is not shown."
    lab.keyboard.press("g")
    assert lab.tabs.current == "Forces"
    before = rows(lab.order, unit="ax-pz-47")[0]["hex"]
    lab.session.attempt("move ax-pz-47 B1712")
    assert (before, rows(lab.order, unit="ax-pz-47")[0]["hex"]) == ("B1812", "B1712")
    lab.tabs.turn_to("Play")
    lab.session.run(lambda: lab.game.undo())
    assert rows(lab.order, unit="ax-pz-47")[0]["hex"] == "B1712"
    lab.tabs.turn_to("Forces")
    assert rows(lab.order, unit="ax-pz-47")[0]["hex"] == "B1812"


def test_another_game_drops_filters_that_it_does_not_know() -> None:
    session = Session(gpw.new("barbarossa", setup="free"))
    card = OrderOfBattle(session)
    card.filters["place"].value = "due now"
    assert len(card.table) == 80
    session.replace(gpw.new("barbarossa"))
    assert card.filters["place"].value == ""
    assert len(card.table) == 188


# -- what is taken away ---------------------------------------------------------------------------------------------


def sent(card: OrderOfBattle, key: str, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, Any], Any]:
    heard: list[tuple[dict[str, Any], Any]] = []
    monkeypatch.setattr(card.handout, "send", lambda content, buffers=None: heard.append((content, buffers)))
    card.handout.give(key)
    return heard[-1]  # after what tells how far it is


def test_csv_and_excel_hold_what_is_shown(card: OrderOfBattle, monkeypatch: pytest.MonkeyPatch) -> None:
    card.filters["side"].value = "Soviet"
    content, buffers = sent(card, "csv", monkeypatch)
    found = list(csv.DictReader(io.StringIO(content["text"])))
    assert [row["unit"] for row in found] == list(card.table["unit"])
    assert content["name"] == "barbarossa-turn1-axis-reinforcement-replacement-0-forces.csv"
    assert buffers is None
    content, buffers = sent(card, "xlsx", monkeypatch)
    assert content["name"].endswith("-forces.xlsx")
    assert "text" not in content
    sheets = pd.read_excel(io.BytesIO(buffers[0]), sheet_name=None)
    assert len(sheets["units"]) == len(card.table)


def test_text_twin_has_every_row(card: OrderOfBattle) -> None:
    text = card._repr_mimebundle_()["text/plain"]
    assert len(text.splitlines()) == 2 + len(card.rows)
    assert "  Army Group South 11/11 |  |  | 80 | 82 | 22/22 | " in text
    assert "    47 PZ | XXXXVII Panzer (Motorised) Corps | B1812 | 12 | 12 | 2/2 | " in text
