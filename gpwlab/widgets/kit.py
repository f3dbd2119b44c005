"""What the shared widgets must know of a game's package, and nothing else: sides, phases, what it calls its things."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

#: What a log can be narrowed to: caption, and the kinds of event that it keeps (none given: all).
LogKinds = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Kit:
    """A game's package as the stepper, the log, the saves and the rule pane see it.

    steps: of the turn in progress.  short: caption of a phase by its kind.  phases: names of a turn's phases; goal: the
    one that Play to offers first.  part: what a picture shows unless it shows all.  place: a saved position in words,
    by the tables of an overlay folder if there is one.
    """

    name: str
    sides: tuple[str, ...]
    headline: Callable[[Any], str]
    steps: Callable[[Any], Sequence[Any]]
    short: Mapping[str, str]
    phases: tuple[str, ...]
    goal: str
    last_turn: Callable[[Any], int]
    load: Callable[..., Any]
    log_kinds: LogKinds
    part: str
    place: Callable[[Mapping[str, Any], Path | None], str]


def kit_of(game: Any) -> Kit:
    """The kit of the package that a game or a side's view belongs to."""
    return kit_named(type(game).__module__.split(".")[1])


def kit_named(package: str) -> Kit:
    """The kit of a game's package, as a save names it; KeyError for one that has no lab."""
    return {"gpw": _gpw, "hube": _hube, "sfs": _sfs}[package]()


@cache
def _gpw() -> Kit:
    from gpwlab import gpw
    from gpwlab.gpw.picture import headline
    from gpwlab.gpw.scenarios import read_scenario
    from gpwlab.gpw.sequence import TURN
    from gpwlab.gpw.units import SIDES
    from gpwlab.gpw.worlds import shipped
    from gpwlab.widgets import peek

    def place(position: Mapping[str, Any], overlay: Path | None) -> str:
        scenario = read_scenario(shipped(overlay)["scenarios"], position["scenario"])
        return f"turn {position['turn']}, {scenario.step(position['turn'], position['phase']).name}"

    return Kit(
        name="gpw",
        sides=SIDES,
        headline=headline,
        steps=lambda game: game.steps,
        short={
            "setup": "Set-up",
            "arrival": "Arrivals",
            "reinforcement": "Reinforcements",
            "rail": "Rail",
            "mobile": "Armour",
            "combat": "Combat",
            "general": "General",
        },
        phases=tuple(step.name for step in TURN),
        goal="Axis Combat",
        last_turn=peek.last_turn,
        load=gpw.load,
        log_kinds=(
            ("everything", ()),
            ("dice", ("a die",)),
            ("moves", ("move", "retreat", "advance")),
            ("battles", ("announce", "battle", "choice", "loss", "retreat", "advance")),
            ("phases", ("phase", "weather", "outcome")),
            ("arrivals", ("due", "rp", "lend-lease", "reinforcement", "replacement", "withdrawal", "setup")),
            ("supply", ("supply",)),
            ("by hand", ("edit", "reseed")),
        ),
        part="the front",
        place=place,
    )


@cache
def _hube() -> Kit:
    from gpwlab import hube
    from gpwlab.hube.board import SIDES
    from gpwlab.hube.picture import headline
    from gpwlab.hube.sequence import TURN, step_at

    return Kit(
        name="hube",
        sides=SIDES,
        headline=headline,
        steps=lambda game: game.steps,
        short={
            "setup": "Set-up",
            "reserves": "Reserves",
            "maskirovka": "Maskirovka",
            "weather": "Weather",
            "reinforcement": "Arrivals",
            "movement": "Movement",
            "reaction": "Reaction",
            "combat": "Combat",
            "exploitation": "Exploitation",
        },
        phases=tuple(step.name for step in TURN),
        goal="Weather",
        last_turn=lambda game: game.last_turn,
        load=hube.load,
        log_kinds=(
            ("everything", ()),
            ("dice", ("a die",)),
            ("weather", ("weather",)),
            ("arrivals", ("due", "place", "bring", "supply", "rebuild", "setup")),
            ("moves", ("move", "rail", "retreat", "exit", "control")),
            ("losses", ("loss", "dead", "fortress")),
            ("phases", ("phase", "outcome")),
            ("by hand", ("edit", "reseed")),
        ),
        part="the scenario's map",
        place=lambda position, _overlay: (
            f"turn {position['turn']}, {step_at(position['phase'], position.get('first', 1)).name}"
        ),
    )


@cache
def _sfs() -> Kit:
    from gpwlab import sfs
    from gpwlab.sfs.board import SIDES
    from gpwlab.sfs.picture import headline
    from gpwlab.sfs.sequence import SETUP, TURN, step_at

    return Kit(
        name="sfs",
        sides=SIDES,
        headline=headline,
        steps=lambda game: SETUP if game.phase.number < 0 else TURN,
        short={
            "setup": "Set-up",
            "artillery": "Artillery",
            "counterattack": "Counterattack",
            "command": "Command",
            "movement": "Movement",
            "attack": "Attack",
            "reserve": "Reserve",
        },
        phases=tuple(step.name for step in TURN),
        goal="German Movement",
        last_turn=lambda game: max(game.charts.turns) if game.last_turn is None else game.last_turn,
        load=sfs.load,
        log_kinds=(("everything", ()), ("dice", ("a die",)), *_SFS_KINDS),
        part="the areas in play",
        place=lambda position, _overlay: f"turn {position['turn']}, {step_at(position['phase']).name}",
    )


_SFS_KINDS: LogKinds = (
    ("moves", ("move", "stack", "ferry", "infiltrate", "retreat", "advance", "withdrawal", "reserve", "foothold")),
    (
        "combat",
        (
            "attack", "reveal", "artillery", "guns", "odds", "d-crt", "cut-off", "terrain", "a-crt", "loss",
            "eliminated", "surround", "liberate", "retreat", "advance", "abort", "stuka", "days", "disrupted", "fire",
        ),
    ),
    ("arrivals", ("due", "arrival", "delay", "return", "withdrawn", "corps", "tanks", "place", "rebuild", "break")),
    ("supply", ("supply",)),
    ("phases", ("phase", "outcome", "markers")),
    ("by hand", ("edit", "reseed")),
)  # fmt: skip
