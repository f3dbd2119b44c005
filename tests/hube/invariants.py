"""What holds in every position, worked out anew from the units alone."""

from __future__ import annotations

from gpwlab.hube.position import Position


def check(pos: Position) -> None:
    """Fail if a position contradicts itself."""
    for u in pos.on_map():
        h = pos.where[u]
        assert pos.world.start_side[h] >= 0
        assert pos.owner[h] == pos.unit(u).side
    assert all(n > 0 for n in pos.points.values())
    for h, fort in pos.fortress.items():
        assert pos.where[fort] == h
        assert pos.owner[h] == 0
    assert sum(pos.unit(u).kind == "alert-bn" for u in pos.on_map()) <= 29
    assert all(pos.rail_used[side] <= pos.world.scenario.capacity[side] for side in (0, 1))
    assert pos.owner.count(-1) == pos.world.start_side.count(-1)
