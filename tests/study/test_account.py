"""The after-action report: what it tells is what the game did, and no text in it is markup."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from gpwlab import gpw, hube, sfs, study
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.study import account, players
from gpwlab.study.account import graphs
from gpwlab.study.account.chronicle import Chronicle, chronicle
from gpwlab.study.account.of_sfs import SfsBook
from gpwlab.study.onegame import Notes
from tests.gpw.battles import EAST, STEPPE
from tests.gpw.boards import game_at

NASTY = '<script>alert(1)</script> & "Minsk" <img src=x onerror=alert(2)>'


def played(module: Any, scenario: str, bots: list[str], seed: int = 7, **choice: Any) -> Any:
    game = module.new(scenario, seed=seed, **choice)
    players.play_out(game, players.pair(bots, game, seed))
    return game


@pytest.fixture(scope="module")
def war() -> Any:
    """Barbarossa played to the fall of Moscow, with a note at the start and one within turn 2."""
    game = played(gpw, "barbarossa", ["aggressive", "cautious"])
    place = next(n for n, phase in game.phases if phase.turn == 2 and phase.name == "Axis Combat")
    end = game.cursor
    game.jump(0)
    game.mark("before the war")
    game.jump(place + 1)
    game.mark(NASTY)
    game.jump(end)
    return game


@pytest.fixture(scope="module")
def told(war: Any) -> Chronicle:
    return chronicle(war)


@pytest.fixture(scope="module")
def page(war: Any) -> str:
    return account.html(war)


def test_it_is_one_sound_page_that_asks_for_nothing(page: str) -> None:
    assert "<script" not in page
    assert not re.findall(r"https?://(?!www\.w3\.org)", page)
    assert not re.search(r'(?:src|href)="(?!#|data:)', page)
    assert not re.search(r"\bon\w+=\"", page.split("</head>")[1].replace(NASTY, ""))
    assert "url(http" not in page
    assert "@import" not in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


def test_notes_stand_as_text_in_their_turns(page: str) -> None:
    quotes = re.findall(r"<blockquote>(.*?)</blockquote>", page)
    assert [unescape(quote) for quote in quotes] == ["before the war", NASTY]
    before, second = page.index("before the war"), page.index("&lt;script&gt;")
    assert page.index('id="before"') < before < page.index('id="turn-1"')
    assert page.index('id="turn-2"') < second < page.index('id="turn-3"')


def test_battles_are_those_of_the_log(war: Any, told: Chronicle) -> None:
    log = war.log[war.log["kept"]]
    rolled = log[log["kind"] == "battle"]
    found = [battle for turn in told.turns for battle in turn.battles]
    assert [(b.rolls[0][1], b.rolls[0][2]) for b in found] == [(str(r.die), r.result) for r in rolled.itertuples()]
    first = found[0]
    assert first.where == "B1612 Bialystok"
    assert first.odds == "5:1"
    assert first.attackers == "8 INF, 14 PZ, 47 PZ, 57 PZ"
    assert first.after == (
        "10 INF loses a step and is reduced", "10 INF would retreat through a hex in enemy ZOC and is eliminated",
    )  # fmt: skip
    ledger = study.luck(war)
    steps = ledger[ledger["measure"].isin(("defender steps", "attacker steps"))]
    assert sum(b.luck or 0 for b in found) == pytest.approx(steps["luck"].sum())


def test_losses_are_the_steps_that_counters_turned_or_left(war: Any, told: Chronicle) -> None:
    """Told independently: a counter of two steps loses one when it is reduced, the rest when it is eliminated."""
    left: dict[str, int] = {}
    lost = {"Axis": 0, "Soviet": 0}
    side = dict(zip(war.units["unit"], war.units["side"], strict=True))
    twin = war.fork()
    twin.jump(0)
    for row in war.log[war.log["kept"]].itertuples():
        if row.kind == "replacement" and "rebuilt to full" in row.text:
            left[row.unit] = 2
        if row.kind != "loss":
            continue
        steps = left.get(row.unit, twin.standing(row.unit)[0].steps)
        gone = 1 if row.result == "is reduced" else steps
        left[row.unit] = steps - gone
        lost[side[row.unit]] += gone
    assert {name: now.lost for name, now in told.turns[-1].standing.items()} == lost
    assert min(lost.values()) > 0


def test_a_band_that_dies_is_a_step_lost_though_it_comes_back() -> None:
    """Its counter is whole again on the turn record (gpw 16.2.D)."""
    game = game_at("Axis Panzer Movement", {"su-par-1": EAST, "ax-inf-6": STEPPE}, rules=gpw.rules("partisans"))
    notes = Notes(game)
    notes.watch(game.next_phase())
    assert list(game.log[game.log["kind"] == "loss"]["unit"]) == ["su-par-1"]
    assert {side: now.lost for side, now in chronicle(game).turns[-1].standing.items()} == {"Axis": 0, "Soviet": 1}
    assert notes._lost == [0, 1]


def test_ground_and_cities_are_those_of_each_turn(war: Any, told: Chronicle) -> None:
    board = war.board
    twin = war.fork()
    places = {turn: next(n for n, phase in war.phases if phase.turn == turn + 1) for turn in (1, 2)}
    twin.jump(0)
    before = {city for city, h in board.city_at.items() if board.ids[h] in twin.controlled("Axis")}
    for turn in told.turns[:2]:
        twin.jump(places[turn.number])
        held = {h for h in twin.controlled("Axis") if board.playable[board.hex(h)]}
        assert turn.standing["Axis"].ground == len(held)
        cities = {city for city, h in board.city_at.items() if board.ids[h] in held}
        assert set(turn.taken["Axis"]) == cities - before
        before = cities
    assert "Moscow" in told.turns[-1].taken["Axis"]  # which ended it (gpw 22.1.3.A)
    assert sum(now.ground for now in told.turns[0].standing.values()) == sum(board.playable)


def test_a_place_is_told_as_taken_when_it_changes_hands_and_not_when_it_was_contested(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = played(sfs, "red-square", ["cautious"])
    turns = len(chronicle(game).turns)
    one, two = {"hill": "German", "works": "Soviet"}, {"works": "German"}  # the hill is contested
    three, four = {"hill": "German", "works": "German"}, {"hill": "Soviet", "works": "German"}
    told_of = iter([one, one, two, three, *[four] * (turns - 2)])  # as it was, as it began, turn by turn
    monkeypatch.setattr(SfsBook, "holders", lambda *_given: next(told_of))
    told = chronicle(game)
    assert [told.before.taken, *(turn.taken for turn in told.turns)] == [
        {}, {"German": ["works"]}, {}, {"Soviet": ["hill"]}, *[{}] * (turns - 3)
    ]  # fmt: skip


def test_the_graph_of_luck_says_who_had_good_luck_and_who_had_bad(page: str, told: Chronicle) -> None:
    battles = [battle for turn in told.turns for battle in turn.battles]
    luck = {side: sum(b.luck or 0.0 for b in battles if b.side == side) for side in ("Axis", "Soviet")}
    assert all(luck.values())
    said = "; ".join(f"{side} {steps:+.1f}" for side, steps in luck.items())
    assert f'aria-label="Luck in battle, steps added up: {said} at the end"' in page
    assert re.search(r'aria-label="Steps lost, added up: Axis \d+; Soviet \d+ at the end"', page)


def test_the_page_says_how_it_ended(page: str, war: Any) -> None:
    ending = page[page.index('id="outcome"') :]
    assert "Axis victory" in ending
    assert "the Axis has captured Moscow (gpw 22.1.3.A)" in ending
    assert "What the dice did" in ending
    assert war._head()["data"][:12] in ending
    assert page.count('class="turn" id="turn-') == 3
    for turn in (1, 2, 3):
        assert f'href="#turn-{turn}"' in page


def test_a_game_that_goes_on_is_not_said_to_have_ended(page: str) -> None:
    game = gpw.new("barbarossa", seed=7)
    game.play(phase="Axis Combat")
    fought = account.html(game)
    assert re.findall(r'<a href="#outcome">(.*?)</a>', fought) == ["How it stands"]
    assert "<h2>How it stands</h2>" in fought
    assert "How it ended" not in fought
    assert re.findall(r'<a href="#outcome">(.*?)</a>', page) == ["How it ended"]
    assert "<h2>How it ended</h2>" in page


def test_a_graph_runs_from_the_start_to_the_last_turn_also_when_that_is_the_first() -> None:
    game = gpw.new("barbarossa", seed=7)
    game.play(phase="Axis Combat")
    drawn = re.findall(r'<svg[^>]*class="graph".*?</svg>', account.html(game))
    assert len(drawn) == 3  # no battle yet, so none of the luck
    for graph in drawn:
        assert (graph.count(">start<"), graph.count(">turn 1<")) == (1, 1)
    lines = graphs.lines("Steps lost", 5, {"Axis": [0, 2], "Soviet": [0, 0]})
    paths = re.findall(r'd="M([\d.]+) [\d.]+L([\d.]+) [\d.]+"', lines)
    assert len(paths) == 2
    assert all(float(left) < float(right) for left, right in paths)  # a line, also over one turn


def test_the_graphs_begin_with_what_there_was_before_the_first_turn(page: str, told: Chronicle) -> None:
    drawn = re.findall(r'<svg[^>]*class="graph".*?</svg>', page)
    for graph in drawn:
        (way,) = re.findall(r'<g class="axis"><path[^>]*d="([^"]+)"', graph)
        assert way.count(" ") == len(told.turns) + 1  # a point a turn, and the start


def test_the_table_of_turns_says_that_its_numbers_are_losses(page: str, told: Chronicle) -> None:
    table = page[page.index('<table class="contents">') :].split("</table>")[0]
    assert re.findall(r"<th[^>]*>(\w+ lost)</th>", table) == ["steps lost", "Axis lost", "Soviet lost"]
    for side in ("Axis", "Soviet"):
        cells = re.findall(rf'data-name="{side} lost">(\d*)</td>', table)
        assert sum(int(cell or 0) for cell in cells) == told.turns[-1].standing[side].lost > 0


def test_undone_actions_are_not_told(war: Any) -> None:
    twin = war.fork()
    twin.jump(24)
    assert [turn.number for turn in chronicle(twin).turns] == [1]
    assert not chronicle(twin).turns[0].battles


def test_maps_follow_the_front(told: Chronicle) -> None:
    windows = [turn.window for turn in told.turns]
    assert all(window is not None and window.width >= 900 for window in windows)
    assert windows[0] != windows[-1]
    assert (
        len({(str(turn.still).split("<defs>")[0].split(" width")[0]).split("viewBox")[1] for turn in told.turns}) == 1
    )


def test_stalingrad_is_told_roll_by_roll() -> None:
    game = played(sfs, "red-square", ["cautious"])
    told = chronicle(game)
    log = game.log[game.log["kept"]]
    battles = [battle for turn in told.turns for battle in turn.battles]
    assert len(battles) == (log["kind"] == "attack").sum() > 0
    first = log[log["kind"] == "d-crt"].iloc[0]
    rolls = [roll for battle in battles for roll in battle.rolls if roll[0] == "defender"]
    assert rolls[0][2] == first["text"].rpartition(": ")[2]
    assert int(rolls[0][1].partition("+")[0]) == first["die"]
    page = account.html(game)
    assert "Struggle for Stalingrad" in page
    assert "<script" not in page
    assert str(game.winner.reasons[0]) in unescape(page)


def test_german_losses_in_the_city_are_the_steps_that_are_gone() -> None:
    game = played(sfs, "red-square", ["aggressive", "cautious"], seed=8)
    told = chronicle(game)
    after = game.units
    game.jump(0)
    before = game.units
    lost = [int(units.loc[units["side"] == "German", "steps"].sum()) for units in (before, after)]
    assert told.turns[-1].standing["German"].lost == lost[0] - lost[1] > 0
    landings = {place.name for place in game.board.strongpoints if place.landing}
    assert landings
    assert landings.isdisjoint(told.book.holders(game))


def test_the_workbook_tells_weather_arrivals_and_recorded_losses() -> None:
    game = hube.new("kirovograd", seed=3)
    game.play("Axis Movement")
    unit = next(piece for piece in game.pieces if piece.side == "Axis" and piece.kind == "inf-div")
    game.do(f"lose {unit.id} 1 combat")
    told = chronicle(game)
    assert told.turns[0].standing["Axis"].lost == 1
    assert told.turns[0].standing["Soviet"].lost == 0
    log = game.log
    assert told.turns[0].weather[0] == log[log["kind"] == "weather"]["text"].iloc[0]
    game.do(f"lose {unit.id} 4 combat")  # more than the table knows of
    game.do(f"lose {unit.id} 0 combat")
    assert chronicle(game).turns[0].standing["Axis"].lost == 5
    page = account.html(game)
    assert f"{unit.id} loses 1 step" in page
    assert "Battles</dt>" not in page


def test_a_view_tells_too_little_and_a_bad_path_is_refused(war: Any, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="of a whole game"):
        account.html(war.view("Axis"))
    with pytest.raises(DataError, match="cannot be written"):
        study.report(gpw.new("barbarossa"), tmp_path / "none" / "x.html")
    assert not list(tmp_path.iterdir())


def test_a_report_is_a_page(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"a report is a page, path\.html, not '.*war\.pdf'"):
        study.report(gpw.new("barbarossa"), tmp_path / "war.pdf")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("value", "said"), [(-0.001, "0"), (0.0, "0"), (-0.0, "0"), (0.2, "+0.20"), (-1.5, "-1.50"), (-0.006, "-0.01")]
)
def test_what_rounds_to_nought_has_no_sign(value: float, said: str) -> None:
    assert graphs.signed_text(value) == said


def test_a_graph_of_luck_that_rounds_to_nought_says_so() -> None:
    drawn = graphs.lines("Luck", 1, {"Axis": [0.5, -0.01], "Soviet": [-1.0, -2.0]}, signed=True)
    assert "Axis 0;" in drawn
    assert "-0.0" not in drawn
