"""The game as users hold it: tables, saves, forks, bookmarks, overlays, options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpwlab import DataError, GameError, InvalidInput, sfs
from gpwlab.core import saves, tables
from tests.sfs.boards import events_of, game_at, game_in, rule_ids
from tests.sfs.player import RandomPlayer


def played(seed: int, steps: int = 60) -> sfs.Game:
    game, player = sfs.new("standard", seed=seed), RandomPlayer(seed)
    for _step in range(steps):
        game.do(player.choose(game))
    return game


def test_there_are_five_scenarios_one_option_and_tables_with_their_sources() -> None:
    assert list(sfs.scenarios()["slug"]) == [
        "red-square", "red-square-solitaire", "standard", "dash-to-the-volga", "fight-to-the-finish",
    ]  # fmt: skip
    assert list(sfs.options()["section"]) == ["5.4.9"]
    frame = sfs.tables()
    kinds = ["printed", "derived", "published", "reconstructed"]
    assert (frame[kinds].sum(axis=1) == frame["rows"]).all()


def test_the_order_of_battle_has_every_unit_in_play() -> None:
    game = sfs.new("standard", seed=1)
    frame = game.units.set_index("unit")
    assert frame.at["14-pz", "strength"] == 11
    assert frame.at["100-jaeger", "state"] == "later"
    assert frame.at["71-inf", "state"] == "reduced"
    assert (frame["side"] == "Soviet").sum() == 21  # 16 divisions, four tanks, Chuikov
    assert set(frame.loc[frame["area"] != "", "supply"].dropna()) <= {"supplied", "unsupplied", "out of supply"}


def test_the_log_tells_turn_phase_and_side_of_every_event() -> None:
    game = played(3, 40)
    log = game.log
    begins = log[log["kind"] == "phase"]
    for row in begins.itertuples():
        assert row.text.startswith(f"Turn {row.turn} ")
        assert f": {row.phase} Phase" in row.text
    assert log.iloc[-1]["turn"] == game.phase.turn


@pytest.mark.parametrize("setup", ["suggested", "free"])
@pytest.mark.parametrize("slug", ["standard", "red-square-solitaire"])
def test_the_log_begins_with_the_set_up(slug: str, setup: str) -> None:
    game = sfs.new(slug, seed=2, setup=setup)
    log = game.log
    assert set(log[log["kind"].isin(("option", "setup"))]["phase"]) <= {"Soviet Set-up"}
    assert game.phase.name == ("Soviet Set-up" if setup == "free" else "Mutual Artillery")
    game.do("choose option 1") if game.pending else game.next_phase()
    assert game.log["n"].max() == 1


def test_a_save_that_plays_differently_opens_for_looking_only(tmp_path: Path) -> None:
    game, path = played(4, 50), tmp_path / "save.json"
    game.save(path)
    body = saves.read(path)
    number = next(n for n, entry in enumerate(body["history"]) if any(fact[4] for fact in entry[2]))
    fact = next(fact for fact in body["history"][number][2] if fact[4])
    fact[4] = 7 - fact[4]
    saves.write(path, {key: value for key, value in body.items() if key not in ("format", "version", "checksum")})
    twin = sfs.load(path)
    assert twin.read_only
    assert twin.position == game.position
    with pytest.raises(InvalidInput, match="read-only"):
        twin.do("done")


def test_bookmarks_and_branches() -> None:
    game = played(5, 20)
    assert game.mark("here") == 20
    game.jump(10)
    game.do("done") if not game.why_not("done") else None
    branch = game.branch(20)
    assert branch.cursor == 20
    assert game.fork().notes in ({}, {20: "here"})
    with pytest.raises(InvalidInput):
        game.mark(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput):
        game.branch(999)


def test_a_users_table_counts_and_a_bad_one_is_refused(tmp_path: Path) -> None:
    rows = tables.read("sfs", "markers")
    lines = [f"{row['marker']},{int(row['turn']) + 1},printed,my copy\n" for row in rows]
    text = "marker,turn,provenance,basis\n" + "".join(lines)
    (tmp_path / "markers.csv").write_text(text)
    game = sfs.new("standard", overlay=tmp_path)
    assert game.markers == {"Partial": 9, "Draw": 12, "Uranus": 15}
    assert sfs.new("standard").markers["Partial"] == 8
    path = tmp_path / "save.json"
    game.save(path)
    assert sfs.load(path, overlay=tmp_path).read_only == ""
    (tmp_path / "markers.csv").write_text(text.replace("Draw,12", "Draw,2"))
    with pytest.raises(DataError, match=r"markers\.csv"):
        sfs.new("standard", overlay=tmp_path)
    with pytest.raises(DataError):
        sfs.new("standard", overlay=tmp_path / "nowhere")


def test_a_rule_set_brings_its_own_tables() -> None:
    rows = [row | {"turn": str(int(row["turn"]) + 2)} for row in tables.read("sfs", "markers")]
    house = sfs.RuleSet((), {"markers": rows})
    assert sfs.new("standard", rules=house).markers["Partial"] == 10
    with pytest.raises(GameError):
        sfs.new("standard", rules=sfs.RuleSet((), {"markers": [{"marker": "Draw"}]}))
    with pytest.raises(InvalidInput):
        sfs.new("standard", rules=sfs.RuleSet((), {"weather": []}))


# -- fog of war cards -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sfs 5.4.9.A")
def test_cards_decide_the_points_in_secret() -> None:
    fields = {"turn": 4, "rules": sfs.rules("5.4.9")}
    cards = set()
    for seed in range(40):
        game = game_in("Mutual Artillery", "YE: 14-pz", "RS: a", seed=seed, **fields)
        game.next_phase()
        card = game._pos.card[0]
        cards.add(card)
        # row A2 on turn 4; Mamayev Kurgan, its area and Orlovka West are Soviet
        assert game.aps["German"] == game.charts.points("A2", card)
        assert "German" not in game.view("Soviet").aps
        texts = game.view("Soviet").log["text"].to_string()
        assert "row A1" in texts  # its own
        assert "row A2" not in texts
    assert cards == {1, 2, 3, 4, 5, 6}
    open_dice = game_in("Mutual Artillery", "YE: 14-pz", "RS: a", turn=4)
    open_dice.next_phase()
    assert open_dice.view("Soviet").aps == open_dice.aps


@pytest.mark.rule("sfs 5.4.9.B")
def test_cards_are_shown_beside_what_was_spent_at_the_end_of_the_turn() -> None:
    fields = {"card": [5, 2], "spent": [3, 1], "ap": [2, 0]}
    game = game_in("Soviet Attack", "YE: 14-pz", "RS: a", rules=sfs.rules("5.4.9"), **fields)
    events = events_of(game.next_phase(), "card")
    assert [(event.die, event.result) for event in events] == [(5, "3"), (2, "1")]
    assert all(event.knows == -1 for event in events)
    assert game._pos.card == [0, 0]
    plain = game_in("Soviet Attack", "YE: 14-pz", "RS: a")
    assert not events_of(plain.next_phase(), "card")


def test_an_unknown_option_is_invalid() -> None:
    with pytest.raises(InvalidInput, match=r"5\.4\.9"):
        sfs.rules("5.4.8")
    assert sfs.rules("fog-of-war") == sfs.rules("5.4.9")


# -- what is not an action of the game --------------------------------------------------------------------------------


def test_bad_input_is_named_and_changes_nothing() -> None:
    """Attacks from a bound force, a fourth force, a ferry over capacity, points beyond the pool, a class as a name."""
    game = game_in(
        "German Attack", "RS: 14-pz", "RS: a", "RS: 29-mot", "RS: 94-inf", "RS: 71-inf", "RS: b", held={"F1": "F6"},
        ap=[2, 0],
    )  # fmt: skip
    before = game.position
    assert rule_ids(game.why_not("attack F2 by F1")) == ["sfs 5.1.2.D"]  # cut off, it can only turn on F6
    assert "sfs 5.1.1.A" in rule_ids(game.why_not("attack F2 by F3 F4 F5 F1"))
    for text in ("attack a by F3", "attack su-1 by F3", "attack F2 by 14-pz"):
        with pytest.raises(InvalidInput):
            game.why_not(text)
    assert game.position == before
    game.do("attack F2 by F3")
    while game.pending is not None and "commit 0" not in game.legal:
        game.do("proceed")
    assert game.why_not("commit 3")
    crossing = game_at("Soviet Movement", "EAST: a b", "RS: c")
    crossing.do("ferry su-1 RS-landing")
    assert rule_ids(crossing.why_not("ferry su-2 RS-landing")) == ["sfs 4.10.1.A"]


@pytest.mark.parametrize(
    "text",
    ["move 14-pz by rs", "place su-1 rs-univermag", "stack 14-pz to rs-univermag", "ferry su-1 rs-landing",
     "withdraw su-1 via rs-landing", "retreat rs", "infiltrate su-1 cc", "draw rs-landing",
     "ferry su-1 ", "move 14-pz by F1"],
)  # fmt: skip
def test_places_are_written_one_way(text: str) -> None:
    """Equal actions have equal texts, whoever writes them."""
    game = game_in("German Movement", "RS: 14-pz", "CC: a")
    with pytest.raises(InvalidInput):
        game.why_not(text)


@pytest.mark.parametrize(
    "action",
    [sfs.Adjust(2), sfs.Liberate(1), sfs.Choose("option", 3), sfs.Corps(None), sfs.Commit(-1), sfs.Commit(True),
     sfs.Move((), ("RS",)), sfs.Move(("14-pz",), ()), sfs.Attack("F1", ()), sfs.Attack(5, ("F1",)),
     sfs.Place("14-pz", None),
     sfs.Reserve(("14-pz", "14-pz")), sfs.Break("14-pz", ()), sfs.Reseed("x"), sfs.Loss(None), sfs.Ferry("su-1", None)],
    ids=repr,
)  # fmt: skip
def test_actions_made_wrong_are_invalid(action: object) -> None:
    game = game_in("German Movement", "RS: 14-pz", "CC: a")
    with pytest.raises(InvalidInput):
        game.why_not(action)  # type: ignore[arg-type]
    assert action not in game.legal


def test_a_repr_and_a_mime_bundle() -> None:
    game = sfs.new("standard", seed=1)
    assert repr(game) == "<Game standard, Turn 1 (Sept/1): Mutual Artillery Phase, 0 actions>"
    assert repr(game.view("Soviet")).startswith("<View standard")
    assert json.loads(game.position.removeprefix("sfs1 "))["scenario"] == "standard"
    assert "legal actions" in repr(game.legal)
