"""What a scenario fixes: map, span, ground before it, capacities, gauge limits, objectives (hube 6.0).

Every scenario can be played as such or as the start of the campaign, which leaves its own conditions out (hube 1.1.D).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpwlab.core.slugs import no_scenario
from gpwlab.core.tables import Row

CAMPAIGN = ":campaign"


@dataclass(frozen=True, slots=True)
class Objective:
    """A condition of a scenario: hexes of a city, or a river to be clear of Germans."""

    name: str
    kind: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario's frame.

    number: 1 to 5.  last_turn: that of the scenario or of the campaign.  capacity: rail capacity by side.  limits: by
    side the hexes up to which its gauge reaches.  kind: what decides (cities, steps, units), levels: Soviet and Axis.
    """

    number: int
    slug: str
    title: str
    campaign: bool
    first_turn: int
    last_turn: int
    ground: str
    capacity: tuple[int, int]
    alert_vp: int
    sheets: str
    limits: tuple[tuple[str, ...], tuple[str, ...]]
    kind: str
    levels: tuple[int, int]
    objectives: tuple[Objective, ...]

    @property
    def rule(self) -> str:
        """The entry that prints its conditions of victory."""
        return "hube 5.2" if self.campaign else _VICTORY[self.number]


_VICTORY = {
    1: "hube 6.1.scenario victory",
    2: "hube 6.2.scenario victory",
    3: "hube 6.3.scenario victory",
    4: "hube 6.4.scenario victory",
    5: "hube 6.5.scenario victory",
}


def slugs(rows: Sequence[Row]) -> list[str]:
    """All slugs that ``new`` takes, each scenario followed by its campaign."""
    return [slug for row in rows for slug in (row["slug"], row["slug"] + CAMPAIGN)]


def read_scenario(tables: Mapping[str, Sequence[Row]], slug: str) -> Scenario:
    """The scenario with a slug; InvalidInput lists those that there are."""
    plain = slug.removesuffix(CAMPAIGN)
    for row in tables["scenarios"]:
        if row["slug"] == plain:
            return _scenario(tables, row, slug != plain)
    raise no_scenario(slug, slugs(tables["scenarios"]))


def _scenario(tables: Mapping[str, Sequence[Row]], row: Row, campaign: bool) -> Scenario:
    number = row["scenario"]
    limits = {side: tuple(r["limit"] for r in tables["gauges"] if (r["scenario"], r["side"]) == (number, side))
              for side in ("Axis", "Soviet")}  # fmt: skip
    victory = next(r for r in tables["scenario_victory"] if r["scenario"] == number)
    return Scenario(
        number=int(number),
        slug=row["slug"] + (CAMPAIGN if campaign else ""),
        title=row["title"],
        campaign=campaign,
        first_turn=int(row["first_turn"]),
        last_turn=int(row["campaign_last" if campaign else "last_turn"]),
        ground=row["ground"],
        capacity=(int(row["axis_rail"]), int(row["soviet_rail"])),
        alert_vp=int(row["alert_vp"]),
        sheets=row["map"],
        limits=(limits["Axis"], limits["Soviet"]),
        kind=victory["kind"],
        levels=(int(victory["soviet"]), int(victory["axis"])),
        objectives=tuple(
            Objective(r["name"], r["kind"], tuple(r["hexes"].split()))
            for r in tables["objectives"]
            if r["scenario"] == number
        ),
    )
