"""Positions for pictures: stacks and areas as a reader shows them, without a game behind them."""

from __future__ import annotations

from dataclasses import dataclass

from gpwlab.core import tables
from gpwlab.sfs import board

BOARD = board.build({name: tables.read("sfs", name) for name in ("areas", "links", "strongpoints")})


@dataclass(frozen=True)
class Unit:
    id: str
    side: str
    type: str
    label: str
    size: str
    figure: str
    strength: int | None
    steps: int | None = 2
    reduced: bool = False
    hidden: bool = False
    oos: bool = False
    disrupted: bool = False
    reserve: bool = False
    support: bool = False


@dataclass(frozen=True)
class Force:
    id: str
    side: str
    area: str
    units: tuple[Unit, ...]
    strongpoint: str = ""
    cut_off: bool = False
    surrounds: str = ""
    entering: bool = False


@dataclass(frozen=True)
class Held:
    code: str
    control: str
    dominated_by: str = "Soviet"
    fortified: bool = False


def german(name: str, strength: int, type_: str = "infantry", **state: bool) -> Unit:
    figure = f"+{strength}" if state.get("support") else str(strength)
    return Unit(name, "German", type_, name.partition("-")[0], "XX", figure, strength, **state)


def soviet(name: str, cls: str, strength: int, **state: bool) -> Unit:
    return Unit(
        name, "Soviet", "infantry", cls, "XX", f"{strength}*" if cls == "M" else str(strength), strength, **state
    )


def back(name: str, type_: str = "infantry", **state: bool) -> Unit:
    return Unit(name, "Soviet", type_, "", "XX", "?", None, None, hidden=True, **state)


@dataclass(frozen=True)
class Scene:
    """As much of a reader as a picture asks for."""

    stacks: tuple[Force, ...]
    areas: tuple[Held, ...]
    weather: str = "clear"
    phase: str = "Turn 1 (Sept/1): German Attack Phase"
    position: str = "scene"
    ferries: tuple[tuple[str, bool, bool, bool], ...] = (
        ("SC-landing", False, False, False),
        ("RS-landing", True, False, True),
        ("TR-landing", True, True, False),
    )
    board: board.Board = BOARD

    @property
    def aps(self) -> dict[str, int]:
        return {"German": 3, "Soviet": 2}

    drained: tuple[str, ...] = ()

    def supply_line(self, force: str) -> tuple[str, ...]:
        return ("YE", "S1", "REAR") if force == "F1" else ()

    def supplied(self, side: str) -> set[str]:
        return {"S1", "YE"} if side == "German" else {"RS", "CC"}

    def reach(self, force: str) -> dict[str, tuple[str, ...]]:
        return {"SC": ("SC",), "S1": ("S1",)}


def held(**control: str) -> tuple[Held, ...]:
    """Every area as at the start, but for those named."""
    out = []
    for area in BOARD.areas:
        owner = board.SIDES[area.dominated_by]
        out.append(Held(area.code, control.get(area.code, "empty"), owner, area.salient))
    return tuple(out)


SIEGE = Scene(
    (
        Force("F1", "German", "YE", (german("29-mot", 10, "motorized"),)),
        Force("F2", "German", "YE", (german("stg-1", 4, "assault_gun", support=True), german("14-pz", 11, "armor"))),
        Force("F3", "Soviet", "SC", (soviet("su-1", "C", 2, oos=True),), "SC-elevator", cut_off=True),
        Force("F4", "German", "SC", (german("94-inf", 7, reduced=True),), surrounds="F3"),
        Force("F5", "Soviet", "SC", (back("su-2"), back("su-3", "armor"))),
        Force("F6", "German", "S1", (german("71-inf", 8, reserve=True),)),
        Force("F7", "German", "SC", (german("389-inf", 5, disrupted=True),), entering=True),
        Force("F8", "Soviet", "RS", (back("su-4"),), "RS-landing"),
    ),
    held(YE="German", SC="contested", S1="German", RS="Soviet"),
)
