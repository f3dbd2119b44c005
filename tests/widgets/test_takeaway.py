"""What cards let a reader take away: charts as SVG and PNG, tables in every form, files with sensible names."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pandas as pd
import pytest

from gpwlab import gpw, hube, sfs, study, widgets
from gpwlab.core.errors import InvalidInput
from gpwlab.widgets import tablepicture
from gpwlab.widgets.decision import DecisionPanel
from gpwlab.widgets.files import ExportBox
from gpwlab.widgets.handout import Handout
from gpwlab.widgets.hube_weatherview import percent
from gpwlab.widgets.sfs_strength import StrengthChart
from tests.gpw.wings import raid


def battle() -> Any:
    game = gpw.new("barbarossa", seed=1941)
    game.play("Axis Combat")
    for action in ("attack B1512 by ax-pz-39 ax-pz-57", "resolve B1512"):
        game.do(action)
    return game


def odds() -> Any:
    game = gpw.new("barbarossa", seed=1941)
    game.play("Axis Combat")
    card = widgets.OddsExplorer(game)
    card.look_at("B1512")
    return card


def fighting() -> Any:
    game = sfs.new("standard", seed=7)
    game.play(phase="German Movement")
    for action in ("move 14-pz by SC", "move 29-mot by SC"):
        game.do(action)
    game.play(phase="German Attack")
    if game.pending:
        game.do(game.pending.default)
    lab = widgets.AreaLab(game)
    lab.session.target, lab.session.attackers = "F18", ("F1", "F2")
    return lab


def of_areas() -> Any:
    lab = fighting()
    lab.tabs.turn_to("Odds")
    return lab.odds


def of_workbook() -> Any:
    lab = widgets.HubeLab(hube.new("korsun", seed=3))
    lab.tabs.turn_to("Odds")
    return lab.odds


def of_hexes() -> Any:
    """The card of a combat between units of the workbook's map."""
    lab = widgets.HubeLab(hube.new("kirovograd", seed=3))
    board, pieces = lab.game.board, lab.game.pieces
    mine = {piece.hex for piece in pieces if piece.side == "Soviet"}
    lab.session.target = next(
        piece.hex
        for piece in pieces
        if piece.side == "Axis" and any(h >= 0 and board.ids[h] in mine for h in board.near[board.hex(piece.hex)])
    )
    lab.battle.attackers.value = lab.battle.attackers.options[:1]
    lab.battle.known.value = "\n".join(f"{piece.id} 12 3" for piece in pieces)
    return lab.battle


CARDS: dict[str, tuple[Callable[[], Any], str]] = {
    "luck": (lambda: widgets.LuckLedger(battle()), "luck"),
    "weather": (lambda: widgets.WeatherOdds(gpw.new("barbarossa")), "turns 1 to 5; on average Axis"),
    "timeline": (lambda: widgets.ReinforcementTimeline(gpw.new("barbarossa")), "Strength"),
    "strength": (lambda: StrengthChart(sfs.new("red-square")), "German"),
    "forecast": (lambda: widgets.WeatherForecast(hube.new("kirovograd")), "refitting only"),
    "arrivals": (lambda: widgets.ArrivalTimeline(hube.new("kirovograd")), "1944"),
    "victory": (lambda: widgets.VictoryTrack(hube.new("kirovograd")), "VP"),
    "odds": (odds, "die 1 to 6"),
    "odds-of-areas": (of_areas, "columns: what each needs"),
    "odds-of-workbook": (of_workbook, "columns: what each needs"),
    "barrage": (lambda: widgets.BarrageCalculator(hube.new("korsun")), "disorganised"),
    "combat": (lambda: widgets.CombatCalculator(hube.new("korsun")), "defender option 1"),
    "combat-of-units": (of_hexes, "against"),
    "interception": (lambda: DecisionPanel(raid()), "the fighter"),
    "turn-record": (lambda: widgets.TurnTrack(gpw.new("barbarossa")), "Nov/Dec"),
    "turn-record-of-areas": (lambda: widgets.TurnRecord(sfs.new("standard")), "drift ice"),
    "artillery": (lambda: widgets.ArtilleryExplorer(fighting().session), "Soviet points across"),
}
#: These are small enough to be painted here.
PAINTED = (
    "luck", "strength", "odds", "barrage", "combat", "combat-of-units", "interception", "turn-record",
    "turn-record-of-areas",
)  # fmt: skip


def handout_of(card: Any) -> Handout:
    return next(part for part in parts_of(card) if isinstance(part, Handout))


def parts_of(card: Any) -> Iterator[Any]:
    yield card
    for child in getattr(card, "children", ()):
        yield from parts_of(child)


def given(handout: Handout, key: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    heard: list[dict[str, Any]] = []
    monkeypatch.setattr(
        handout, "send", lambda content, buffers=None: heard.append({**content, "bytes": buffers and buffers[0]})
    )
    handout.give(key)
    return heard[-1]  # after what tells how far it is


@pytest.mark.parametrize("name", CARDS)
def test_a_chart_is_saved_from_its_card_and_from_python(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, word = CARDS[name]
    card = make()
    path = widgets.save_chart(card, tmp_path / f"{name}.svg")
    text = path.read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert float(root.get("width") or 0) > 100
    assert "var(" not in text
    assert word in "".join(root.itertext())
    sent = given(handout_of(card), "svg", monkeypatch)
    assert sent["text"] == text
    assert sent["name"].endswith(".svg")
    assert sent["mime"] == "image/svg+xml"
    assert given(handout_of(card), "png", monkeypatch)["kind"] == "picture"  # the browser paints it
    if name in PAINTED:
        painted = widgets.save_chart(card, tmp_path / f"{name}.png", scale=1).read_bytes()
        assert painted.startswith(b"\x89PNG")
        assert int.from_bytes(painted[16:20]) == round(float(root.get("width") or 0))  # pixels across


@pytest.mark.parametrize("name", CARDS)
def test_the_table_of_a_card_comes_in_every_form(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    handout = handout_of(CARDS[name][0]())
    text = given(handout, "csv", monkeypatch)["text"]
    table = pd.read_parquet(io.BytesIO(given(handout, "parquet", monkeypatch)["bytes"]))
    first = next(
        iter(pd.read_excel(io.BytesIO(given(handout, "xlsx", monkeypatch)["bytes"]), sheet_name=None).values())
    )
    assert len(table) == len(pd.read_csv(io.StringIO(text))) > 0
    assert name.startswith("odds") or len(first) == len(table)


def test_files_are_named_after_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    card = widgets.LuckLedger(battle())
    assert given(handout_of(card), "csv", monkeypatch)["name"] == "barbarossa-turn1-axis-combat-5-luck.csv"


def test_what_cannot_be_made_is_said_in_the_lab() -> None:
    card = widgets.LuckLedger(gpw.new("barbarossa"))
    handout_of(card).give("svg")
    assert "no die of steps in battle has been rolled yet" in card.session.said
    with pytest.raises(InvalidInput, match="no die"):
        widgets.save_chart(card, "never.svg")
    with pytest.raises(InvalidInput, match="has no picture"):
        widgets.save_chart(widgets.LogView(gpw.new("barbarossa"), active=False), "never.svg")
    with pytest.raises(InvalidInput, match=r"\.svg or \.png, not '\.jpg'"):
        widgets.save_chart(widgets.LuckLedger(battle()), "never.jpg")


def test_many_games_are_taken_away_with_what_they_are_of(monkeypatch: pytest.MonkeyPatch) -> None:
    games = study.simulate("red-square", games=2, seed=20, workers=1, players=("random", "random"))
    card = widgets.SimulationView(games)
    sent = given(handout_of(card), "xlsx", monkeypatch)
    sheets = pd.read_excel(io.BytesIO(sent["bytes"]), sheet_name=None)
    assert list(sheets) == ["shown", "games", "about"]
    assert len(sheets["games"]) == 2
    assert dict(zip(sheets["about"]["what"], sheets["about"]["value"], strict=True))["scenario"] == "red-square"
    assert sent["name"] == "red-square-2-games-victories.xlsx"
    assert given(handout_of(card), "svg", monkeypatch)["text"].startswith("<svg")


@pytest.mark.parametrize("game", [gpw.new("barbarossa"), sfs.new("red-square")])
def test_the_labs_box_gives_report_map_and_forces(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    box = ExportBox(game)
    report = given(box.handout, "report", monkeypatch)
    assert report["text"].startswith("<!doctype html>")
    assert report["name"].endswith(".report.html")
    assert '"FeatureCollection"' in given(box.handout, "geojson", monkeypatch)["text"]
    sheets = pd.read_excel(io.BytesIO(given(box.handout, "forces", monkeypatch)["bytes"]), sheet_name=None)
    assert {"units", "log", "about"} <= set(sheets)


def test_a_side_of_stalingrad_gets_no_report_while_it_plays() -> None:
    lab = widgets.AreaLab(sfs.new("red-square"), viewer="German")
    lab.export.handout.give("report")
    assert "the report tells what the German side does not know" in lab.session.said


def test_two_lines_are_saved_side_by_side(tmp_path: Path) -> None:
    one = battle()
    other = one.fork()
    other.jump(0)
    card = widgets.Compare(one, other, names=("<now>", "start"))
    root = ElementTree.parse(widgets.save_chart(card, tmp_path / "both.svg")).getroot()
    maps = [part for part in root if part.tag.endswith("svg")]
    across = [float(part.get("x") or 0) for part in maps]
    assert across == [0, float(maps[0].get("width") or 0) + 16]
    assert float(root.get("width") or 0) == across[1] + float(maps[1].get("width") or 0)
    assert "<now>" in list(root.itertext())


def test_the_matrix_and_the_columns_are_drawn_value_by_value() -> None:
    guns = widgets.ArtilleryExplorer(fighting().session)
    root = ElementTree.fromstring(guns.picture())
    drawn = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    for value in (guns.values[0][0], guns.values[2][1]):
        assert f"{float(value):.0%}" in drawn
    framed = [r for r in root.iter("{http://www.w3.org/2000/svg}rect") if r.get("stroke") == "#222222"]
    highest = max(value for row in guns.values for value in row)
    assert len(framed) == sum(row.count(highest) for row in guns.values)
    odds = of_areas()
    bars = [
        r
        for r in ElementTree.fromstring(odds.picture()).iter("{http://www.w3.org/2000/svg}rect")
        if r.get("fill") == "#9cc9e8"
    ]
    assert [float(bar.get("width") or 0) for bar in bars] == pytest.approx(
        [140 * float(v) for v in odds.found.columns["falls"]], abs=0.1
    )


def test_a_plan_and_a_combat_are_taken_away_as_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    game = gpw.new("barbarossa", seed=1941)
    game.play("Axis Combat")
    planner = widgets.AttackPlanner(game)
    assert planner.handout.layout.display == "none"
    assert "press <b>Plan attacks</b>" in planner.result.value
    with pytest.raises(InvalidInput, match="press Plan attacks"):
        planner.table()
    planner.work_out()
    assert planner.handout.layout.display is None
    text = given(planner.handout, "csv", monkeypatch)["text"]
    assert len(pd.read_csv(io.StringIO(text))) == len(planner.plan.attacks) > 0  # type: ignore[union-attr]
    walk = widgets.CombatWalk(fighting().session)
    assert walk.handout.layout.display is None
    table = pd.read_parquet(io.BytesIO(given(walk.handout, "parquet", monkeypatch)["bytes"]))
    assert sum(map(Fraction, table["chance"])) == 1
    empty = widgets.CombatWalk(sfs.new("standard", seed=7))
    assert empty.handout.layout.display == "none"
    with pytest.raises(InvalidInput, match="aim at an enemy stack"):
        empty.table()


def test_where_no_attack_is_looked_at_there_is_nothing_to_draw() -> None:
    lab = widgets.AreaLab(sfs.new("standard", seed=7))
    for tab, card in (("Guns", lab.artillery), ("Odds", lab.odds)):
        lab.tabs.turn_to(tab)
        with pytest.raises(InvalidInput, match="no attack is"):
            card.picture()


def drawn_texts(card: Any) -> list[str]:
    root = ElementTree.fromstring(card.picture())
    return ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("make", [CARDS[name][0] for name in ("barrage", "combat", "combat-of-units")])
def test_calculations_are_drawn_outcome_by_outcome_with_their_reasons(make: Callable[[], Any]) -> None:
    card = make()
    table, texts = card.table(), drawn_texts(card)
    assert sum(table["chance"]) == 1
    assert [name for name in table["outcome"] if name not in texts] == []
    assert [text for c in table["chance"] if (text := percent(c, 1)) not in texts] == []
    bars = [
        float(bar.get("width") or 0)
        for bar in ElementTree.fromstring(card.picture()).iter("{http://www.w3.org/2000/svg}rect")
        if bar.get("fill") == tablepicture.BAR
    ]
    most = max(table["chance"])
    assert bars == pytest.approx([150 * float(c / most) for c in table["chance"]], abs=0.01)
    said = "".join("".join(texts).split())
    reasons = (card.shelling if hasattr(card, "shelling") else card.odds).reasons
    assert [str(reason) for reason in reasons if "".join(str(reason).split()) not in said] == []


def test_an_interception_is_drawn_as_it_is_told() -> None:
    card = DecisionPanel(raid())
    assert card.handout.layout.display is None
    texts = drawn_texts(card)
    for value in ("aborted 1/3, shot down 1/6", "shot down 1/6", "3:1 1/2, 1:1 1/2"):  # those of the card
        assert any(value in text for text in texts), value
    quiet = DecisionPanel(gpw.new("barbarossa"))
    assert quiet.handout.layout.display == "none"
    with pytest.raises(InvalidInput, match="no interception is to be decided: no decision is open"):
        quiet.picture()


def test_the_turn_records_are_drawn_box_by_box() -> None:
    track = widgets.TurnTrack(gpw.new("campaign"))
    track.choose(8)
    texts = drawn_texts(track)
    for box in track.grid.turns:
        assert [f"{side} {box[side.lower()]}" for side in ("Axis", "Soviet")
                if box[side.lower()] and f"{side} {box[side.lower()]}" not in texts] == []  # fmt: skip
    assert {"▶ 1", "4, mud", "29, snow", "Turn 8 (May 1942)", "Axis: 2 RP (gpw 9.1.B)"} <= set(texts)
    quiet = widgets.TurnTrack(gpw.new("campaign"), active=False)
    assert "29, snow" in drawn_texts(quiet)  # also where nobody looks
    record = widgets.TurnRecord(sfs.new("standard"))
    texts = drawn_texts(record)
    table = record.table()
    assert list(table["turn"].str.split().str[0]) == [str(turn) for turn in record.turns()]
    assert "13 Guards arrives ?" in texts  # reconstructed
    assert "37 Guards arrives" in " ".join(texts).replace("arrive as", "")
    lit = [r for r in ElementTree.fromstring(record.picture()).iter("{http://www.w3.org/2000/svg}rect")
           if r.get("fill") == tablepicture.LIT]  # fmt: skip
    assert len({r.get("y") for r in lit}) == 1  # the present turn
