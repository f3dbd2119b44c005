"""Where a unit can go."""

from __future__ import annotations

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
