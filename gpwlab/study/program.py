"""The integer program of the attack planner: choose options of the greatest sum, each unit, target and plane once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The integer program is solved to its optimum, not to within a share of it.
_EXACTLY = {"mip_rel_gap": 0.0}


class Option(NamedTuple):
    """An attack that could be made, in indices of the position.

    wing: aircraft of one kind, of which one flies, () for none.  flown: the one that does, -1 until it is known.
    """

    target: int
    units: tuple[int, ...]
    wing: tuple[int, ...]
    worth: Fraction
    pilot: int = -1

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two options the same attack, whichever plane of a kind flies."""
        return self.target, self.units, self.wing

    @property
    def flown(self) -> int:
        """The aircraft that flies: the one chosen, else any of the kind; -1 for none."""
        return self.pilot if self.pilot >= 0 else self.wing[0] if self.wing else -1


def solve(options: Sequence[Option], unlike: Collection[Option] | None = None) -> tuple[Option, ...] | None:
    """The options of the greatest sum of worth that share no unit, target or aircraft; () where none is worth it.

    unlike: a choice that must not be made again; None where nothing else is left.  Sums are compared as floats, which
    hold these values to a billionth.
    """
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp

    flights = [(n, plane) for n, option in enumerate(options) for plane in option.wing]
    if not options:
        return () if unlike is None else None
    matrix, lower, upper = _constraints(options, flights, unlike)
    size = len(options) + len(flights)
    worth = np.zeros(size)
    worth[: len(options)] = [-float(option.worth) for option in options]
    found = milp(
        worth, integrality=np.ones(size), bounds=Bounds(0, 1), constraints=LinearConstraint(matrix, lower, upper),
        options=_EXACTLY,
    )  # fmt: skip
    if found.x is None:
        return None
    return tuple(_piloted(options, flights, found.x > 0.5))


def _constraints(
    options: Sequence[Option], flights: Sequence[tuple[int, int]], unlike: Collection[Option] | None
) -> tuple[Any, list[float], list[float]]:
    """Rows of the program: one plane for each option that needs one, and everything at most once.

    A unit attacks once a phase (gpw 7.1.C) and is attacked once (gpw 7.1.D); one aircraft flies over it (gpw 11.1.D).
    """
    from scipy.sparse import csr_array

    rows: dict[tuple[str, int], list[tuple[int, float]]] = {}
    for n, option in enumerate(options):
        rows.setdefault(("target", option.target), []).append((n, 1))
        for unit in option.units:
            rows.setdefault(("unit", unit), []).append((n, 1))
        if option.wing:
            rows["needs", n] = [(n, -1)]
    for place, (n, plane) in enumerate(flights, len(options)):
        rows.setdefault(("plane", plane), []).append((place, 1))
        rows["needs", n].append((place, 1))
    lower = [0.0 if kind == "needs" else -1.0 for kind, _ in rows]
    upper = [0.0 if kind == "needs" else 1.0 for kind, _ in rows]
    if unlike is not None:
        again = {option.key for option in unlike}
        rows["unlike", 0] = [(n, 1 if option.key in again else -1) for n, option in enumerate(options)]
        lower.append(-float(len(options)))
        upper.append(len(again) - 1.0)
    cells = [(value, r, place) for r, row in enumerate(rows.values()) for place, value in row]
    values, across, down = zip(*cells, strict=True)
    matrix = csr_array((values, (across, down)), shape=(len(rows), len(options) + len(flights)))
    return matrix, lower, upper


def _piloted(options: Sequence[Option], flights: Sequence[tuple[int, int]], taken: NDArray[Any]) -> list[Option]:
    """The options taken, each with the plane that flies for it."""
    pilots = {n: plane for (n, plane), on in zip(flights, taken[len(options) :], strict=True) if on}
    return [option._replace(pilot=pilots.get(n, -1)) for n, option in enumerate(options) if taken[n]]
