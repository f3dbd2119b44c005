"""History on a time line: each event once, above the turns it falls into, told in words, a way to its section."""

from __future__ import annotations

from datetime import date
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pytest

from gpwlab import gpw, hube, sfs, study
from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import Picture
from gpwlab.study.turndates import turn_dates
from gpwlab.widgets import HistoryTimeline, Lab, Session
from gpwlab.widgets import historyview as view
from gpwlab.widgets.handout import Handout
from gpwlab.widgets.history import span

SVG = "{http://www.w3.org/2000/svg}"


def groups(svg: str, mark: str) -> list[ElementTree.Element]:
    return [g for g in ElementTree.fromstring(svg).iter(f"{SVG}g") if g.attrib.get("class") == mark]


@pytest.fixture(scope="module")
def card() -> HistoryTimeline:
    return HistoryTimeline("gpw")


def test_each_event_stands_in_the_column_of_its_first_turn(card: HistoryTimeline) -> None:
    drawn = {int(g.attrib["data-event"]): int(g.attrib["data-turn"]) for g in groups(card.svg(), "event")}
    dates = study.history_dates("gpw")
    assert sorted(drawn) == list(dates.index)
    for number, turn in dates["first_turn"].items():
        assert drawn[int(str(number))] == (0 if pd.isna(turn) else turn)  # April 1941 lies before the game
    boxes = [int(g.attrib["data-turn"]) for g in groups(card.svg(), "turn")]
    assert boxes == list(range(33))


def test_keys_reach_every_event(card: HistoryTimeline) -> None:
    """The page goes up from row to row of a column: rows count without a gap."""
    rows: dict[str, list[int]] = {}
    for g in groups(card.svg(), "event"):
        rows.setdefault(g.attrib["data-turn"], []).append(int(g.attrib["data-row"]))
    assert all(sorted(found, reverse=True) == list(range(-1, -1 - len(found), -1)) for found in rows.values())


def test_bars_lie_on_the_date_axis_and_no_name_on_another(card: HistoryTimeline) -> None:
    axis = view.axis_of(card.dates, card.turns)
    spots = view.place(card.dates, axis)
    left, right = axis.ends
    assert axis.x(date(1941, 6, 1)) == left
    assert axis.x(date(1945, 6, 1)) == right  # the day after the last turn
    assert axis.x(date(1943, 6, 1)) == pytest.approx((left + right) / 2, abs=0.5)  # half of 1461 days
    uranus = next(spot for spot in spots if card.dates.loc[spot.number, "event"] == "Operation Uranus")
    assert uranus.left == axis.x(date(1942, 11, 19))
    extents = {s.number: (s.lane, *view._extent(s.left, s.right, card.dates.loc[s.number, "event"])) for s in spots}
    for one, two in combinations(extents.values(), 2):
        assert one[0] != two[0] or one[2] <= two[1] or two[2] <= one[1]


def test_printed_days_and_sides_are_told_apart_without_colour(card: HistoryTimeline) -> None:
    for g in groups(card.svg(), "event"):
        row = card.dates.loc[int(g.attrib["data-event"])]
        words = "".join(node.text or "" for node in g.iter(f"{SVG}tspan"))
        assert words == view.SIGNS[row["side"]]
        bar = g.findall(f"{SVG}rect")[-1]
        assert (bar.attrib["fill"] == bar.attrib["stroke"]) == (row["provenance"] == "printed")


def test_an_event_is_told_with_its_turns_and_source(card: HistoryTimeline) -> None:
    number = card.dates.index[card.dates["event"] == "Operation Uranus"][0]
    told = card._message["events"][str(number)]
    assert told["title"] == "19-23 Nov 1942"
    assert told["text"] == "● Operation Uranus, Stalingrad; Turn 13 (Nov/Dec 1942)."
    assert told["rule"] == "gpw 27.0"
    assert told["more"].startswith("published: ")
    assert "Operation Uranus; Pocket of Stalingrad" in card._message["turns"]["13"][1]
    assert card._message["turns"]["13"][0] == "Turn 13 (Nov/Dec 1942), 1 Nov to 31 Dec 1942"
    before = "Winter War against Finland; New Soviet establishment, in few units yet"
    assert card._message["turns"]["0"] == ["Before the game", before]
    assert card._message["turns"]["16"][1] == "Siege of Leningrad"
    assert len(card.text().splitlines()) == len(card.dates)


def test_a_click_opens_the_section_and_a_row_does_too() -> None:
    card = HistoryTimeline("gpw")
    opened: list[str] = []
    card.on_pick.append(opened.append)
    assert card.pane.layout.display == "none"
    card._heard(card.chart, {"kind": "go", "turn": 5, "unit": ""}, [])  # a box of the turn record opens nothing
    assert opened == []
    uranus, smolensk = (list(card.dates["event"]).index(name) for name in ("Operation Uranus", "Battle of Smolensk"))
    card._heard(card.chart, {"kind": "go", "turn": 13, "unit": str(uranus)}, [])
    assert card.pane.layout.display is None
    assert opened == ["gpw 27.0"]
    assert card.pane.text() == "gpw 27.0: THE SOVIET ARMY"  # no rulebook here: the section is named
    card.twin.value = True
    rows = card.grid.rows
    assert len(rows) == len(card.dates)
    assert rows[smolensk][:5] == [
        smolensk + 1,
        "1941-07-10",
        "1941-09-10",
        "Turn 2 (Jul 1941) to Turn 4 (Sep/Oct 1941)",
        "Battle of Smolensk",
    ]
    card.grid._heard(card.grid, {"kind": "row", "name": str(smolensk + 1)}, [])
    assert opened[-1] == "gpw 26.0"
    with pytest.raises(InvalidInput, match="no event 99"):
        card.pick(99)


def test_the_turn_in_progress_is_marked_and_moves_with_the_game() -> None:
    session = Session(gpw.new("barbarossa"))
    card = HistoryTimeline(session)
    assert [g.attrib["data-turn"] for g in groups(card.svg(), "turn") if g.attrib["aria-label"].endswith("(now)")] == [
        "1"
    ]
    session.run(lambda: session.game.play(turn=3, phase="Axis Combat"))
    assert card._message["now"] == 3
    assert [g.attrib["data-turn"] for g in groups(card.svg(), "turn") if g.attrib["aria-label"].endswith("(now)")] == [
        "3"
    ]
    assert HistoryTimeline("gpw").now is None


@pytest.mark.parametrize(("game", "turn", "name"), [(hube, "korsun", "hube"), (sfs, "standard", "sfs")])
def test_the_other_games_have_their_own_turns(game: Any, turn: str, name: str) -> None:
    card = HistoryTimeline(game.new(turn, seed=1))
    assert card.game == name
    assert card.now == card.session.game.phase.turn  # type: ignore[union-attr]
    inside = [
        g for g in groups(card.svg(), "turn") if int(g.attrib["data-turn"]) in {t.number for t in turn_dates(name)}
    ]
    assert len(inside) == len(turn_dates(name))


def test_what_is_no_game_is_refused() -> None:
    for wrong in ("chess", 7):
        with pytest.raises(InvalidInput, match="gpw, hube, sfs"):
            HistoryTimeline(wrong)


def test_names_with_markup_show_as_text() -> None:
    card = HistoryTimeline("gpw")
    card.dates.loc[3, "event"] = "<script>alert(1)</script> & Co"
    card.refresh()
    (found,) = [g for g in groups(card.svg(), "event") if g.attrib["data-event"] == "3"]
    assert "<script>alert(1)</script> & Co" in "".join(found.itertext())


def test_a_picture_stays_without_a_kernel(card: HistoryTimeline) -> None:
    picture = card.picture(1000)
    assert isinstance(picture, Picture)
    root = ElementTree.fromstring(picture)
    assert root.attrib["width"] == "1000"
    assert "Operation Bagration" in repr(picture)


@pytest.mark.parametrize(
    ("start", "end", "says"),
    [
        ((1941, 6, 22), (1941, 6, 22), "22 Jun 1941"),
        ((1941, 10, 2), (1941, 10, 21), "2-21 Oct 1941"),
        ((1942, 5, 1), (1942, 5, 31), "May 1942"),
        ((1943, 7, 12), (1943, 8, 18), "12 Jul to 18 Aug 1943"),
        ((1941, 12, 5), (1942, 4, 20), "5 Dec 1941 to 20 Apr 1942"),
    ],
)
def test_days_in_words(start: tuple[int, int, int], end: tuple[int, int, int], says: str) -> None:
    assert span(date(*start), date(*end)) == says


@pytest.mark.parametrize(
    ("scenario", "tab", "section"),
    [("barbarossa", "Time", "gpw 26.0"), ("red-square", "Time", "sfs 1.1.A"), ("kirovograd", "Track", "hube ")],
)
def test_a_lab_reads_history_when_its_tab_is_seen_and_opens_sections_in_its_rules(
    scenario: str, tab: str, section: str
) -> None:
    lab: Any = Lab(scenario)
    card = lab.time.history if scenario == "barbarossa" else lab.history
    assert "dates" not in vars(card)  # nothing is read for the first paint
    assert card._message == {}
    lab.tabs.turn_to(tab)
    assert card._message["now"] == lab.game.phase.turn
    assert len(groups(card._message["svg"], "event")) == len(card.dates)
    number = next(n for n in card.dates.index if card.dates.loc[n, "section"].startswith(section))
    card._heard(card.chart, {"kind": "go", "turn": 1, "unit": str(number)}, [])
    assert lab.tabs.current == "Rules"
    assert lab.rules.text().startswith(section)
    assert not card.active
    assert card.pane is lab.rules
    assert lab.rules not in card.children  # the lab has one pane


def test_the_dates_are_taken_away_as_chart_and_table(card: HistoryTimeline) -> None:
    (handout,) = [part for part in card.children if isinstance(part, Handout)]
    assert [row[1] for row in handout.offers] == ["SVG", "PNG", "CSV", "Excel", "Parquet"]
    assert handout.given["svg"].name() == "gpw-history.svg"
    assert len(card.table()) == len(card.dates)
    assert str(handout.given["svg"].make()).count('class="event"') == len(card.dates)
