"""How the planned players of The Great Patriotic War fight: attacks by their exact values, aircraft, decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from gpwlab.core.errors import IllegalAction
from gpwlab.gpw.actions import Action, Advance, Attack, Fly, Intercept, Ready, Resolve
from gpwlab.study.players.style import Style
from gpwlab.study.players.terrain import Survey

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position
    from gpwlab.gpw.reader import View

Reading = Callable[["Position", int], Survey]


def fight(view: View, style: Style, read: Reading, chosen: Iterator[Action] | None) -> Iterator[Action]:
    """Announce what is worth it, best first; send aircraft; roll."""
    if chosen is None:
        yield from _worthy(view, style, read(view._pos, view._pos.side))
    else:
        yield from chosen
    for unit in view.aircraft(view.phase.side):
        flights = [a for a in view.legal.of(unit) if isinstance(a, Fly)]
        if flights:
            yield flights[0]
    if Ready() in view.legal:
        yield Ready()
    while True:
        waiting = [target for target, _units, result in view.attacks if not result]
        if not waiting:
            return
        yield Resolve(waiting[0])


def planned(view: View) -> Iterator[Action]:
    """The attacks and flights that the attack planner chooses; none where no attack is legal."""
    from gpwlab.study.planner import plan_attacks  # which loads scipy

    try:
        plan = plan_attacks(view)
    except IllegalAction:  # nobody stands next to an enemy whom he may attack
        return
    yield from plan.actions


def _worthy(view: View, style: Style, seen: Survey) -> Iterator[Action]:
    """The best attack of those that are left, again and again."""
    while True:
        best: tuple[float, Attack] | None = None
        for action in view.legal:
            if isinstance(action, Attack):
                value = _value(view, style, seen, action)
                if value > style.least and (best is None or value > best[0]):
                    best = (value, action)
        if best is None:
            return
        yield best[1]


def _value(view: View, style: Style, seen: Survey, attack: Attack) -> float:
    """Points that an attack is worth: the enemy's expected loss and the ground, less one's own loss."""
    battle = view.battle(attack.target, list(attack.attackers))
    if not battle.possible:
        return float("-inf")
    ground = style.ground + (style.city if seen.to_goal[view.board.index[attack.target]] == 0 else 0.0)
    return sum(
        float(o.chance) * (o.defender_points - style.blood * o.attacker_points + ground * o.vacated)
        for o in battle.outcomes
    )


def decide(view: View, style: Style, read: Reading) -> Action:
    """Answer a question: advance where it pays, intercept with fighters, else what a hasty player would answer."""
    decision = view.pending
    assert decision is not None
    pos = view._pos
    if decision.kind == "advance":
        return _advance(view, style, read, [o for o in decision.options if isinstance(o, Advance)]) or decision.default
    fighters = [option for option in decision.options if isinstance(option, Intercept)]
    return fighters[0] if fighters and pos.world.unit(fighters[0].unit).intercepts else decision.default


def _advance(view: View, style: Style, read: Reading, options: list[Advance]) -> Action | None:
    """Advance with the strongest unit where the enemies around the hex are no match for it; always into a goal."""
    pos = view._pos
    battle = pos.battle
    movers = [o for o in options if o.unit is not None]
    if battle is None or not movers:
        return None
    seen = read(pos, pos.side)
    best = max(movers, key=lambda o: pos.attack(pos.world.unit(str(o.unit)).index))
    strength = pos.attack(pos.world.unit(str(best.unit)).index)
    homes = [seen.to_goal[pos.where[pos.world.unit(str(o.unit)).index]] for o in movers]
    safe = seen.threat[battle.target] <= style.bold * strength and seen.to_goal[battle.target] <= min(homes)
    return best if safe or seen.to_goal[battle.target] == 0 else None
