"""A game as its users hold it: going on, going back, keeping, and refusing what it is asked in the wrong way."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpwlab import DataError, IllegalAction, InvalidInput, gpw
from gpwlab.core import saves, tables
from gpwlab.gpw.options import RuleSet
from tests.gpw.boards import game_at, rule_ids, seed_for
from tests.gpw.maps import DATA

BATTLE = {"ax-pz-3": "A1105", "ax-pz-14": "A1004", "su-inf-3": "A1104"}  # on the steppe, 24 to 8


def replaced(name: str, change: Callable[[dict[str, str]], dict[str, str]]) -> RuleSet:
    """A rule set in which a table's rows are changed."""
    return RuleSet(tables={name: [change(row) for row in tables.read("gpw", name)]})


def overlay(folder: Path, name: str, change: Callable[[dict[str, str]], dict[str, str]]) -> Path:
    """A folder with one changed table."""
    rows = [change(row) for row in tables.read("gpw", name)]
    with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return folder


# ---- beginning


@pytest.mark.parametrize("wrong", ["", "overlord", "Barbarossa", "1", None, 1, ["barbarossa"], {}])
def test_an_unknown_scenario_is_named(wrong: Any) -> None:
    with pytest.raises(InvalidInput) as error:
        gpw.new(wrong)
    assert repr(wrong) in str(error.value)
    assert "barbarossa" in str(error.value)


@pytest.mark.parametrize("wrong", ["23.9.9", "weather", ["20.1", "23.9.9"], [5], [None], 5, [["20.1"]]])
def test_an_unknown_rule_is_named(wrong: Any) -> None:
    with pytest.raises(InvalidInput) as error:
        gpw.new("barbarossa", rules=wrong)
    culprit = wrong[-1] if isinstance(wrong, list) else wrong
    assert repr(culprit) in str(error.value)
    assert "gpw.options() lists them" in str(error.value) or "ids such as '20.1'" in str(error.value)


def test_a_rule_set_made_by_hand_is_judged_as_well() -> None:
    with pytest.raises(InvalidInput, match=r"'23\.9'"):
        gpw.new("barbarossa", rules=RuleSet(options=("23.9",)))
    with pytest.raises(InvalidInput, match="no table 'colours'"):
        gpw.new("barbarossa", rules=RuleSet(tables={"colours": []}))


@pytest.mark.parametrize("ids", ["20.1", ["20.1"], ("full-strength-reinforcements",), RuleSet(options=("20.1",))])
def test_rules_may_be_given_in_several_ways(ids: Any) -> None:
    assert gpw.new("barbarossa", rules=ids).rules.options == ("full-strength-reinforcements",)


@pytest.mark.parametrize("wrong", ["1941", None, 1941.0, True, [1]])
def test_a_seed_is_a_whole_number(wrong: Any) -> None:
    with pytest.raises(InvalidInput, match="seed"):
        gpw.new("barbarossa", seed=wrong)


@pytest.mark.parametrize("wrong", [5, ["x"]])
def test_an_overlay_is_a_folder(wrong: Any) -> None:
    with pytest.raises(InvalidInput, match="overlay is a folder"):
        gpw.new("barbarossa", overlay=wrong)


def test_an_overlay_that_does_not_exist_is_not_passed_over(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such folder"):
        gpw.new("barbarossa", overlay=tmp_path / "absent")


def test_a_bad_row_of_an_overlay_is_named_by_file_line_and_column(tmp_path: Path) -> None:
    overlay(tmp_path, "crt", lambda row: row | {"result": "WIN"} if (row["column"], row["die"]) == ("3", "2") else row)
    game = gpw.new("barbarossa")
    before = game.position
    with pytest.raises(DataError) as error:
        gpw.new("barbarossa", overlay=tmp_path)
    assert (Path(error.value.file).name, error.value.row, error.value.column) == ("crt.csv", 15, "result")
    assert "'WIN'" in str(error.value)
    assert game.position == before


def test_what_does_not_agree_between_tables_is_named(tmp_path: Path) -> None:
    overlay(tmp_path, "reinforcements", lambda r: r | {"unit_id": "su-inf-999"} if r["unit_id"] == "su-inf-30" else r)
    with pytest.raises(DataError, match="there is no unit su-inf-999"):
        gpw.new("barbarossa", overlay=tmp_path)


@pytest.mark.parametrize(("name", "change", "says"), [
    ("cities", lambda row: row | {"name": "Voronej"} if row["name"] == "Voronezh" else row, "no row for Voronezh"),
    ("lend_lease", lambda row: row | {"roll_from": "1"} if row["roll_from"] == "0" else row, "no row for a roll of 0"),
    ("lend_lease_turns", lambda row: row | {"drm": "1"}, "no row for a roll of 7"),
])  # fmt: skip
def test_what_the_rules_look_up_may_not_be_missing_from_a_table(name: str, change: Any, says: str) -> None:
    """It would be missed in the middle of a game."""
    with pytest.raises(DataError, match=says):
        gpw.new("barbarossa", rules=replaced(name, change))


@pytest.mark.parametrize(("row", "column", "names"), [
    ({"turn": "40"}, "turn", "'40'"),
    ({"side": "axis"}, "side", "'axis'"),
    ({"strength": None}, "strength", "None"),
    ({"turn": 2}, "turn", "2"),
    ({"basis": ""}, "basis", "''"),
])  # fmt: skip
def test_a_bad_row_of_a_rule_set_is_named(row: dict[str, Any], column: str, names: str) -> None:
    rows: list[Any] = [dict(line) for line in tables.read("gpw", "reinforcements")]
    rows[4] |= row
    with pytest.raises(DataError) as error:
        gpw.new("barbarossa", rules=RuleSet(tables={"reinforcements": rows}))
    assert (error.value.row, error.value.column) == (5, column)
    assert "reinforcements" in error.value.file
    assert names in str(error.value)


def test_a_row_of_a_rule_set_is_a_dict() -> None:
    with pytest.raises(DataError, match="a row is a dict of text"):
        gpw.new("barbarossa", rules=RuleSet(tables={"crt": ["1,1,NE"]}))  # type: ignore[list-item]


def test_an_overlay_is_played_with_and_counts_again_once_it_is_corrected(tmp_path: Path) -> None:
    overlay(tmp_path, "replacements", lambda row: row | {"rp": "9"})
    assert gpw.new("barbarossa", overlay=tmp_path).rp == 9
    overlay(tmp_path, "replacements", lambda row: row | {"rp": "11"})
    assert gpw.new("barbarossa", overlay=tmp_path).rp == 11
    assert gpw.new("barbarossa").rp == 2


def test_games_with_the_same_rules_share_a_world_but_no_position() -> None:
    first, second = gpw.new("barbarossa"), gpw.new("barbarossa")
    assert first.board is second.board
    first.play("Axis Panzer Movement")
    first.do("move ax-pz-56 B1213") if "move ax-pz-56 B1213" in first.legal else first.next_phase()
    assert second.position == gpw.new("barbarossa").position


# ---- going on


def test_play_goes_on_phase_by_phase_and_to_a_phase_by_name() -> None:
    game = gpw.new("barbarossa")
    game.play()
    assert game.phase.name == "Axis Rail Movement"
    game.play("Axis Combat Phase")
    assert (game.phase.turn, game.phase.name) == (1, "Axis Combat")
    game.play("Axis Combat")
    assert (game.phase.turn, game.phase.name) == (2, "Axis Combat")
    game.play("Soviet Combat", turn=4)
    assert (game.phase.turn, game.phase.name) == (4, "Soviet Combat")
    game.play(turn=5)
    assert (game.phase.turn, game.phase.number) == (5, 0)


def test_play_rolls_for_announced_attacks_and_takes_the_defaults() -> None:
    game = game_at("Axis Combat", BATTLE, turn=2, seed=seed_for("Axis Combat", "battle", "A1104", 1, turn=2))
    game.do("attack A1104 by ax-pz-3 ax-pz-14")
    events = game.play()
    assert game.phase.name == "Axis General Movement"
    assert {"battle", "retreat"} <= {event.kind for event in events}
    assert (
        game.cursor == 1 + 1 + 1 + sum(str(action).split()[0] in ("retreat", "advance") for action in game.actions) + 1
    )


def test_play_stops_at_the_end() -> None:
    game = gpw.new("barbarossa")
    game.play("Soviet General Movement", turn=5)
    assert [event.kind for event in game.play()] == ["outcome"]
    assert game.play() == []


@pytest.mark.parametrize(("phase", "turn"), [
    ("Combat", None), ("axis combat", None), ("", None), (5, None), (["Axis Combat"], None), ("Soviet Set-up", None),
    (None, 0), (None, 6), (None, "3"), (None, 2.0), (None, True), ("Axis Combat", 2), ("Soviet Combat", 1), (None, 1),
])  # fmt: skip
def test_play_refuses_a_phase_or_turn_that_will_not_come(phase: Any, turn: Any) -> None:
    game = gpw.new("barbarossa")
    game.play("Axis General Movement", turn=2)
    before = game.position
    with pytest.raises(InvalidInput, match=r"there is no|is past"):
        game.play(phase, turn)
    assert game.position == before


# ---- actions out of season


@pytest.mark.parametrize(("phase", "action"), [
    ("Axis Reinforcement/Replacement", "move ax-pz-3 A1106"),
    ("Axis Reinforcement/Replacement", "attack A1104 by ax-pz-3"),
    ("Axis Rail Movement", "place ax-pz-3 B1822"),
    ("Axis Panzer Movement", "attack A1104 by ax-pz-3"),
    ("Axis Panzer Movement", "resolve A1104"),
    ("Axis Panzer Movement", "rebuild ax-pz-3"),
    ("Axis Combat", "move ax-pz-3 A1106"),
    ("Axis General Movement", "swap su-shk-1 su-inf-39"),
])  # fmt: skip
@pytest.mark.rule("gpw 3.0.A")
def test_an_action_out_of_its_phase_is_refused_and_changes_nothing(phase: str, action: str) -> None:
    game = game_at(phase, BATTLE, turn=2)
    before, log = game.position, game.log
    with pytest.raises(IllegalAction) as refusal:
        game.do(action)
    assert rule_ids(refusal.value.reasons) == ["gpw 3.0.A"]
    assert phase in str(refusal.value)
    assert game.position == before
    assert game.log.equals(log)


@pytest.mark.parametrize(
    "action", ["loss ax-pz-3", "stand", "give-way", "retreat A1103 A1102", "advance none", "withdraw ax-pz-3"]
)
def test_an_answer_without_a_question_is_refused(action: str) -> None:
    game = game_at("Axis Combat", BATTLE, turn=2)
    before = game.position
    expected = "gpw 9.4.C" if action.startswith("withdraw") else "gpw 7.2.E"
    assert rule_ids(game.why_not(action)) == [expected]
    with pytest.raises(IllegalAction):
        game.do(action)
    assert game.position == before


# ---- asking


@pytest.mark.parametrize("ask", [
    lambda game: game.reach("nobody"),
    lambda game: game.path("nobody", "B1407"),
    lambda game: game.path("ax-pz-3", "nobody"),
    lambda game: game.supply_line("nobody"),
    lambda game: game.why_supply("nobody"),
    lambda game: game.standing("nobody"),
    lambda game: game.unit_at("nobody"),
    lambda game: game.candidates("nobody"),
    lambda game: game.legal.of("nobody"),
    lambda game: game.legal.at("nobody"),
    lambda game: game.battle("nobody", ["ax-pz-3"]),
    lambda game: game.battle("A1104", ["nobody"]),
    lambda game: game.zoc("nobody"),
    lambda game: game.supplied("nobody"),
    lambda game: game.controlled("nobody"),
    lambda game: game.view("nobody"),
    lambda game: game.price("move nobody B1407"),
    lambda game: game.play("nobody"),
])  # fmt: skip
def test_what_does_not_exist_is_named_wherever_it_is_asked_for(ask: Callable[[gpw.Game], object]) -> None:
    game = game_at("Axis Panzer Movement", BATTLE, turn=2)
    before = game.position
    with pytest.raises(InvalidInput, match="nobody"):
        ask(game)
    assert game.position == before


@pytest.mark.parametrize("wrong", [None, 5, ["x"], {}, ()])
def test_names_are_text(wrong: Any) -> None:
    game = game_at("Axis Panzer Movement", BATTLE, turn=2)
    for ask in (game.reach, game.supply_line, game.standing, game.unit_at, game.legal.of, game.legal.at, game.view):
        with pytest.raises(InvalidInput):
            ask(wrong)
    for ask in (game.zoc, game.supplied, game.controlled):
        with pytest.raises(InvalidInput):
            ask(wrong)
    with pytest.raises(InvalidInput):
        game.battle("A1104", wrong)


def test_a_price_is_asked_of_moves_on_foot() -> None:
    game = game_at("Axis Panzer Movement", BATTLE, turn=2)
    with pytest.raises(InvalidInput, match="spends no MP"):
        game.price("done")
    with pytest.raises(IllegalAction):
        game.price("move ax-pz-3 A1104")


# ---- going back


def test_a_roll_that_is_taken_back_stays_in_the_log() -> None:
    seed = seed_for("Axis Combat", "battle", "A1104", 6)
    game = game_at("Axis Combat", BATTLE, seed=seed)
    game.do("attack A1104 by ax-pz-3 ax-pz-14")
    game.do("resolve A1104")
    rolled = game.log[game.log.kind == "battle"]
    assert (list(rolled.die), list(rolled.column), list(rolled.kept)) == ([6], [3], [True])
    assert game.undo() == gpw.Resolve("A1104")
    again = game.log[game.log.kind == "battle"]
    assert (list(again.die), list(again.kept)) == ([6], [False])
    game.do("resolve A1104")
    both = game.log[game.log.kind == "battle"]
    assert (list(both.die), list(both.kept)) == ([6, 6], [False, True])


def test_dice_do_not_change_when_something_else_is_done_first() -> None:
    seed = seed_for("Axis Combat", "battle", "A1104", 3)
    units = {**BATTLE, "ax-inf-1": "A1408", "ax-inf-2": "A1508", "su-inf-4": "A1409"}
    game = game_at("Axis Combat", units, seed=seed)
    for action in ("attack A1104 by ax-pz-3 ax-pz-14", "attack A1409 by ax-inf-1 ax-inf-2"):
        if action in game.legal:
            game.do(action)
    for action in [str(a) for a in game.legal if str(a).startswith("resolve A14")]:
        game.do(action)
        while game.pending is not None:
            game.do(game.pending.default)
    game.do("resolve A1104")
    assert game.log[(game.log.kind == "battle") & (game.log.to_hex == "A1104")].die.tolist() == [3]


def test_the_log_is_a_flat_table_of_plain_types(tmp_path: Path) -> None:
    game = gpw.new("barbarossa")
    game.play("Axis Reinforcement/Replacement", turn=4)
    log = game.log
    assert list(log.columns) == [
        "n", "kept", "turn", "phase", "side", "action", "kind", "unit", "from_hex", "to_hex",
        "die", "column", "result", "rule", "text",
    ]  # fmt: skip
    assert (str(log.die.dtype), str(log.column.dtype)) == ("Int64", "Int64")
    log.to_csv(tmp_path / "log.csv", index=False)
    assert ",3.0," not in (tmp_path / "log.csv").read_text()
    first = log.iloc[0]
    assert (first.n, first.action, first.kind, first.turn, first.side) == (0, "", "phase", 1, "Axis")
    assert log[log.kind == "phase"].text.str.startswith("Turn ").all()
    assert set(log[(log.kind == "rp") & (log.side == "Soviet")].phase) == {"Soviet Reinforcement/Replacement"}
    assert list(log[log.kind == "rp"].turn) == [1, 1, 2, 2, 3, 3, 4]


def test_the_order_of_battle_shows_the_side_of_the_counter_that_is_up() -> None:
    units = {"ax-pz-3": "A1105/1", "su-inf-3": "A1104", "su-inf-30": "due/1", "su-inf-31": "eliminated"}
    frame = game_at("Axis Panzer Movement", units, turn=2).units.set_index("unit")
    assert list(frame.columns) == [
        "side", "nation", "kind", "size", "label", "formation", "hex", "state",
        "attack", "defence", "ma", "moved", "in_supply", "provenance",
    ]  # fmt: skip
    assert frame.loc["ax-pz-3", ["attack", "defence", "ma", "state", "hex"]].tolist() == [6, 6, 8, "reduced", "A1105"]
    assert frame.loc["su-inf-30", ["attack", "state", "hex", "in_supply"]].tolist() == [3, "due", "", None]
    assert frame.loc["su-inf-31", ["attack", "state"]].tolist() == [6, "eliminated"]
    assert frame.loc["ax-pz-56", ["state", "hex", "in_supply"]].tolist() == ["later", "", None]
    assert frame.in_supply["su-inf-3"] is True


# ---- keeping


def saved(tmp_path: Path, rules: RuleSet | None = None) -> tuple[gpw.Game, Path]:
    """A game with a battle behind it, and its save."""
    game = game_at("Axis Combat", BATTLE, seed=seed_for("Axis Combat", "battle", "A1104", 6), rules=rules)
    for action in ("attack A1104 by ax-pz-3 ax-pz-14", "resolve A1104"):
        game.do(action)
    game.play()
    game.save(tmp_path / "game.json")
    return game, tmp_path / "game.json"


def test_a_save_tells_the_whole_game(tmp_path: Path) -> None:
    game, path = saved(tmp_path)
    body = json.loads(path.read_text())
    assert list(body) == [
        "format", "version", "gpwlab", "game", "rules", "data", "start", "opening", "history", "cursor", "snapshots",
        "position", "checksum",
    ]  # fmt: skip
    assert [action for _before, action, _events in body["history"]] == [str(action) for action in game.actions]
    dice = [event[4] for _before, _action, events in body["history"] for event in events if event[4]]
    assert dice == [6]
    numbers = [number for number, _record in body["snapshots"]]
    assert numbers == [0, 1, game.cursor]  # the start, the combat phase, the general movement phase


def test_a_save_with_other_data_opens_read_only_where_it_stood(tmp_path: Path) -> None:
    game, path = saved(tmp_path)
    worse = replaced("crt", lambda row: row | {"result": "NE"} if (row["column"], row["die"]) == ("3", "6") else row)
    twin = gpw.load(path, rules=worse)
    assert twin.position == game.position
    assert "action 3 (resolve A1104) had the event battle" in twin.read_only
    assert "result DRL and now has battle" in twin.read_only
    assert "the tables are not those of the save" in twin.read_only
    before = twin.position
    for change in (lambda: twin.do("done"), twin.next_phase, twin.play, lambda: twin.reseed(5)):
        with pytest.raises(InvalidInput, match="read-only"):
            change()
    assert twin.position == before
    assert twin.fork().read_only == twin.read_only
    assert len(twin.units) > 100  # it may be looked at


def test_the_same_through_an_overlay_and_a_rule_that_refuses_an_action(tmp_path: Path) -> None:
    game, path = saved(tmp_path)
    folder = tmp_path / "tables"
    folder.mkdir()
    overlay(folder, "units", lambda row: row | {"defence": "40"} if row["unit_id"] == "su-inf-3" else row)
    twin = gpw.load(path, overlay=folder)
    assert "action 2 (attack A1104 by ax-pz-14 ax-pz-3) is refused" in twin.read_only
    assert twin.position == game.position
    assert gpw.load(path).read_only == ""


def test_other_data_that_make_no_difference_do_not_matter(tmp_path: Path) -> None:
    game, path = saved(tmp_path)
    twin = gpw.load(path, rules=replaced("crt", lambda row: row | {"basis": "read again"}))
    assert twin.read_only == ""
    assert twin.position == game.position
    twin.do("done")


def test_a_save_with_tables_of_its_own_needs_them_again(tmp_path: Path) -> None:
    worse = replaced("crt", lambda row: row | {"result": "DE"})
    game, path = saved(tmp_path, worse)
    assert gpw.load(path, rules=worse).read_only == ""
    assert "had the event battle" in gpw.load(path).read_only
    assert gpw.load(path).position == game.position


def test_a_position_that_cannot_stand_with_other_data_is_refused(tmp_path: Path) -> None:
    _game, path = saved(tmp_path)
    gone = {"units": [row for row in tables.read("gpw", "units") if row["unit_id"] != "su-inf-3"]}
    for name in ("setup", "placement", "reinforcements"):
        gone[name] = [row for row in tables.read("gpw", name) if row["unit_id"] != "su-inf-3"]
    with pytest.raises(DataError, match=r"cannot be played: there is no unit 'su-inf-3'"):
        gpw.load(path, rules=RuleSet(tables=gone))


def test_a_save_of_other_options_is_refused(tmp_path: Path) -> None:
    _game, path = saved(tmp_path)
    with pytest.raises(DataError, match="options of the position"):
        gpw.load(path, rules=gpw.rules("20.1"))


def test_a_save_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    _game, path = saved(tmp_path)
    body = {key: value for key, value in json.loads(path.read_text()).items() if key != "checksum"}
    body["version"] = 2
    path.write_text(json.dumps(body | {"checksum": saves.digest(body)}))
    with pytest.raises(DataError, match="save version 2; this gpwlab reads version 1"):
        gpw.load(path)


@pytest.mark.parametrize(("change", "says"), [
    (lambda body: body | {"game": "sfs"}, "a save of 'sfs', not of gpw"),
    (lambda body: {k: v for k, v in body.items() if k != "history"}, "history"),
    (lambda body: body | {"history": 5}, "cannot be played"),
    (lambda body: body | {"history": [["done"]]}, "cannot be played"),
    (lambda body: body | {"start": []}, "cannot be played"),
    (lambda body: body | {"opening": [["phase"]]}, "cannot be played"),
    (lambda body: body | {"cursor": 99}, "cannot be played"),
])  # fmt: skip
def test_a_save_that_was_made_by_hand_is_judged_too(change: Any, says: str, tmp_path: Path) -> None:
    _game, path = saved(tmp_path)
    body = {k: v for k, v in json.loads(path.read_text()).items() if k not in ("format", "version", "checksum")}
    saves.write(path, change(body))
    with pytest.raises(DataError, match=says):
        gpw.load(path)


def test_a_save_that_does_not_fit_its_actions_opens_read_only(tmp_path: Path) -> None:
    """As a newer version would find it if it played an action differently."""
    game, path = saved(tmp_path)
    body = {k: v for k, v in json.loads(path.read_text()).items() if k not in ("format", "version", "checksum")}
    body["history"][2][2][0][4] = 5
    saves.write(path, body)
    twin = gpw.load(path)
    assert "die 5, column 3, result DRL and now has battle, to A1104, die 6" in twin.read_only
    assert "tables" not in twin.read_only
    assert twin.position == game.position


def test_a_loaded_game_goes_on_as_the_saved_one(tmp_path: Path) -> None:
    game, path = saved(tmp_path)
    twin = gpw.load(path)
    assert twin.log.equals(game.log)
    assert twin.play(turn=2) == game.play(turn=2)
    assert twin.position == game.position
    twin.jump(0)
    game.jump(0)
    assert twin.position == game.position


# ---- the package's own tables


def test_scenarios_options_and_tables_can_be_looked_at() -> None:
    scenarios = gpw.scenarios().set_index("slug")
    assert list(scenarios.index) == ["barbarossa", "fall-blau", "uranus", "citadel", "bagration", "campaign"]
    assert scenarios.playable.all()
    assert {"12", "20.1", "20.2", "20.3", "20.4"} <= set(gpw.options().section)
    counted = gpw.tables().set_index("table")
    assert counted.rows["hexes"] == sum(1 for _line in (DATA / "hexes.csv").open()) - 1
    assert (counted[["printed", "derived", "published", "reconstructed"]].sum(axis=1) == counted.rows).all()
