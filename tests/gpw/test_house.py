"""House variants: tables and hooks of the user's own, checked, kept with the game and told apart from print."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gpwlab import gpw, study
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import guard, hooks, rulediff, worlds
from gpwlab.gpw.options import RuleSet
from tests.gpw.battles import STEPPE
from tests.gpw.boards import game_at, rule_ids

GENERAL = "Soviet General Movement"
APART = {"su-inf-3": STEPPE, "ax-inf-59": "A0903"}


def slow(pos: Any, unit: int, mp: int) -> int:
    """Everybody has one MP less."""
    return mp - 1


def slower(pos: Any, unit: int, mp: int) -> int:
    """Everybody has two MP less."""
    return mp - 2


def by_steppe(pos: Any, unit: int) -> list[Reason]:
    """Nobody moves."""
    return [Reason("house Still", "nobody moves")]


def at(rules: RuleSet, phase: str = GENERAL, units: dict[str, str] = APART) -> gpw.Game:
    """A game at a phase by a house variant."""
    return study.under(game_at(phase, units, turn=2), rules)


# ---- tables


def test_changed_cells_are_played_and_the_rest_stays_as_printed() -> None:
    house = gpw.house("Steppe", tables={"tec": {"clear": {"foot_mp": 2}}})
    assert max(map(len, paths(at(house), "su-inf-3"))) == 3  # an MA of 6, two MP a hex
    assert max(map(len, paths(at(gpw.rules()), "su-inf-3"))) == 6
    cells = [row for row in worlds.rows(house, None)["tec"] if row["provenance"] == "house"]
    assert [(row["terrain"], row["basis"]) for row in cells] == [("clear", "house variant Steppe")]


def paths(game: gpw.Game, unit: str) -> list[tuple[str, ...]]:
    return [game.path(unit, hex_) for hex_ in game.reach(unit)]


def test_a_whole_table_is_kept_as_what_differs() -> None:
    crt = [dict(row) for row in worlds.shipped()["crt"]]
    crt[0]["result"] = "NE"
    house = gpw.house("Calm", tables={"crt": crt})
    assert house.edits == {"crt": {("1", "1"): {"result": "NE"}}}
    assert gpw.house("Same", tables={"crt": [dict(row) for row in worlds.shipped()["crt"]]}).edits == {}


def test_house_tables_go_on_top_of_what_options_change() -> None:
    printed = {row["name"]: row["class"] for row in worlds.rows(gpw.rules("five-fortresses"), None)["cities"]}
    base = {row["name"]: row["class"] for row in worlds.shipped()["cities"]}
    name = next(city for city in printed if printed[city] != base[city])
    house = gpw.house("Four", "five-fortresses", tables={"cities": {name: {"class": base[name]}}})
    assert next(row["class"] for row in worlds.rows(house, None)["cities"] if row["name"] == name) == base[name]


def test_a_house_on_a_house_keeps_both() -> None:
    first = gpw.house("A", tables={"tec": {"swamp": {"foot_mp": 4}}}, hooks={"allowance": slow})
    second = gpw.house("B", first, tables={"tec": {"swamp": {"armour_mp": 6}}}, hooks={"allowance": slow})
    assert second.edits == {"tec": {("swamp",): {"foot_mp": "4", "armour_mp": "6"}}}
    assert len(second.hooks) == 2
    back = gpw.house("C", first, tables={"tec": {"swamp": {"foot_mp": 3}}})
    assert back.edits == {}  # as printed again


def without_a_column() -> list[dict[str, str]]:
    return [{k: v for k, v in row.items() if k != "die"} for row in worlds.shipped()["crt"]]


def without_six_to_one() -> list[dict[str, str]]:
    return [dict(row) for row in worlds.shipped()["crt"] if row["column"] != "6"]


@pytest.mark.parametrize(
    ("given", "error", "told"),
    [
        ({"tables": {"crt": without_a_column()}}, DataError, "column die"),
        ({"tables": {"crt": without_six_to_one()}}, DataError, "no row for 6 1"),
        ({"tables": {"tec": {"swamp": {"foot_mp": -1}}}}, DataError, "foot_mp.*-1"),
        ({"tables": {"tec": {"swamp": {"foot_mp": 0}}}}, DataError, "at least 1 MP"),
        ({"tables": {"tec": {"swamp": {"cost": 2}}}}, InvalidInput, "no column 'cost'"),
        ({"tables": {"tec": {"bog": {"foot_mp": 2}}}}, DataError, "no row bog"),
        ({"tables": {"tec": {"bog": None}}}, DataError, "no row bog"),
        ({"tables": {"tec": {("swamp", "x"): {"foot_mp": 2}}}}, InvalidInput, "named by its terrain"),
        ({"tables": {"tec": {"swamp": 3}}}, InvalidInput, "changes cells"),
        ({"tables": {"tec": 3}}, InvalidInput, "rows by key"),
        ({"tables": {"teck": {}}}, InvalidInput, "no table 'teck'"),
        ({"tables": ["tec"]}, InvalidInput, "given by name"),
        ({"tables": {"crt": {(3, 2): {"result": True}}}}, DataError, "must be text"),
        ({"hooks": {"steps": slow}}, InvalidInput, "no hook 'steps'"),
        ({"hooks": {"step": 3}}, InvalidInput, "is a function"),
        ({"hooks": {"step": len}}, InvalidInput, "is a function"),
        ({"base": "23.99"}, InvalidInput, "no rule option '23.99'"),
        ({"base": ("23.1.1", "23.1.2")}, InvalidInput, "conflicts with"),
        ({"note": 3}, InvalidInput, "a note is a text"),
    ],
)
def test_what_cannot_be_is_named(given: dict[str, Any], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        gpw.house("Bad", **given)


@pytest.mark.parametrize("name", ["", "  ", None, 3])
def test_it_has_a_name(name: Any) -> None:
    with pytest.raises(InvalidInput, match="has a name"):
        gpw.house(name)


# ---- hooks


def test_a_hook_changes_play() -> None:
    assert max(map(len, paths(at(gpw.house("Slow", hooks={"allowance": slow})), "su-inf-3"))) == 5
    still = at(gpw.house("Still", hooks={"may_not_move": by_steppe}))
    assert rule_ids(still.why_not("move su-inf-3 A1204")) == ["house Still"]


def raises(pos: Any, *given: Any) -> Any:
    raise ZeroDivisionError("by nought")


def nonsense(pos: Any, *given: Any) -> Any:
    return "nonsense"


@pytest.mark.parametrize("hook", sorted(hooks.NAMES))
def test_every_hook_is_watched(hook: str) -> None:
    """What raises and what gives something else than hooks.py says is named, whichever hook it is."""
    for function, told in ((raises, "failed: ZeroDivisionError: by nought"), (nonsense, "must give")):
        own = gpw.house("Odd", hooks={hook: function}).hooks[0]
        with pytest.raises(InvalidInput, match=rf"house rule 'Odd': hook {hook} \(.*{function.__name__}\) {told}"):
            guard.guarded(own, "Odd")(None)


def costs_less(pos: Any, unit: int, at: int, to: int) -> Any:
    return hooks.Toll(-1, "downhill", "house Odd")


def test_a_negative_cost_is_refused() -> None:
    game = at(gpw.house("Odd", hooks={"step": costs_less}))
    with pytest.raises(InvalidInput, match=r"hook step .* not negative"):
        game.reach("su-inf-3")


FAILS = {"now": False}


def after_the_move(pos: Any, unit: int, hexes: Any) -> list[Any]:
    """Changes the position, and then may fail."""
    pos.rp = 7
    if FAILS["now"]:
        raise RuntimeError("in the middle")
    return []


def test_a_hook_that_fails_in_the_middle_leaves_the_game_as_it_was() -> None:
    game = at(gpw.house("Odd", hooks={"moved": after_the_move}))
    game.do("move su-inf-3 A1204")
    game.undo()
    before, undone = game.position, game.undone
    FAILS["now"] = True
    try:
        with pytest.raises(InvalidInput, match=r"hook moved .* failed: RuntimeError: in the middle"):
            game.do("move su-inf-3 A1204")
        assert (game.position, game.undone, game.cursor) == (before, undone, 0)
        with pytest.raises(InvalidInput, match="in the middle"):
            game.redo()
        assert (game.position, game.cursor) == (before, 0)
        assert not any(entry.kept for entry in game._journal.line)
    finally:
        FAILS["now"] = False
    game.redo()
    assert game.cursor == 1


# ---- keeping


def saved(tmp_path: Path, house: RuleSet) -> Path:
    game = gpw.new("barbarossa", house, seed=4)
    game.play(phase="Axis Combat")
    game.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def test_a_save_holds_the_tables_of_a_house(tmp_path: Path) -> None:
    house = gpw.house("Bogs", "23.1.1", tables={"tec": {"swamp": {"foot_mp": 4}}}, note="wet")
    game = gpw.load(saved(tmp_path, house))
    assert game.rules == house
    assert not game.read_only


def test_a_save_with_a_hook_needs_it_and_names_it(tmp_path: Path) -> None:
    house = gpw.house("Slow", hooks={"allowance": slow})
    path = saved(tmp_path, house)
    with pytest.raises(DataError, match=r"played with the hook allowance \(.*:slow\)"):
        gpw.load(path)
    with pytest.raises(DataError, match=r"played with the hook allowance \(.*:slow\)"):
        gpw.load(path, rules=gpw.house("Slow", hooks={"allowance": slower}))
    with pytest.raises(DataError, match=r"played without the hook done"):
        gpw.load(path, rules=gpw.house("Slow", hooks={"allowance": slow, "done": by_steppe}))
    with pytest.raises(DataError, match=r"tables of the house variant 'Slow'"):
        gpw.load(path, rules=gpw.house("Slow", tables={"tec": {"swamp": {"foot_mp": 4}}}, hooks={"allowance": slow}))
    game = gpw.load(path, rules=house)
    assert not game.read_only
    assert game.rules == house


def test_a_hook_whose_source_has_changed_is_not_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    versions = []
    for number in (1, 2):
        text = f"def gentle(pos, unit, mp):\n    return mp - {number}\n"
        versions.append(imported(tmp_path, monkeypatch, f"gentle_{number}", text).gentle)
        versions[-1].__module__ = "gentle"
    house, other = (gpw.house("Gentle", hooks={"allowance": function}) for function in versions)
    with pytest.raises(DataError, match=r"the hook allowance \(gentle:gentle\) is not the one .* source differs"):
        gpw.load(saved(tmp_path, house), rules=other)


def imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> Any:
    import importlib

    (tmp_path / f"{name}.py").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    return importlib.import_module(name)


def test_a_position_asks_for_its_hooks_too() -> None:
    house = gpw.house("Slow", hooks={"allowance": slow})
    game = at(house)
    with pytest.raises(InvalidInput, match="give its rule set"):
        gpw.from_position(game.position)
    assert gpw.from_position(game.position, house).position == game.position
    with pytest.raises(InvalidInput, match="no known form"):
        gpw.from_position("gpw1 " + json.dumps({**json.loads(game.position[5:]), "house": 3}))


def test_games_of_a_changed_function_do_not_share_a_world() -> None:
    def make(less: int) -> Callable[..., int]:
        def fewer(pos: Any, unit: int, mp: int) -> int:
            return mp - less

        return fewer

    reach = [max(map(len, paths(at(gpw.house("N", hooks={"allowance": make(n)})), "su-inf-3"))) for n in (1, 3)]
    assert reach == [5, 3]


# ---- the script of a game


def test_the_script_names_the_house() -> None:
    game = gpw.new("barbarossa", gpw.house("Slow", hooks={"allowance": slow}), seed=4)
    game.next_phase()
    text = game.script()
    assert "# rules: the house variant Slow" in text
    assert "rules=rules" in text


# ---- rule diff


def test_the_rule_diff_says_what_differs_with_its_rule() -> None:
    tables = {
        "tec": {"swamp": {"foot_mp": 4}},
        "crt": {(3, 2): {"result": "DE"}},
        "replacements": {("1941", "Axis"): {"rp": 5}},
    }
    house = gpw.house("Odd", ("23.1.1",), tables=tables, hooks={"allowance": slow})
    found = {(row.kind, row.rule): row.text for row in gpw.rule_diff((), house).itertuples()}
    assert found["option", "gpw 23.1.1"].startswith("Increased Infantry Movement is on: units whose MA")
    assert found["table", "gpw chart.Terrain Effects Chart"] == "TEC swamp: MP on foot 4, not 3"
    assert found["table", "gpw chart.Combat Results Table"] == "CRT 3:1, die 2: result DE, not DR"
    assert found["table", "gpw 9.1.B"] == "replacements 1941 Axis: RPs 5, not 2"
    assert found["hook", "house Odd"].endswith("is on: Everybody has one MP less. It gives MP.")
    assert len(found) == 5
    back = [row.text for row in gpw.rule_diff(house, ()).itertuples()]
    assert any("Increased Infantry Movement is off" in text for text in back)
    assert any(text == "CRT 3:1, die 2: result DR, not DE" for text in back)
    assert gpw.rule_diff(house, house).empty


def test_rows_that_come_and_go_are_named_or_counted() -> None:
    fewer = gpw.house("Few", tables={"rails": {(row["hex_a"], row["hex_b"], row["kind"]): None for row in rails(20)}})
    assert [row.text for row in gpw.rule_diff((), fewer).itertuples()] == ["20 rows of rails: each is gone"]
    one = gpw.house("One", tables={"rails": {(row["hex_a"], row["hex_b"], row["kind"]): None for row in rails(1)}})
    (told,) = gpw.rule_diff((), one).itertuples()
    assert told.text.endswith(f"{rails(1)[0]['hex_a']} {rails(1)[0]['hex_b']} track is gone")


def rails(count: int) -> list[dict[str, str]]:
    return [row for row in worlds.shipped()["rails"] if row["kind"] == "track"][:count]


def test_every_rule_that_the_diff_names_exists() -> None:
    from gpwlab.core.inventory import inventory

    assert set(rulediff.RULES.values()) <= set(inventory())
    assert all(rulediff.gives(name) != "what hooks.py says" for name in hooks.NAMES)
