"""What a scenario fixes: areas in play, length, set-up options, artillery given without a roll (sfs 11.0.A)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gpwlab.core.slugs import no_scenario
from gpwlab.core.tables import Row
from gpwlab.sfs.board import SIDES, SOVIET

if TYPE_CHECKING:
    from gpwlab.sfs.board import Board

RED_SQUARE, SOLITAIRE, STANDARD = "red-square", "red-square-solitaire", "standard"
DASH, FINISH = "dash-to-the-volga", "fight-to-the-finish"
#: Scenarios whose forces are those of another (sfs 11.4.1, sfs 11.5).
SETUP_OF = {DASH: STANDARD, FINISH: STANDARD}


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario's frame.

    areas: those in play, empty for the whole map.  closed: areas that the Soviets may not enter.  last_turn: 0 where
    the set-up decides.  lost: German divisions whose loss decides the game, 0 for none.  options: turns by set-up
    option.  points: artillery points by (side, turn).
    """

    slug: str
    title: str
    areas: frozenset[int]
    closed: frozenset[int]
    first_turn: int
    last_turn: int
    lost: int
    options: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[tuple[int, int], int] = field(default_factory=dict)

    @property
    def mini(self) -> bool:
        """True for the two battles for Red Square (sfs 11.1, sfs 11.2)."""
        return self.slug in (RED_SQUARE, SOLITAIRE)

    @property
    def solitaire(self) -> bool:
        """True where the Soviet units are drawn from a cup (sfs 11.2.3.2.B)."""
        return self.slug == SOLITAIRE

    @property
    def dash(self) -> bool:
        """True for the short game (sfs 11.4)."""
        return self.slug == DASH

    @property
    def finish(self) -> bool:
        """True for the long game (sfs 11.5)."""
        return self.slug == FINISH

    def in_play(self, area: int) -> bool:
        """Whether an area is in play (sfs 11.1.1.A, sfs 11.2.1.A, sfs 11.3.1)."""
        return not self.areas or area in self.areas

    def open_to(self, side: int, area: int) -> bool:
        """Whether a side's units may be in an area as far as the scenario goes (sfs 11.1.1.B, sfs 11.2.1.B)."""
        return self.in_play(area) and not (side == SOVIET and area in self.closed)


def read_scenario(tables: Mapping[str, Sequence[Row]], board: Board, slug: str) -> Scenario:
    """The scenario with a slug; InvalidInput lists those that there are."""
    for row in tables["scenarios"]:
        if row["slug"] == slug:
            return Scenario(
                slug,
                row["title"],
                _areas(board, row["areas"]),
                _areas(board, row["soviet_closed"]),
                int(row["first_turn"]),
                int(row["last_turn"] or 0),
                int(row["german_divisions_lost"] or 0),
                _options(tables["setup_options"], SETUP_OF.get(slug, slug)),
                _points(tables["scenario_artillery"], slug),
            )
    raise no_scenario(slug, [row["slug"] for row in tables["scenarios"]])


def _areas(board: Board, text: str) -> frozenset[int]:
    return frozenset(board.area(code) for code in text.split("|") if code)


def _options(rows: Sequence[Row], slug: str) -> dict[str, int]:
    return {row["option"]: int(row["turns"] or 0) for row in rows if row["scenario"] == slug}


def _points(rows: Sequence[Row], slug: str) -> dict[tuple[int, int], int]:
    return {
        (SIDES.index(row["side"]), turn): int(row["aps"])
        for row in rows
        if row["scenario"] == slug
        for turn in range(int(row["first_turn"]), int(row["last_turn"]) + 1)
    }
