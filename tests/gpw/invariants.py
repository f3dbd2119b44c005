"""What holds in every position, worked out anew from the units alone."""

from __future__ import annotations

from gpwlab.gpw import rail
from gpwlab.gpw.position import CAPITAL, DUE, ELIMINATED, LATER, ON_MAP, RETURNING, WITHDRAWN, Position
from tests.gpw.maps import neighbours, table

NEAR = {row["hex"]: (row["hex"], *neighbours(row["hex"])) for row in table("hexes")}
LAND = {row["hex"] for row in table("hexes") if row["terrain"] not in ("sea", "lake") and row["in_play"] == "yes"}


def check(pos: Position) -> None:
    """Fail if a position contradicts itself."""
    board, units = pos.world.board, pos.world.units
    present = [u.index for u in units if pos.fate[u.index] == ON_MAP]
    assert [u for u, hex_ in enumerate(pos.where) if hex_ >= 0] == present
    on_map = [u for u in present if units[u].kind != "LEADER"]  # leaders take no room and have no ZOC
    assert {h: u for h, u in enumerate(pos.occupant) if u >= 0} == {pos.where[u]: u for u in on_map}
    assert len({pos.where[u] for u in on_map}) == len(on_map)  # one unit a hex
    assert {board.ids[pos.where[u]] for u in on_map} <= LAND
    for unit in units:
        allowed = {ON_MAP: range(1, unit.steps + 1), DUE: range(1, unit.steps + 1), ELIMINATED: (0,)}
        allowed |= {LATER: (unit.steps,), WITHDRAWN: range(unit.steps + 1), CAPITAL: (1,), RETURNING: (1,)}
        assert pos.steps[unit.index] in allowed[pos.fate[unit.index]], unit.id
    _check_zoc(pos, on_map)
    for u in on_map:
        assert pos.control[pos.where[u]] == units[u].side
    _check_phase(pos)


def _check_zoc(pos: Position, on_map: list[int]) -> None:
    board = pos.world.board
    for side in (0, 1):
        counts = dict.fromkeys(board.ids, 0)
        for u in on_map:
            if pos.world.units[u].side == side:
                for name in NEAR[board.ids[pos.where[u]]]:
                    counts[name] += 1
        assert [counts[name] for name in board.ids] == pos.zoc[side]


def _check_phase(pos: Position) -> None:
    units = pos.world.units
    assert pos.rp >= 0
    assert min(pos.forfeited) >= 0
    assert 0 <= pos.railed <= (rail.limit(pos) if pos.step.kind == "rail" else 0)
    assert {units[u].side for u, flag in enumerate(pos.moved) if flag} <= {pos.side}
    assert {units[u].side for u, flag in enumerate(pos.unsupplied) if flag} <= {pos.side}
    assert not pos.battles or pos.step.kind == "combat"
    attackers = [u for battle in pos.battles for u in battle.attackers]
    assert len(attackers) == len(set(attackers))
    targets = [battle.target for battle in pos.battles]
    assert len(targets) == len(set(targets))
