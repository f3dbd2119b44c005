"""Hooks: the named places where a variant, printed or of the house, changes a rule that no table holds.

A hook is a function; the base rules call those of the rule set in the order of their options and know nothing else of
them.  Each may read all of the position; only ``turn``, ``begin``, ``end``, ``moved``, ``watch``, ``dropping``,
``dogfight``, ``after_battle`` and orders change it.  A hook that changes a value gets it last.  What each gets and
gives:

==============  ====================================================  ==============================================
name            called with                                           gives
==============  ====================================================  ==============================================
turn            pos                                                   events, at the start of a turn, before its order
order           pos, numbers of the turn's phases                     the same in another order, more or fewer
begin, end      pos                                                   events, at the start or the end of a phase
done            pos                                                   reasons why the phase cannot end
hasty           pos                                                   the action of a player in haste before the end
may_not_move    pos, unit                                             reasons why it does not move in this phase
may_not_shock   pos                                                   reasons why no shock attack is announced now
early           pos, unit                                             True if it moves in the mobile phase
allowance       pos, unit, MP                                         MP
step            pos, unit, hex left, hex entered                      0, Toll (MP that it costs more), or a Reason
zone            pos, unit, hex, hexes of its ZOC                      hexes
room            pos, unit, hex, whether there is room                 whether there is room
rail_limit      pos, limit                                            limit
rail_cost       pos, unit, what it takes of the limit                 what it takes
rail_end        pos, unit, hex                                        reasons why no ride ends there
ground          world, hex, weather, TEC rows                         TEC rows
die             pos, die of the weather                               die
weather         charts, turn, side, die up to which it is bad         die
attack          pos, unit, target, strength before halving            strength
defence         pos, target, strength                                 strength
shifts          pos, target, attackers                                odds.Shift, one a cause
may_not_attack  pos, unit, target                                     reasons
hold            pos, target                                           a Reason if its defenders need not retreat
stand           pos, target, whether they may lose a step instead     whether they may
costless        pos, unit, hex in enemy ZOC                           True if retreating through it costs no step
halt            pos, unit, hex                                        True if its retreat may end there early
after_battle    pos, battle                                           events
supplied        pos, side, one byte a hex                             the same, 1 where supply reaches
sustained       pos, unit                                             True if it is in supply without a line
fed             pos, unit, reasons                                    reasons why it is in supply or not
moved           pos, unit, hexes from the first on                    events, after a move
crowd           pos                                                   True if several aircraft a side fly to a hex
may_not_fly     pos, aircraft, hex                                    reasons why it flies no mission there now
landing         pos, aircraft, hexes that it may fly home at once     the same, or None if it need not land now
dogfight        pos                                                   events, in place of the dice of interceptions
dropping        pos, airborne unit, hex                               events if it takes over the landing, or None
duel            pos, shooter, victim, six faces of an interception    six faces
watch           pos                                                   events, after every action
closed          pos, unit, hex                                        a Reason why none of its kind enters, or None
price           pos, unit, RPs a level                                RPs
rp              pos                                                   events with the RPs gained or lost as ``result``
leaving         pos, units that the chart withdraws                   those that leave at once (gpw 9.4)
call_up         pos, chart row of a new unit                          a Reason why it brings nobody, or None
unmet           pos, what Romania's army still lacks (gpw 17.1.3)     the same, none once it goes anywhere
may_not_lead    pos, leader                                           reasons why he does not move now
may_not_command pos, leader, attackers                                reasons why he adds no column to an attack
seat            pos, side, hex of its capital for leaders             hex
unbound         pos, unit                                             True if it needs no leader to leave a ZOC
may_not_drop    pos, unit                                             reasons why it makes no airborne assault
rebuild         pos, unit, hex                                        reasons why no RP is spent on it there
spent           pos, hex, RPs                                         events, after RPs were spent on a unit there
entry           pos, unit, tokens of the chart                        tokens
entry_bar       pos, unit, token ("" for no way in), hex, Reason or None  Reason or None
outcome         pos, at_end, Outcome or None                          Outcome or None
decision        pos                                                   a Decision whose options are orders, or None
==============  ====================================================  ==============================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Protocol

from gpwlab.core.errors import InvalidInput

if TYPE_CHECKING:
    from gpwlab.core.reasons import Reason
    from gpwlab.gpw.events import Event
    from gpwlab.gpw.position import Position

Hook = Callable[..., Any]


class Toll(int):
    """MP that a variant adds to a step, with the cause and the rule."""

    def __new__(cls, mp: int, cause: str, rule: str) -> Toll:
        """An int that can say why."""
        toll = super().__new__(cls, mp)
        toll.told = f"{cause} +{mp} ({rule})"
        return toll

    told: str


class Orders(Protocol):
    """An action that a variant adds: ``order NAME WORD ...`` (see actions.Order).

    ``kinds`` are the kinds of phase that it belongs in; none for answers to a decision of the variant.
    """

    kinds: tuple[str, ...]

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """The words of every such order open to the phasing side."""

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why an order may not be given; InvalidInput for words that are not of its form.

        A decision that is ``judged`` asks here about words that are not among its options.
        """

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Carry out a legal order."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """The hooks of a rule set by name, each a tuple of functions."""

    turn: tuple[Hook, ...] = ()
    order: tuple[Hook, ...] = ()
    begin: tuple[Hook, ...] = ()
    end: tuple[Hook, ...] = ()
    done: tuple[Hook, ...] = ()
    hasty: tuple[Hook, ...] = ()
    may_not_move: tuple[Hook, ...] = ()
    may_not_shock: tuple[Hook, ...] = ()
    early: tuple[Hook, ...] = ()
    allowance: tuple[Hook, ...] = ()
    step: tuple[Hook, ...] = ()
    zone: tuple[Hook, ...] = ()
    room: tuple[Hook, ...] = ()
    rail_limit: tuple[Hook, ...] = ()
    rail_cost: tuple[Hook, ...] = ()
    rail_end: tuple[Hook, ...] = ()
    ground: tuple[Hook, ...] = ()
    die: tuple[Hook, ...] = ()
    weather: tuple[Hook, ...] = ()
    attack: tuple[Hook, ...] = ()
    defence: tuple[Hook, ...] = ()
    shifts: tuple[Hook, ...] = ()
    may_not_attack: tuple[Hook, ...] = ()
    hold: tuple[Hook, ...] = ()
    stand: tuple[Hook, ...] = ()
    costless: tuple[Hook, ...] = ()
    halt: tuple[Hook, ...] = ()
    after_battle: tuple[Hook, ...] = ()
    supplied: tuple[Hook, ...] = ()
    sustained: tuple[Hook, ...] = ()
    fed: tuple[Hook, ...] = ()
    moved: tuple[Hook, ...] = ()
    crowd: tuple[Hook, ...] = ()
    may_not_fly: tuple[Hook, ...] = ()
    landing: tuple[Hook, ...] = ()
    dogfight: tuple[Hook, ...] = ()
    dropping: tuple[Hook, ...] = ()
    duel: tuple[Hook, ...] = ()
    watch: tuple[Hook, ...] = ()
    closed: tuple[Hook, ...] = ()
    price: tuple[Hook, ...] = ()
    rp: tuple[Hook, ...] = ()
    leaving: tuple[Hook, ...] = ()
    call_up: tuple[Hook, ...] = ()
    unmet: tuple[Hook, ...] = ()
    may_not_lead: tuple[Hook, ...] = ()
    may_not_command: tuple[Hook, ...] = ()
    seat: tuple[Hook, ...] = ()
    unbound: tuple[Hook, ...] = ()
    may_not_drop: tuple[Hook, ...] = ()
    rebuild: tuple[Hook, ...] = ()
    spent: tuple[Hook, ...] = ()
    entry: tuple[Hook, ...] = ()
    entry_bar: tuple[Hook, ...] = ()
    outcome: tuple[Hook, ...] = ()
    decision: tuple[Hook, ...] = ()


#: The names of hooks.
NAMES = tuple(field.name for field in fields(Hooks))


def collect(each: Iterable[Mapping[str, Hook]]) -> Hooks:
    """The hooks of several options in their order; InvalidInput names a hook that does not exist."""
    found: dict[str, tuple[Hook, ...]] = {}
    for given in each:
        for name, function in given.items():
            if name not in NAMES:
                raise InvalidInput(f"there is no hook {name!r}; there is {', '.join(NAMES)}")
            found[name] = (*found.get(name, ()), function)
    return Hooks(**found)


def thread(functions: Iterable[Hook], value: Any, *before: Any) -> Any:
    """Pass a value through hooks that each change it: ``function(*before, value)``."""
    for function in functions:
        value = function(*before, value)
    return value


def gather(functions: Iterable[Hook], *given: Any) -> Iterator[Any]:
    """What hooks that each give several things give together."""
    for function in functions:
        yield from function(*given)
