"""William Sariego's supply: isolation and surrender, fortifications, supply by sea (gpw 23.5.3.1, .2 and .5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import supply, weather
from gpwlab.gpw.events import Event
from gpwlab.gpw.movement import features
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import WITHDRAWN
from gpwlab.gpw.units import SIDES, SOVIET

if TYPE_CHECKING:
    from gpwlab.gpw.position import Battle, Position

SOURCE = "William Sariego"

# -- isolation and surrender (gpw 23.5.3.1) ---------------------------------------------------------------------------

#: Highest die on which an isolated unit surrenders (gpw 23.5.3.1.C).
SURRENDER_DIE = 3


def marked(pos: Position, which: str) -> list[str]:
    """The units marked ``oos`` or ``isolated``."""
    return list(pos.extra.get(SUPPLY.slug, {}).get(which, []))


def mark(pos: Position) -> list[Event]:
    """Mark at the start of a side's turn who cannot trace supply (gpw 23.5.3.1.A), and who still cannot (.1.B)."""
    if pos.step.kind != "reinforcement":
        return []
    units, side = pos.world.units, pos.side
    cut = [units[u].id for u in pos.on_map(side) if not supply.in_supply(pos, u)]
    others = {w: [n for n in marked(pos, w) if pos.world.unit(n).side != side] for w in ("oos", "isolated")}
    before = {*marked(pos, "oos"), *marked(pos, "isolated")}
    isolated = [n for n in cut if n in before and not _safe(pos, pos.world.unit(n).index)]
    fresh = [n for n in cut if n not in isolated]
    pos.extra[SUPPLY.slug] = {"oos": [*others["oos"], *fresh], "isolated": [*others["isolated"], *isolated]}
    return [Event("supply", f"{pos.world.unit(n).name} is isolated", "gpw 23.5.3.1.B", unit=n) for n in isolated]


def _safe(pos: Position, unit: int) -> bool:
    """True for a unit in a fortress or a fortification (gpw 23.5.3.2.A), or in a city fed by sea (gpw 23.5.3.5.C)."""
    hex_ = pos.where[unit]
    printed = "fortress" in features(pos.world.board, hex_)
    built = pos.world.board.ids[hex_] in pos.extra.get(FORTIFICATIONS.slug, {}).get("done", [])
    at_sea = pos.world.rules.has(SEA.slug) and pos.world.units[unit].side == SOVIET and hex_ == _sea_city(pos)
    return printed or built or at_sea


def surrender(pos: Position) -> list[Event]:
    """A die for each isolated unit of the other side at the start of a combat phase (gpw 23.5.3.1.C)."""
    if pos.step.kind != "combat":
        return []
    events = []
    for name in marked(pos, "isolated"):
        unit = pos.world.unit(name)
        if unit.side != pos.side and pos.where[unit.index] >= 0 and not supply.in_supply(pos, unit.index):
            events += _try(pos, name)
    return events


def _try(pos: Position, name: str) -> list[Event]:
    unit = pos.world.unit(name)
    die = pos.roll("surrender", name)
    falls = die <= SURRENDER_DIE
    here = pos.world.board.ids[pos.where[unit.index]]
    if falls:
        pos.eliminate(unit.index)
        pos.fate[unit.index] = WITHDRAWN  # for good: it is in no pile
    what = "surrenders and leaves the game" if falls else "holds out"
    return [
        Event(
            "surrender",
            f"{unit.name}, isolated, die {die}: it {what}",
            "gpw 23.5.3.1.C",
            unit=name,
            from_hex=here,
            die=die,
        )
    ]


def both(pos: Position) -> list[Event]:
    """What a phase begins with."""
    return [*mark(pos), *surrender(pos)]


def half_up(pos: Position, unit: int, _target: int, strength: int) -> int:
    """A unit out of supply attacks at half strength, fractions up (gpw 23.5.3.1.A)."""
    return strength + strength % 2 if pos.unsupplied[unit] else strength


def moves_up(pos: Position, unit: int, mp: int) -> int:
    """It moves at half its MA, fractions up (gpw 23.5.3.1.A)."""
    divisor = 2 * weather.movement_effect(pos).ma_divisor
    return max(mp, -(-pos.ma(unit) // divisor)) if pos.unsupplied[unit] else mp


def weaker(pos: Position, target: int, strength: int) -> int:
    """An isolated unit defends at half strength, fractions up (gpw 23.5.3.1.B)."""
    cut = {pos.world.unit(name).index for name in marked(pos, "isolated")}
    return strength - sum(pos.defence(unit) // 2 for unit in pos.holders(target) if unit in cut)


SUPPLY = Option(
    "isolation",
    "23.5.3.1",
    "Supply Changes",
    "a unit that cannot trace supply for two turns is isolated: half strength in defence, and it may surrender",
    source=SOURCE,
    topic="supply",
    hooks={"begin": both, "attack": half_up, "allowance": moves_up, "defence": weaker},
)

# -- fortifications (gpw 23.5.3.2) ------------------------------------------------------------------------------------

#: Fortifications that a side may build (gpw 23.5.3.2.B), and the turns that one takes (gpw 23.5.3.2.C).
MOST, TURNS = 3, 2


def _works(pos: Position) -> dict[str, list[str | int]]:
    """Fortifications that are being built: hex to the unit and the turn of its beginning."""
    return dict(pos.extra.get(FORTIFICATIONS.slug, {}).get("works", {}))


def _note(pos: Position, works: dict[str, list[str | int]], done: list[str], built: list[int]) -> None:
    pos.extra[FORTIFICATIONS.slug] = {"works": works, "done": done, "built": built}


def _state(pos: Position) -> tuple[dict[str, list[str | int]], list[str], list[int]]:
    told = pos.extra.get(FORTIFICATIONS.slug, {})
    return _works(pos), list(told.get("done", [])), list(told.get("built", [0, 0]))


class _Fortify:
    """The order ``order fortify UNIT``: begin a fortification in the city that the unit is in (gpw 23.5.3.2.C)."""

    kinds: tuple[str, ...] = ("reinforcement",)

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every unit that may begin one."""
        for unit in pos.on_map(pos.side):
            words = (pos.world.units[unit].id,)
            if next(self.objections(pos, words), None) is None:
                yield words

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why a unit does not build."""
        if len(words) != 1:
            raise InvalidInput("it takes one unit")
        unit = pos.world.unit(words[0])
        works, done, built = _state(pos)
        here = pos.where[unit.index]
        if unit.side != pos.side or unit.kind != "INF" or here not in pos.world.board.city:
            yield Reason("gpw 23.5.3.2.C", f"{unit.name} is no infantry of the phasing side in a city")
        elif pos.world.board.ids[here] in (*works, *done):
            yield Reason("gpw 23.5.3.2.C", f"{pos.world.board.label(here)} is fortified, or will be")
        if built[pos.side] >= MOST:
            yield Reason("gpw 23.5.3.2.B", f"{SIDES[pos.side]} has begun its {MOST} fortifications")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Begin."""
        unit = pos.world.unit(words[0])
        works, done, built = _state(pos)
        here = pos.world.board.ids[pos.where[unit.index]]
        built[pos.side] += 1
        _note(pos, {**works, here: [unit.id, pos.turn]}, done, built)
        return [
            Event(
                "fortify", f"{unit.name} begins a fortification in {here}", "gpw 23.5.3.2.C", unit=unit.id, to_hex=here
            )
        ]


def complete(pos: Position) -> list[Event]:
    """Complete at the start of the third turn what has been left in peace (gpw 23.5.3.2.D)."""
    if pos.step.kind != "reinforcement":
        return []
    works, done, built = _state(pos)
    ready = [
        h
        for h, (name, turn) in works.items()
        if pos.world.unit(str(name)).side == pos.side and int(turn) + TURNS <= pos.turn
    ]
    if ready:
        _note(pos, {h: told for h, told in works.items() if h not in ready}, [*done, *ready], built)
    return [Event("fortify", f"the fortification in {h} is complete", "gpw 23.5.3.2.D", to_hex=h) for h in ready]


def _drop(pos: Position, units: set[int]) -> list[Event]:
    """Give up the works of units that did something else; they may be begun anew."""
    works, done, built = _state(pos)
    left = [h for h, (name, _turn) in works.items() if pos.world.unit(str(name)).index in units]
    for hex_ in left:
        built[pos.world.unit(str(works.pop(hex_)[0])).side] -= 1
    if left:
        _note(pos, works, done, built)
    return [Event("fortify", f"work in {h} is given up", "gpw 23.5.3.2.C", to_hex=h) for h in left]


def walked_off(pos: Position, unit: int, _path: tuple[int, ...]) -> list[Event]:
    """A unit that moves builds no longer."""
    return _drop(pos, {unit})


def fought(pos: Position, battle: Battle) -> list[Event]:
    """Nor does one that attacks, or is driven out or lost."""
    gone = {unit for unit in battle.defenders if pos.where[unit] != battle.target}
    return _drop(pos, {*battle.attackers, *gone})


FORTIFICATIONS = Option(
    "fortifications",
    "23.5.3.2",
    "Fortifications",
    "infantry that rests for two turns in a city makes it a fortification, where nobody is isolated; three a side",
    needs=("isolation",),
    source=SOURCE,
    topic="supply",
    hooks={"begin": complete, "moved": walked_off, "after_battle": fought},
    orders={"fortify": _Fortify()},
)

# -- Soviet sea supply (gpw 23.5.3.5) ---------------------------------------------------------------------------------

BLACK_SEA, BESIDES = "Black Sea", ("Rostov",)


def _ports(pos: Position) -> list[int]:
    """Soviet cities on the Black Sea, Rostov among them (gpw 23.5.3.5.B)."""
    board = pos.world.board
    coastal = (h for h, c in board.city.items() if BLACK_SEA in c.seas or c.name in BESIDES)
    return sorted(h for h in coastal if pos.control[h] == SOVIET)


def _sea_city(pos: Position) -> int:
    """The city that the fleet supplies, or -1: a choice holds until the next Soviet reinforcement phase is over."""
    told = pos.extra.get(SEA.slug)
    if not told:
        return -1
    hex_ = pos.world.board.index[told["hex"]]
    before_the_next = pos.side != SOVIET or pos.step.kind == "reinforcement"
    lasts = told["turn"] == pos.turn or (told["turn"] == pos.turn - 1 and before_the_next)
    return hex_ if lasts and pos.control[hex_] == SOVIET else -1


def look_again(pos: Position) -> list[Event]:
    """A choice may have run out with the last phase: trace supply anew."""
    pos.version += 1
    return []


class _Ship:
    """The order ``order sea-supply HEX``: the one city that the fleet supplies this turn (gpw 23.5.3.5.A)."""

    kinds: tuple[str, ...] = ("reinforcement",)

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every Soviet port but the one that is being supplied."""
        if pos.side == SOVIET:
            yield from ((pos.world.board.ids[h],) for h in _ports(pos) if h != _sea_city(pos))

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why the fleet does not supply a hex."""
        if len(words) != 1:
            raise InvalidInput("it takes one hex")
        pos.world.board.hex(words[0])
        if words not in self.legal(pos):
            rule = (
                "gpw 23.5.3.5.B"
                if words[0] not in map(pos.world.board.ids.__getitem__, _ports(pos))
                else "gpw 23.5.3.5.A"
            )
            yield Reason(rule, f"{words[0]} is no Soviet port for the fleet to supply, or is supplied")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Choose the city."""
        pos.extra[SEA.slug] = {"hex": words[0], "turn": pos.turn}
        pos.version += 1
        return [Event("supply", f"the fleet supplies {words[0]}", "gpw 23.5.3.5.A", to_hex=words[0])]


def by_fleet(pos: Position, side: int, reached: bytearray) -> bytearray:
    """Lines by land, and around the one city that the fleet supplies; no other port (gpw 23.5.3.5.A)."""
    if side != SOVIET:
        return reached
    board = pos.world.board
    to_come, found = supply.open_hexes(pos, side), bytearray(board.n)
    city = _sea_city(pos)
    supply.spread(pos, board.edge[SIDES[side]], to_come, found)
    if city >= 0:
        supply.spread(pos, [city], to_come, found)
    return found


SEA = Option(
    "one-port",
    "23.5.3.5",
    "Soviet Sea Supply",
    "the Black Sea Fleet supplies one coastal city a turn, Rostov among them; nobody is isolated there",
    conflicts={"supply-by-rail": "each tells anew who is in supply"},
    source=SOURCE,
    topic="supply",
    hooks={"supplied": by_fleet, "begin": look_again},
    orders={"sea-supply": _Ship()},
)
