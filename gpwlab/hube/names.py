"""Which units and hexes an action names."""

from __future__ import annotations

from gpwlab.hube.actions import OKH, Action, Move, Rebuild, Subsist


def place_in(action: Action) -> str | None:
    """The hex in which an action ends, or None."""
    if isinstance(action, Move):
        return action.path[-1]
    if isinstance(action, Rebuild):
        return None if action.at == OKH else action.at
    if isinstance(action, Subsist):
        return action.hex
    return getattr(action, "hex", None)
