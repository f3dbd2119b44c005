"""What stands on the map, as a reader of a game is told: pieces (units) and markers (supply, air bases, works)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit on the map.

    hex: hex id.  kind, size, category: as in kinds.csv.  formation: the label of the formation that it belongs to, ""
    for none.  numbers: what is printed along the foot, () where the text does not print it.  lost: steps lost so far.
    """

    id: str
    hex: str
    side: str
    nationality: str
    kind: str
    size: str
    category: str
    label: str
    formation: str = ""
    numbers: tuple[str, ...] = ()
    lost: int = 0
    supplied: bool = True


@dataclass(frozen=True, slots=True)
class Marker:
    """What is no unit: ``kind`` is sp, truck, wagon, hedgehog, airbase-1, airbase-2 or pontoon, ``count`` how many
    points (of a hedgehog its level)."""

    hex: str
    side: str
    kind: str
    count: int = 1
