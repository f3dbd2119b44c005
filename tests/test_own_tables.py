"""Every public name against a user's own tables: what is worked out from a game's tables follows an edit of them.

Each name of the public packages is ticked below: with a call that must give something else once the tables are edited,
or with the reason why it reads none.  A new public name fails here until it is ticked.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from gpwlab import cli, gpw, hube, sfs, study, widgets
from gpwlab.study import OwnCopy
from gpwlab.study.vassal.gpw import plan as vassal_plan
from tests.own_tables import (
    ATTACKERS,
    EDITS,
    MODULES,
    TARGET,
    Call,
    assault,
    fight,
    figures,
    fought,
    game,
    plain,
    saved,
    shown,
)

#: Reasons for a name that reads no table of a game.
KIND, OF_FRAME = "a kind of action, event or result", "takes a frame or a picture: the numbers are in it"
OF_TEXTS, OF_OPTIONS = "the rulebooks' essays are no tables of a game", "options are code, not tables"
OF_GAME, MARKS = "a game or its tables are given to it", "tells how far something is"


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, OwnCopy]:
    """An own copy of each game with all the edits, sound."""
    made = {}
    for system, edits in EDITS.items():
        made[system] = OwnCopy(system, tmp_path_factory.mktemp(system))
        made[system].change(edits)
        assert made[system].faults() == []
    return made


def kept(system: str) -> Callable[[OwnCopy | None, Path], Any]:
    """A game saved, and opened with the tables that it was played with."""

    def call(own: OwnCopy | None, folder: Path) -> list[str]:
        path = Path(tempfile.mkdtemp(dir=folder)) / "game.json"
        game(system, own).save(path)
        return figures(MODULES[system].load(path, overlay=own))

    return call


def placed(system: str) -> Call:
    """A position of the shipped tables, taken up with others."""
    return lambda own: figures(MODULES[system].from_position(game(system, None).position, overlay=own))


def house(own: OwnCopy | None) -> Any:
    """A variant that says of forest what the shipped tables say."""
    return gpw.house("As shipped", tables={"tec": {"forest": {"foot_mp": "2"}}}, overlay=own)


def house_file(own: OwnCopy | None, folder: Path) -> Any:
    path = folder / "house.toml"
    head = 'format = "gpwlab house variant"\nversion = 1\nname = "Woods"\n'
    path.write_text(head + '[[tables.tec]]\nterrain = "forest"\nfoot_mp = 2\n')
    return gpw.house_file(path, own).edits


def simulated(own: OwnCopy | None) -> Any:
    games = study.simulate("red-square", games=1, seed=3, workers=1, overlay=own)
    return games.drop(columns="seconds")


def combat(own: OwnCopy | None) -> Any:
    return widgets.CombatCalculator(game("hube", own)).odds


STUDY: dict[str, Any] = {
    **dict.fromkeys(("AttackPlan", "BattleSequence", "Ending", "Exploration", "March", "Objective", "Plan"), KIND),
    **dict.fromkeys(("Progress", "say"), MARKS),
    **dict.fromkeys(
        (
            "Comparison", "export", "holders", "lengths", "read_games", "read_table", "save_picture",
            "strength_bands", "sums", "victories", "write_games",
        ),
        OF_FRAME,
    ),
    **dict.fromkeys(("claims", "history"), OF_TEXTS),
    "players": "players know the tables by their game",
    "contacts": "who stands beside whom: the position alone",
    "compare": "plays by simulate, which takes overlay=; tests/study/test_overlay.py",
    "OwnCopy": "it is the own tables",
    "attack_plan": lambda own: study.attack_plan(fight(own), {TARGET: ATTACKERS}).table,
    "balance": lambda own: study.balance(game("gpw", own)),
    "battle_sequence": lambda own: study.battle_sequence(fight(own), {TARGET: ATTACKERS}).endings,
    "crt_chances": lambda own: study.crt_chances(overlay=own),
    "crt_ladder": lambda own: study.crt_ladder(fight(own).battle(TARGET, ATTACKERS)),
    "differences": "where units of two games stand: the positions alone",
    "explore": lambda own: study.explore(fight(own), TARGET, ATTACKERS).outcomes,
    "explore_combat": lambda own: study.explore_combat(combat(own)).outcomes,
    "front_distances": lambda own: study.front_distances(game("gpw", own), "1941-06-22"),
    "history_dates": lambda own: study.history_dates("gpw", overlay=own),
    "ladder": lambda own: study.ladder(fight(own), TARGET, ATTACKERS),
    "luck": lambda own: study.luck(fought(own)),
    "map_geojson": lambda own: study.map_geojson(game("gpw", own), layers=["places"]),
    "march": lambda own: study.march(game("hube", own), "B8.34", "B9.32", "leg"),
    "odds_table": lambda own: study.odds_table(fight(own), TARGET, ATTACKERS),
    "order_of_battle": lambda own: study.order_of_battle(game("gpw", own)),
    "plan_attacks": lambda own: study.plan_attacks(fight(own)),
    "report": lambda own, folder: saved(lambda path: study.report(fought(own), path), folder / "war.html"),
    "simulate": simulated,
    "strength": lambda own: study.strength(overlay=own),
    "timeline": lambda own: study.timeline(overlay=own),
    "totals": lambda own: study.totals(game("gpw", own)),
    "under": lambda own: figures(study.under(game("gpw", own), ("leaders",))),
    "unit_distances": lambda own: study.unit_distances(game("gpw", own), "1941-06-22"),
    "vassal_module": lambda own: vassal_plan(game("gpw", own)),
    "weather_odds": lambda own: study.weather_odds(overlay=own),
    "what_if": lambda own: study.what_if(fight(own), TARGET, ATTACKERS),
}  # fmt: skip


def of_game(system: str) -> dict[str, Any]:
    """What the packages of all three games have."""
    module = MODULES[system]
    return {
        **dict.fromkeys(("RuleSet", "parse_action"), KIND),
        **dict.fromkeys(("rules", "options"), OF_OPTIONS),
        **dict.fromkeys(("Game", "View"), "new and load make it"),
        "new": lambda own: figures(game(system, own)),
        "load": kept(system),
        "from_position": placed(system),
        "scenarios": lambda own: module.scenarios(own),
        "tables": lambda own: module.tables(own),
    }


def deep() -> Any:
    return gpw.house("Deep", tables={"tec": {"forest": {"foot_mp": "4"}}})


def field(own: OwnCopy | None) -> str:
    return str(sfs.field("German Attack", "CC: 14-pz", "CC: a", overlay=own).battle("F2", ["F1"]).odds)


GAMES: dict[str, dict[str, Any]] = {
    "gpw": {
        **of_game("gpw"),
        "house": lambda own: house(own).edits,
        "house_file": house_file,
        "rule_diff": lambda own: gpw.rule_diff((), deep(), own),
    },
    "sfs": {**of_game("sfs"), "field": field},
    "hube": of_game("hube"),
}


def card(make: Callable[..., Any], system: str = "gpw", begin: Call | None = None) -> Call:
    """All that a widget of a game has to show."""

    def call(own: OwnCopy | None) -> list[str]:
        made = make(game(system, own) if begin is None else begin(own))
        bundle = made._repr_mimebundle_() or {}
        return [*shown(made), str(bundle.get("text/plain", ""))]

    return call


def aimed(make: Callable[[Any], Any]) -> Call:
    """A card of the first Axis combat, with an attack planned and one of the attackers picked."""

    def call(own: OwnCopy | None) -> list[str]:
        session = widgets.Session(fight(own))
        session.target, session.attackers, session.unit = TARGET, tuple(ATTACKERS), ATTACKERS[0]
        return list(shown(make(session)))

    return call


def explorer(own: OwnCopy | None) -> list[str]:
    made = widgets.OddsExplorer(fight(own))
    made.look_at(TARGET)
    return list(shown(made))


def planner(own: OwnCopy | None) -> list[str]:
    made = widgets.AttackPlanner(fight(own))
    made.work_out()
    return list(shown(made))


def fire(make: Callable[[Any], Any]) -> Call:
    """A card of Stalingrad's first attack, with an attack planned."""

    def call(own: OwnCopy | None) -> list[str]:
        lab = widgets.AreaLab(assault(own))
        lab.session.target, lab.session.attackers = "F18", ("F1", "F2")
        return list(shown(make(lab.session)))

    return call


WIDGETS: dict[str, Any] = {
    **dict.fromkeys(("Gallery", "SimulationView", "bar_chart", "save_chart", "share_chart"), OF_FRAME),
    **dict.fromkeys(("Session", "PhaseStepper", "Compare"), OF_GAME),
    "ProgressBar": MARKS,
    "RulePane": OF_TEXTS,
    "MapEditor": "edits the own tables; tests/widgets/test_mapeditor.py",
    "TableEditor": "edits the own tables; tests/widgets/test_tableeditor.py",
    "AreaLab": card(widgets.AreaLab, "sfs"),
    "AreaMap": card(widgets.AreaMap, "sfs"),
    "ArrivalTimeline": card(widgets.ArrivalTimeline, "hube"),
    "ArtilleryExplorer": fire(widgets.ArtilleryExplorer),
    "AttackPlanner": planner,
    "BarrageCalculator": card(widgets.BarrageCalculator, "hube"),
    "BattlePreview": aimed(widgets.BattlePreview),
    "CombatCalculator": card(widgets.CombatCalculator, "hube"),
    "CombatWalk": fire(widgets.CombatWalk),
    "HexMap": card(widgets.HexMap),
    "HistoryTimeline": lambda own: widgets.HistoryTimeline("gpw", overlay=own).dates,
    "HubeForces": card(widgets.HubeForces, "hube"),
    "HubeLab": card(widgets.HubeLab, "hube"),
    "HubeMap": card(widgets.HubeMap, "hube"),
    "Inspector": aimed(widgets.Inspector),
    "Lab": card(widgets.Lab),
    "LogView": card(widgets.LogView),
    "LuckLedger": card(widgets.LuckLedger, begin=fought),
    "MapTable": card(lambda begun: widgets.MapTable(begun, open_=True)),
    "OddsExplorer": explorer,
    "OddsPair": card(widgets.OddsPair, begin=fight),
    "OrderOfBattle": card(widgets.OrderOfBattle),
    "RebuildPlanner": card(widgets.RebuildPlanner, "hube"),
    "ReinforcementTimeline": card(widgets.ReinforcementTimeline),
    "TurnRecord": card(widgets.TurnRecord, "sfs"),
    "TurnTrack": card(widgets.TurnTrack),
    "VariantDesigner": card(lambda begun: widgets.VariantDesigner(game=begun)),
    "VictoryTrack": card(widgets.VictoryTrack, "hube"),
    "WeatherForecast": card(widgets.WeatherForecast, "hube"),
    "WeatherOdds": card(widgets.WeatherOdds),
    "sketch_map": lambda own: widgets.sketch_map(game("hube", own)).text,
}

TICKED: Mapping[str, tuple[Any, dict[str, Any]]] = {
    "study": (study, STUDY), "widgets": (widgets, WIDGETS), "gpw": (gpw, GAMES["gpw"]), "sfs": (sfs, GAMES["sfs"]),
    "hube": (hube, GAMES["hube"]),
}  # fmt: skip
CALLS = [(where, name) for where, (_module, ticks) in TICKED.items() for name, tick in ticks.items() if callable(tick)]


@pytest.mark.parametrize("where", TICKED)
def test_every_public_name_is_ticked(where: str) -> None:
    module, ticks = TICKED[where]
    actions = {name for name in module.__all__ if where in MODULES and _is_action(getattr(module, name))}
    assert sorted(set(module.__all__) - actions) == sorted(ticks)


def _is_action(found: object) -> bool:
    """Whether a name of a game's package is a kind of action: those have one module."""
    return isinstance(found, type) and found.__module__.rpartition(".")[2] == "actions"


def system_of(where: str, name: str) -> str:
    """The game whose tables a call reads: that of its package, or of the cards and studies that say so."""
    if where in MODULES:
        return where
    if name in ("simulate", "AreaLab", "AreaMap", "ArtilleryExplorer", "CombatWalk", "TurnRecord"):
        return "sfs"
    of_hube = ("ArrivalTimeline", "BarrageCalculator", "CombatCalculator", "RebuildPlanner", "VictoryTrack", "march")
    more = ("WeatherForecast", "explore_combat", "sketch_map")
    return "hube" if name.startswith("Hube") or name in (*of_hube, *more) else "gpw"


@pytest.mark.parametrize(("where", "name"), CALLS)
def test_what_reads_tables_follows_an_edit_of_them(
    where: str, name: str, copies: dict[str, OwnCopy], tmp_path: Path
) -> None:
    call = TICKED[where][1][name]
    more = (tmp_path,) if call.__code__.co_argcount > 1 else ()
    shipped, again, own = (plain(call(tables, *more)) for tables in (None, None, copies[system_of(where, name)]))
    assert shipped == again  # else that the own one is another would say nothing
    assert own != shipped


#: Each command with a call of it that reads tables, or why it has none.  save: a save; out: a file to write.
COMMANDS: dict[str, list[str] | str] = {
    "lab": "opens notebooks",
    "app": "opens notebooks",
    "coverage": "the rulebooks' inventory and the tests",
    "data": "is told the folder that it checks",
    "odds": ["odds", "gpw", "--attack", "18", "--defend", "6"],
    "play": ["play", "gpw", "barbarossa", "--actions", "{actions}", "--save", "{out}.json"],
    "simulate": ["simulate", "sfs", "red-square", "--games", "1", "--workers", "1", "--format", "csv"],
    "export": ["export", "{save}", "--oob", "{out}.csv"],
}


def test_every_command_is_ticked() -> None:
    (commands,) = (action for action in cli.parser()._actions if isinstance(action.choices, dict))
    assert sorted(commands.choices or ()) == sorted(COMMANDS)
    for name, command in (commands.choices or {}).items():
        assert ("--overlay" in command.format_help()) == (not isinstance(COMMANDS[name], str)), name


@pytest.mark.parametrize("name", [name for name, words in COMMANDS.items() if not isinstance(words, str)])
def test_commands_follow_an_edit_of_the_tables(
    name: str, copies: dict[str, OwnCopy], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    system = "sfs" if name == "simulate" else "gpw"

    def said(own: OwnCopy | None) -> list[str]:
        folder = Path(tempfile.mkdtemp(dir=tmp_path))
        save, out, actions = folder / "war.json", folder / "out", folder / "actions.txt"
        game(system, own).save(save)
        actions.write_text("done\n")
        words = [word.format(save=save, out=out, actions=actions) for word in COMMANDS[name]]
        assert cli.main([*words, *(["--overlay", str(own.folder)] if own else [])]) == 0
        printed = capsys.readouterr().out.replace(str(folder), "")
        if name == "simulate":  # its last column is the time that it took
            printed = "\n".join(line.rpartition(",")[0] for line in printed.splitlines())
        if name == "play":
            return figures(gpw.load(f"{out}.json", overlay=own))
        return [printed, *(path.read_text("utf-8") for path in folder.glob("out.csv"))]

    shipped = said(None)
    assert shipped == said(None)
    assert said(copies[system]) != shipped
