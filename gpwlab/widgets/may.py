"""What a unit may do at this moment, and where it may do nothing, why."""

from __future__ import annotations

from dataclasses import dataclass

from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.gpw import engine
from gpwlab.gpw.actions import Attack, Base, Drop, Fly, Lead, Move, Place, Rebuild, Swap
from gpwlab.gpw.reader import Reader
from gpwlab.widgets import peek

#: More reasons than these make no one wiser.
_MOST = 3


@dataclass(frozen=True, slots=True)
class May:
    """can: what the unit may do or what may be done to it, a sentence each.  why: reasons where there is nothing."""

    can: tuple[str, ...] = ()
    why: tuple[Reason, ...] = ()

    def __str__(self) -> str:
        return "; ".join((*self.can, *(f"not now: {reason}" for reason in self.why)))


def may(game: Reader, unit_id: str) -> May:
    """What a unit may do now by the rules of the phase; InvalidInput for an unknown unit."""
    here = peek.hex_of(game, unit_id)
    decision, kind = game.pending, peek.kind(game)
    if game.winner is not None:
        return May(why=tuple(game.winner.reasons))
    if decision is not None:
        named = [str(option) for option in decision.options if unit_id in engine.names_in(option)[0]]
        if named:
            return May((f"is named by {len(named)} answers to the open decision",))
        return May(why=(Reason(decision.rule, f"a decision is open first: {decision.text}"),))
    if kind == "combat":
        return _in_combat(game, unit_id, here)
    if kind in peek.MOVING:
        return _in_movement(game, unit_id, here)
    return _off_the_line(game, unit_id, here)


def _in_movement(game: Reader, unit_id: str, here: str) -> May:
    if not peek.unit(game, unit_id).ground:
        return _off_the_ground(game, unit_id)
    found = game.reach(unit_id)
    drops = sum(1 for action in game.legal.of(unit_id) if isinstance(action, Drop))
    dropped = (f"may be dropped on {_hexes(drops)}",) if drops else ()
    if dropped and not found:
        return May(dropped)
    if found:
        how = "go by rail to" if peek.kind(game) == "rail" else "move to"
        return May((*dropped, f"may {how} {_hexes(len(found))}"))
    if not here:
        return May(why=(Reason(game.phase.rule, "it is not on the map, and this phase only moves units"),))
    board = game.board
    near = [board.ids[h] for h in board.near[board.hex(here)] if h >= 0]
    # the reasons against an empty hex are about the unit, not about who stands there
    near.sort(key=lambda h: (not board.playable[board.hex(h)], bool(game.unit_at(h))))
    return May(why=tuple(game.why_not(Move(unit_id, (near[0],)))[:_MOST]))


def _off_the_ground(game: Reader, unit_id: str) -> May:
    """A leader or an aircraft."""
    legal = game.legal.of(unit_id)
    told = (("lead", Lead, "may go to"), ("fly", Fly, "may fly to"), ("base", Base, "may land on"))
    counts = [(what, sum(isinstance(action, kind) for action in legal)) for _verb, kind, what in told]
    can = tuple(f"{what} {_hexes(count)}" for what, count in counts if count)
    mission = {**game.aircraft("Axis"), **game.aircraft("Soviet")}.get(unit_id, "")
    if can:
        return May(can)
    return May((f"is on {mission}",) if mission else (), () if mission else (_idle(game, unit_id),))


def _idle(game: Reader, unit_id: str) -> Reason:
    """Why a leader or an aircraft does nothing now."""
    what = (
        "aircraft fly in combat and general movement"
        if peek.unit(game, unit_id).air_range
        else "leaders move with armour"
    )
    rule = "gpw 11.1.A" if peek.unit(game, unit_id).air_range else "gpw 12.2.A"
    return Reason(rule, f"there is no order for it in this phase: {what}")


def _in_combat(game: Reader, unit_id: str, here: str) -> May:
    if not here:
        return May(why=(Reason(game.phase.rule, "it is not on the map"),))
    if not peek.unit(game, unit_id).ground:
        return _off_the_ground(game, unit_id)
    board = game.board
    for target, attackers, result in game.attacks:
        if unit_id in attackers:
            return May((f"attacks {_name(game, target)}: {result or 'announced, to be rolled'}",))
        if here == target:
            count = counted(len(attackers), "unit")
            return May((f"is attacked by {count}: {result or 'announced, to be rolled'}",))
    if peek.side(game, unit_id) != game.phase.side:
        able = game.candidates(here)
        if not able:
            return May(why=(Reason("gpw 7.1.A", "no unit next to it may attack it now"),))
        if here in peek.targets(game):
            return May((f"may be attacked by {', '.join(peek.unit(game, u).name for u in able)}",))
        return May(why=tuple(game.why_not(Attack(here, tuple(able)))))
    targets = peek.targets(game, unit_id)
    if targets:
        return May((f"may attack {', '.join(_name(game, h) for h in targets)}",))
    near = [board.ids[h] for h in board.near[board.hex(here)] if h >= 0]
    enemies = [h for h in near if any(peek.side(game, u) != game.phase.side for u in game.unit_at(h))]
    if not enemies:
        return May(why=(Reason("gpw 7.1.A", "no enemy unit stands next to it"),))
    at_best = [Attack(h, tuple(able)) for h in enemies if unit_id in (able := game.candidates(h))]
    if at_best:  # even with all who may join, the odds do not do: the whole sum says why
        return May(why=tuple(game.why_not(at_best[0])))
    return May(why=tuple(game.why_not(Attack(enemies[0], (unit_id,)))[:_MOST]))


def _off_the_line(game: Reader, unit_id: str, here: str) -> May:
    """In a set-up or a reinforcement phase."""
    legal = game.legal.of(unit_id)
    hexes = sum(1 for action in legal if isinstance(action, Place | Rebuild) and action.hex)
    can = [f"may be placed on {_hexes(hexes)}"] if hexes else []
    if any(isinstance(action, Rebuild) and not action.hex for action in legal):
        can.append(f"may be brought to full strength for {peek.unit(game, unit_id).rp_cost} of {game.rp} RP")
    if any(isinstance(action, Swap) for action in legal):
        can.append("may be swapped")
    if can or peek.kind(game) == "setup":
        why = () if can else game.why_not(Place(unit_id, here)) if here else ()
        return May(tuple(can), tuple(why[:_MOST]))
    return May(why=tuple(game.why_not(Rebuild(unit_id))[:_MOST]))


def _hexes(count: int) -> str:
    return f"{count} hex{'es' * (count != 1)}"


def _name(game: Reader, hex_id: str) -> str:
    return game.board.label(game.board.hex(hex_id))
