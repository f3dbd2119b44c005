"""The rebuild planner of Hube's Pocket: what lost units cost, what can be paid now, how long the rest takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as ipw
from traitlets import Bool

from gpwlab.core.words import counted
from gpwlab.hube.board import SIDES
from gpwlab.hube.charts import Charts, Price
from gpwlab.widgets import style
from gpwlab.widgets.grid import Cell, Grid
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.texttwin import TextTwin

COLUMNS = ("unit", "what", "of", "pax", "eq", "trucks", "per", "now")
#: In words what a price is for.
_PER = {"unit": "the unit", "step": "each step"}


@dataclass(frozen=True)
class Lost:
    """A unit that may be rebuilt: what it is, how many steps or units of it are lost, and the price of each."""

    unit: str
    text: str
    formation: str
    count: int
    price: Price


@dataclass(frozen=True)
class Bill:
    """What some units cost together."""

    pax: int
    eq: int
    trucks: int

    def short(self, pax: int, eq: int, trucks: int) -> Bill:
        """What is missing to pay it."""
        return Bill(max(0, self.pax - pax), max(0, self.eq - eq), max(0, self.trucks - trucks))


def bill(lost: Sequence[Lost]) -> Bill:
    """The sum of the prices, each as often as it is lost (hube chart.Common Rebuild Table)."""
    return Bill(
        sum(unit.count * unit.price.pax for unit in lost),
        sum(unit.count * unit.price.eq for unit in lost),
        sum(unit.count * unit.price.trucks for unit in lost),
    )


def income(charts: Charts, side: str) -> tuple[Fraction, Fraction]:
    """The mean Pax and Eq that a side rolls in a turn, by the published table."""
    pax = sum(Fraction(6 - abs(7 - dice), 36) * charts.supply[side, dice].pax for dice in range(2, 13))
    eq = sum(Fraction(6 - abs(7 - dice), 36) * charts.supply[side, dice].eq for dice in range(2, 13))
    return Fraction(pax), Fraction(eq)


def turns_to_pay(charts: Charts, side: str, missing: Bill) -> Fraction | None:
    """How many turns of mean income pay what is missing; None where trucks are, which no roll brings."""
    if missing.trucks:
        return None
    pax, eq = income(charts, side)
    return max(Fraction(missing.pax) / pax, Fraction(missing.eq) / eq)


class RebuildPlanner(TextTwin, ipw.VBox):
    """Units to choose from, points at hand, and what comes of it.

    ``chosen`` are the units on the plan.  active: False while nobody looks.
    """

    active = Bool(True)

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        slim = {"description_width": "auto"}
        self.side = ipw.ToggleButtons(options=list(SIDES), style={"button_width": "80px"})
        self.points = {
            name: ipw.BoundedIntText(
                value=0, min=0, max=99, description=name, style=slim, layout=ipw.Layout(width="96px"), tooltip=tip
            )
            for name, tip in (
                ("Pax", "personnel replacements at hand"),
                ("Eq", "equipment replacements at hand"),
                ("Trucks", "truck points at hand"),
            )
        }
        self.units = ipw.SelectMultiple(rows=9, layout=ipw.Layout(width="100%"))
        self.verdict, self.heading, self.grid = ipw.HTML(), ipw.HTML(), Grid()
        self.side.observe(lambda _: self._choose_side(), names="value")
        for control in (*self.points.values(), self.units):
            control.observe(lambda _: self._count(), names="value")
        bar = ipw.HBox([self.side, *self.points.values()])
        bar.add_class("gpwlab-bar")
        super().__init__([ipw.HTML(style.sheet()), self.heading, bar, self.units, self.verdict, self.grid], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.lost: list[Lost] = []
        self.observe(lambda _: self.refresh(), names="active")
        self.session.observe(lambda _: self.refresh(), names="version")
        self.refresh()

    def refresh(self) -> None:
        """Read again what is lost, if it is seen."""
        if self.active:
            self._choose_side()

    def _choose_side(self) -> None:
        game = self.session.game
        held: Mapping[str, int] = game.replacements(self.side.value)
        for name, control in self.points.items():
            control.value = held[name.lower()]
        self.lost = lost_units(game, self.side.value)
        kept = set(self.units.value)
        self.units.options = [(_line(unit), unit.unit) for unit in self.lost]
        self.units.value = tuple(unit.unit for unit in self.lost if unit.unit in kept)
        self._count()

    @property
    def chosen(self) -> list[Lost]:
        """The units on the plan."""
        return [unit for unit in self.lost if unit.unit in self.units.value]

    def _count(self) -> None:
        """Add up what is chosen, and say whether it can be paid and how long it would take."""
        at_hand = [self.points[name].value for name in ("Pax", "Eq", "Trucks")]
        self.heading.value = style.title(
            "Rebuild planner", f"{self.side.value}: {counted(len(self.lost), 'unit')} lost"
        )
        total = bill(self.chosen)
        self.verdict.value = (
            f"<div>{verdict(self.session.game.charts, self.side.value, total, at_hand)} "
            f"{style.rule('hube chart.Common Rebuild Table')}</div>"
        )
        rows = [_row(unit, at_hand) for unit in self.lost]
        self.grid.fill(f"what the {self.side.value} has lost", COLUMNS, rows)

    def text(self) -> str:
        """What it shows, in words."""
        return self.grid.text()


def verdict(charts: Charts, side: str, total: Bill, at_hand: Sequence[int]) -> str:
    """Whether the points at hand pay a bill, and how long the rest takes on average."""
    if total == Bill(0, 0, 0):
        return "Choose units above to see what they cost together."
    cost = f"<b>{total.pax} Pax, {total.eq} Eq{f', {total.trucks} truck points' if total.trucks else ''}</b>"
    missing = total.short(*at_hand)
    if missing == Bill(0, 0, 0):
        left = f"{at_hand[0] - total.pax} Pax and {at_hand[1] - total.eq} Eq are left"
        return f"{cost}: it can be paid now; {left}."
    wait = turns_to_pay(charts, side, missing)
    short = f"short of {missing.pax} Pax and {missing.eq} Eq"
    if wait is None:
        return f"{cost}: {short} and of {missing.trucks} truck points, which no replacement roll brings."
    return f"{cost}: {short}; on average that is {float(wait):.1f} turns of replacements (published table)."


def lost_units(game: Any, side: str) -> list[Lost]:
    """The units of a side that are dead, or have lost steps, in the order of the manifest."""
    found = []
    for row in game.units.to_dict("records"):
        count = 1 if row["state"] == "dead" else int(row["lost"] or 0)
        if row["side"] != side or not count or row["kind"] not in game.charts.prices:
            continue
        text = " ".join(filter(None, (row["label"], row["kind"], row["values"])))
        found.append(Lost(row["unit"], text, row["formation"], count, game.charts.price(row["kind"])))
    return found


def _line(unit: Lost) -> str:
    of = f" of {unit.formation}" if unit.formation else ""
    many = f" x{unit.count}" if unit.count > 1 else ""
    trucks = f" + {unit.price.trucks} truck" if unit.price.trucks else ""
    return escape(f"{unit.text}{of}{many}: {unit.price.pax} Pax {unit.price.eq} Eq{trucks} for {_PER[unit.price.per]}")


def _row(unit: Lost, at_hand: Sequence[int]) -> list[Cell]:
    price = unit.price
    payable = price.pax <= at_hand[0] and price.eq <= at_hand[1] and price.trucks <= at_hand[2]
    return [
        unit.unit, unit.text, unit.formation, price.pax, price.eq, price.trucks, _PER[price.per],
        "can be paid" if payable else "",
    ]  # fmt: skip
