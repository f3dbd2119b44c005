"""What holds in every position, worked out anew from the units alone."""

from __future__ import annotations

from gpwlab.gpw import engine, rail
from gpwlab.gpw.position import BOXED, CAPITAL, DUE, ELIMINATED, LATER, OFF_MAP, ON_MAP, RETURNING, WITHDRAWN, Position
from tests.gpw.maps import cities_in, neighbours, table

NEAR = {row["hex"]: (row["hex"], *neighbours(row["hex"])) for row in table("hexes")}
LAND = {row["hex"] for row in table("hexes") if row["terrain"] not in ("sea", "lake") and row["in_play"] == "yes"}
RAILS = {row[end] for row in table("rails") for end in ("hex_a", "hex_b")}


def check(pos: Position) -> None:
    """Fail if a position contradicts itself."""
    board, units = pos.world.board, pos.world.units
    present = [u.index for u in units if pos.fate[u.index] == ON_MAP]
    assert [u for u, hex_ in enumerate(pos.where) if hex_ >= 0] == present
    on_map = [u for u in present if units[u].ground]  # leaders and aircraft take no room and have no ZOC
    _check_stacks(pos, on_map)
    assert {board.ids[pos.where[u]] for u in on_map} <= LAND
    for unit in units:
        allowed = {ON_MAP: range(1, unit.steps + 1), DUE: range(1, unit.steps + 1), ELIMINATED: (0,)}
        allowed |= {LATER: (unit.steps,), WITHDRAWN: range(unit.steps + 1), CAPITAL: (1,), RETURNING: (1,)}
        refits = "german-refit" in pos.world.rules.options and unit.german  # reduced ones wait too (gpw 23.3.3)
        allowed |= {BOXED: (1, unit.steps) if refits else (unit.steps,), OFF_MAP: range(1, unit.steps + 1)}
        assert pos.steps[unit.index] in allowed[pos.fate[unit.index]], unit.id
    _check_zoc(pos, on_map)
    _check_air(pos)
    for u in on_map:
        assert pos.control[pos.where[u]] == units[u].side
    _check_phase(pos)


def _check_stacks(pos: Position, on_map: list[int]) -> None:
    """One unit a hex, and one airborne unit on top of it at most (gpw 5.3.E, gpw 15.1.D)."""
    units = pos.world.units
    there: dict[int, list[int]] = {}
    for u in on_map:
        there.setdefault(pos.where[u], []).append(u)
    assert {h: pos.holders(h) for h in there} == {h: pos.holders(h) for h, u in enumerate(pos.occupant) if u >= 0}
    for hex_, stack in there.items():
        assert sorted(pos.holders(hex_)) == stack
        assert len(stack) == 1 or units[pos.rider[hex_]].kind == "AB" or pos.world.hooks.room  # variants let others
        assert len({units[u].side for u in stack}) == 1
    assert all(pos.rider[h] < 0 for h in range(len(pos.rider)) if h not in there)


def _check_zoc(pos: Position, on_map: list[int]) -> None:
    """ZOC counted by the hex; where a variant gives units other ones, as it says of each unit."""
    board, other = pos.world.board, pos.world.hooks.zone
    for side in (0, 1):
        counts = dict.fromkeys(board.ids, 0)
        for u in on_map:
            if pos.world.units[u].side == side:
                here = board.ids[pos.where[u]]
                near = (here,) if pos.world.units[u].kind in ("AB", "PAR") else NEAR[here]
                for name in (board.ids[h] for h in pos.zone(u, pos.where[u])) if other else near:
                    counts[name] += 1
        assert [counts[name] for name in board.ids] == pos.zoc[side]


def _check_air(pos: Position) -> None:
    """One aircraft a side over a hex; bases on cities and rails with room, friendly or about to be left."""
    board, units = pos.world.board, pos.world.units
    flying = [u.index for u in units if u.kind in ("FB", "BOM") and pos.fate[u.index] == ON_MAP]
    assert set(pos.missions) <= set(flying)
    sent = [(units[u].side, pos.where[u]) for u in pos.missions]
    assert len(sent) == len(set(sent)) or "massed-aircraft" in pos.world.rules.options  # which sends several
    assert pos.flown <= {u.index for u in units if u.kind in ("FB", "BOM")}
    asked = engine.pending(pos)
    for u in flying:
        if u in pos.missions:
            continue
        hex_, name = pos.where[u], board.ids[pos.where[u]]
        mates = [v for v in flying if v not in pos.missions and pos.where[v] == hex_]
        major = any(city["major"] == "yes" for city in cities_in(name))
        assert cities_in(name) or name in RAILS
        assert len(mates) <= (2 if major else 1)
        leaving = asked is not None and asked.kind == "base"
        assert pos.control[hex_] == units[u].side or leaving, units[u].id
    assert set(pos.boxes) == {u.index for u in units if pos.fate[u.index] == BOXED}
    waiting = [(units[u].side, turn) for u, turn in pos.boxes.items() if units[u].kind in ("FB", "BOM")]
    axis, soviet = ([turn for side, turn in waiting if side == which] for which in (0, 1))
    assert all(turn % 2 for turn in axis)
    assert len(set(axis)) == len(axis)
    assert len(set(soviet)) == len(soviet)
    assert pos.air_stage == "" or pos.step.kind == "combat"


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
