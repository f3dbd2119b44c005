"""Where a unit can go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reach:
    """Destinations of one unit: MP left by hex index, and the proposed path to each (ties: lowest hex ids)."""

    start: int
    left: dict[int, int]
    came: dict[int, int]

    def path(self, hex_: int) -> tuple[int, ...]:
        """The hexes entered on the proposed path to a destination, in order; KeyError if it is out of reach."""
        path = [hex_]
        while self.came[path[-1]] != self.start:
            path.append(self.came[path[-1]])
        return tuple(reversed(path))

    def named_paths(self, names: Sequence[str]) -> dict[int, tuple[str, ...]]:
        """The proposed path to every destination, by hex index, in names of hexes; each is built on its parent's."""
        known: dict[int, tuple[str, ...]] = {self.start: ()}
        for hex_ in self.left:
            ahead = []
            at = hex_
            while at not in known:
                ahead.append(at)
                at = self.came[at]
            for step in reversed(ahead):
                known[step] = (*known[self.came[step]], names[step])
        return known
