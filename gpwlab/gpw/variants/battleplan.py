"""Campaign variants of Battleplan 7: refit, fighters, marines, artillery, bombing (gpw 23.3.3 to the end of 23.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gpwlab.core.errors import InvalidInput
from gpwlab.core.reasons import Reason
from gpwlab.gpw import movement, rail, stacking
from gpwlab.gpw.events import Event
from gpwlab.gpw.odds import Shift
from gpwlab.gpw.options import Option
from gpwlab.gpw.position import BOXED, DUE
from gpwlab.gpw.units import AXIS, SIDES, SOVIET
from gpwlab.gpw.variants.data import own

if TYPE_CHECKING:
    from gpwlab.gpw.position import Position

SOURCE = "Battleplan 7"

# -- German army refit (gpw 23.3.3) -----------------------------------------------------------------------------------

#: First year of the refit box, and the lowest die that makes a unit whole: armour, all others (gpw 23.3.3.C).
YEAR, ARMOUR_DIE, INFANTRY_DIE = 1942, 5, 4


def _box(pos: Position) -> list[str]:
    return list(pos.extra.get(REFIT.slug, {}).get("box", []))


def _remember(pos: Position, box: Sequence[str], **more: int) -> None:
    pos.extra[REFIT.slug] = {**pos.extra.get(REFIT.slug, {}), **more, "box": sorted(box)}


class _Leave:
    """The order ``order refit UNIT``: leave by the western map edge for the refit box (gpw 23.3.3.A)."""

    kinds: tuple[str, ...] = ("rail", "mobile", "general")

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every unit that may leave now."""
        for unit in pos.on_map(AXIS) if pos.side == AXIS else ():
            words = (pos.world.units[unit].id,)
            if next(self.objections(pos, words), None) is None:
                yield words

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why a unit does not leave now."""
        if len(words) != 1:
            raise InvalidInput("it takes one unit")
        unit = pos.world.unit(words[0])
        if pos.turn_box.year < YEAR:
            yield Reason("gpw 23.3.3.A", f"units go to refit from {YEAR} on")
        if pos.extra.get(REFIT.slug, {}).get("left") == pos.turn:
            yield Reason("gpw 23.3.3.A", "a unit has gone to refit this turn")
        if not unit.german or pos.steps[unit.index] != 1 or unit.steps != 2:
            yield Reason("gpw 23.3.3.A", f"{unit.name} is no German unit of reduced strength")
        barred = list(movement.may_move(pos, unit.index))
        yield from barred
        if not barred and not _reaches_edge(pos, unit.index):
            yield Reason("gpw 23.3.3.A", f"{unit.name} cannot reach the friendly map edge in this phase")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Put the unit into the box; by rail it counts against the capacity (gpw 23.3.3.B)."""
        unit = pos.world.unit(words[0])
        if pos.step.kind == "rail":
            pos.railed += rail.capacity(pos, unit.index)
        here = pos.world.board.ids[pos.lift(unit.index)]
        pos.fate[unit.index], pos.boxes[unit.index] = BOXED, pos.turn + 1
        _remember(pos, [*_box(pos), unit.id], left=pos.turn)
        return [Event("refit", f"{unit.name} goes to refit", "gpw 23.3.3.A", unit=unit.id, from_hex=here)]


def _reaches_edge(pos: Position, unit: int) -> bool:
    """True for a unit that is at its map edge, or gets there in this phase."""
    edge = set(pos.world.board.edge[SIDES[AXIS]])
    if pos.step.kind == "rail":
        edge = {hex_ for hex_ in edge if pos.world.board.rail[hex_]}
        if not pos.world.board.rail[pos.where[unit]] or pos.railed + rail.capacity(pos, unit) > rail.limit(pos):
            return False
    return pos.where[unit] in edge or not edge.isdisjoint(movement.reach_of(pos, unit).left)


class _Return:
    """The order ``order refit-return UNIT``: come back from the box at reduced strength (gpw 23.3.3.D)."""

    kinds: tuple[str, ...] = ("reinforcement",)

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every unit that waits in the box."""
        yield from ((name,) for name in _box(pos) if pos.side == AXIS and _boxed(pos, name))

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why a unit does not come back from the box."""
        if len(words) != 1:
            raise InvalidInput("it takes one unit")
        unit = pos.world.unit(words[0])
        if words not in self.legal(pos):
            yield Reason("gpw 23.3.3.D", f"{unit.name} does not wait in the refit box")

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Let the unit be placed at the map edge."""
        unit = pos.world.unit(words[0])
        pos.fate[unit.index] = DUE
        del pos.boxes[unit.index]
        return [Event("due", f"{unit.name} comes back reduced", "gpw 23.3.3.D", unit=unit.id)]


def _boxed(pos: Position, name: str) -> bool:
    return pos.fate[pos.world.unit(name).index] == BOXED


def refit(pos: Position) -> list[Event]:
    """A die for each unit in the box at the start of the Axis reinforcement phase (gpw 23.3.3.C)."""
    if pos.side != AXIS or pos.step.kind != "reinforcement":
        return []
    still = [name for name in _box(pos) if _boxed(pos, name) or pos.fate[pos.world.unit(name).index] == DUE]
    _remember(pos, still)
    return [_die(pos, name) for name in still if _boxed(pos, name)]


def _die(pos: Position, name: str) -> Event:
    unit = pos.world.unit(name)
    die = pos.roll("refit", name)
    whole = die >= (ARMOUR_DIE if unit.armour else INFANTRY_DIE)
    if whole:
        pos.fate[unit.index], pos.steps[unit.index] = DUE, unit.steps
        del pos.boxes[unit.index]
    what = "it comes back at full strength" if whole else "it may wait or come back reduced"
    return Event("refit", f"{unit.name} in refit, die {die}: {what}", "gpw 23.3.3.C", unit=name, die=die)


def by_the_edge(pos: Position, unit: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Units from the box enter by the map edge only (gpw 23.3.3.D)."""
    return ("edge",) if pos.world.units[unit].id in _box(pos) and pos.fate[unit] == DUE else tokens


REFIT = Option(
    "german-refit",
    "23.3.3",
    "German Army Refit",
    "from 1942 a reduced German unit a turn may leave for a box, where a die makes it whole",
    source=SOURCE,
    topic="replacements",
    hooks={"begin": refit, "entry": by_the_edge},
    orders={"refit": _Leave(), "refit-return": _Return()},
)

# -- fighters against fighter-bombers (gpw 23.3.4) --------------------------------------------------------------------


def _printed(roller: str) -> tuple[str, ...]:
    """The die against a fighter-bomber on a mission (gpw 23.3.4.A), or its own die back (gpw 23.3.4.B)."""
    rows = [row for row in own(FIGHTER_BOMBERS.slug, "air_combat") if row["roller"] == roller]
    return tuple(row["result"] for row in rows for _die in range(int(row["roll_from"]), int(row["roll_to"]) + 1))


def spared(pos: Position, shooter: int, victim: int, faces: tuple[str, ...]) -> tuple[str, ...]:
    """The faces for a duel with a fighter-bomber that supports a battle, whatever other tables say."""
    missions = pos.missions.get(shooter), pos.missions.get(victim)
    if pos.world.units[victim].intercepts and missions[1] in ("OAS", "DAS"):
        return _printed("interceptor")
    return _printed("target") if pos.world.units[shooter].intercepts and missions[0] in ("OAS", "DAS") else faces


FIGHTER_BOMBERS = Option(
    "fighter-bombers",
    "23.3.4",
    "Fighters vs. Fighter-Bombers",
    "a fighter-bomber on a mission is aborted on 4-5 and shot down on 6, and fires back with a 6, whatever else holds",
    needs=("air",),
    source=SOURCE,
    topic="air",
    hooks={"duel": spared},
)

# -- Soviet marines (gpw 23.3.5) --------------------------------------------------------------------------------------

MARINES, BLACK_SEA, AZOV = "su-mar-1", "Black Sea", "Azov"
#: The hexes that open the strait between the two seas to the marines (gpw 23.3.5.C).
STRAIT = ("A2713", "A2714")


def _seas(pos: Position, hex_: int) -> frozenset[str]:
    return pos.world.board.coast[hex_] & {BLACK_SEA, AZOV}


def _open_strait(pos: Position) -> bool:
    return all(pos.control[pos.world.board.hex(name)] == SOVIET for name in STRAIT)


class _Invade:
    """The order ``order invade HEX``: the marines land on a coast (gpw 23.3.5.B, gpw 23.3.5.D)."""

    kinds: tuple[str, ...] = ("mobile", "general")

    def legal(self, pos: Position) -> Iterator[tuple[str, ...]]:
        """Every hex where the marines may land now."""
        if next(self._may_not_sail(pos), None) is None:
            ids = pos.world.board.ids
            yield from ((ids[h],) for h in range(pos.world.board.n) if next(self._may_not_land(pos, h), None) is None)

    def objections(self, pos: Position, words: tuple[str, ...]) -> Iterator[Reason]:
        """Why the marines do not land in a hex."""
        if len(words) != 1:
            raise InvalidInput("it takes one hex")
        hex_ = pos.world.board.hex(words[0])
        barred = list(self._may_not_sail(pos))
        yield from barred
        if not barred:
            yield from self._may_not_land(pos, hex_)

    def _may_not_sail(self, pos: Position) -> Iterator[Reason]:
        board, unit = pos.world.board, pos.world.unit(MARINES).index
        here = pos.where[unit]
        city = board.city.get(here)
        if pos.side != SOVIET or here < 0 or pos.moved[unit]:
            yield Reason("gpw 23.3.5.D", "the marines are not at hand, or have moved in this phase")
        elif city is None or not city.seas & {BLACK_SEA, AZOV}:
            yield Reason("gpw 23.3.5.B", "the marines embark in a city on the Black Sea or the Sea of Azov")
        ports = [h for h, c in board.city.items() if c.seas & {BLACK_SEA, AZOV}]
        if all(pos.control[h] == AXIS for h in ports):
            yield Reason("gpw 23.3.5.F", "the Axis holds every city on both coasts")

    def _may_not_land(self, pos: Position, hex_: int) -> Iterator[Reason]:
        board, unit = pos.world.board, pos.world.unit(MARINES).index
        place, city = board.label(hex_), board.city[pos.where[unit]]
        reach = (city.seas & {BLACK_SEA, AZOV}) | ({BLACK_SEA, AZOV} if _open_strait(pos) else set())
        if not board.playable[hex_] or not _seas(pos, hex_) or board.terrain[hex_] == "mountain":
            yield Reason("gpw 23.3.5.D", f"{place} is no coast of these seas where troops can land")
        elif not _seas(pos, hex_) & reach:
            names = " and ".join(STRAIT)
            yield Reason("gpw 23.3.5.C", f"{place} lies beyond the strait, and {names} are not both Soviet")
        elif pos.enemy_at(hex_, SOVIET):
            yield Reason("gpw 5.3.C", f"{place} holds an enemy unit")
        elif hex_ == pos.where[unit]:
            yield Reason("gpw 23.3.5.D", f"the marines are in {place}")
        else:
            yield from stacking.objections(pos, unit, hex_)

    def apply(self, pos: Position, words: tuple[str, ...]) -> list[Event]:
        """Land the marines; it is their move of the phase."""
        unit, hex_ = pos.world.unit(MARINES), pos.world.board.hex(words[0])
        start = pos.world.board.ids[pos.lift(unit.index)]
        pos.put(unit.index, hex_)
        pos.moved[unit.index] = 1
        text = f"{unit.name} lands in {pos.world.board.label(hex_)}"
        return [Event("invasion", text, "gpw 23.3.5.B", unit=MARINES, from_hex=start, to_hex=words[0])]


def fed_by_sea(pos: Position, unit: int) -> bool:
    """True for marines with an open line to any coast of the two seas (gpw 23.3.5.E)."""
    from gpwlab.gpw import supply

    if pos.world.units[unit].id != MARINES:
        return False
    board, passable = pos.world.board, supply.open_hexes(pos, SOVIET)
    queue = [pos.where[unit]]
    known = set(queue)
    for hex_ in queue:  # the list grows while it is walked
        if _seas(pos, hex_):
            return True
        new = [to for to in board.land[hex_] if passable[to] and to not in known]
        known.update(new)
        queue += new
    return False


def no_wings(pos: Position, unit: int) -> Iterator[Reason]:
    """Marines and artillery corps do not drop from the air (gpw 23.3.5.A, gpw 23.3.6.B)."""
    counter = pos.world.units[unit]
    if counter.id == MARINES or counter.id in CORPS:
        rule = "gpw 23.3.5.A" if counter.id == MARINES else "gpw 23.3.6.B"
        yield Reason(rule, f"{counter.name} is not brought by air")


NAVAL = Option(
    "soviet-marines",
    "23.3.5",
    "Soviet Marines",
    "a marine division stacks and fights like airborne troops and lands on the coasts of the Black Sea and of Azov",
    needs=("airborne",),
    source=SOURCE,
    topic="units",
    hooks={"sustained": fed_by_sea, "may_not_drop": no_wings},
    orders={"invade": _Invade()},
)

# -- Soviet artillery corps (gpw 23.3.6) ------------------------------------------------------------------------------

#: Two corps by the chart of the variant, on turns 14 and 15 (gpw 23.3.6.A).
CORPS = ("su-art-1", "su-art-2")
#: What an artillery corps costs, and the column that one of them gives an attack (gpw 23.3.6.B, gpw 23.3.6.D).
CORPS_RP, CORPS_COLUMNS = 3, 1


def barrage(pos: Position, target: int, attackers: Sequence[int]) -> Iterator[Shift]:
    """One column for an attack with artillery, however many corps join; nothing in defence (gpw 23.3.6.C)."""
    guns = [pos.world.units[unit].label for unit in attackers if pos.world.units[unit].id in CORPS]
    if guns:
        yield Shift(CORPS_COLUMNS, f"artillery corps {guns[0]}", "gpw 23.3.6.B")


def corps_price(pos: Position, unit: int, price: int) -> int:
    """An artillery corps is dear to replace."""
    return CORPS_RP if pos.world.units[unit].id in CORPS else price


ARTILLERY = Option(
    "soviet-artillery-corps",
    "23.3.6",
    "Soviet Artillery Corps",
    "two artillery corps come on turns 14 and 15; one of them gives an attack a column",
    needs=("airborne",),
    source=SOURCE,
    topic="units",
    hooks={"shifts": barrage, "price": corps_price, "may_not_drop": no_wings},
)

# -- Allied bombing (gpw 23.3.7) --------------------------------------------------------------------------------------


def _raid(pos: Position) -> tuple[int, int, str, int] | None:
    """Die, DRM, what rail movement loses ("all" or a number) and RPs lost this turn; None before 1943."""
    drm = next((int(r["drm"]) for r in own(BOMBING.slug, "modifiers") if int(r["year"]) == pos.turn_box.year), None)
    if drm is None or not pos.extra.get(BOMBING.slug):
        return None
    die = int(pos.extra[BOMBING.slug]["die"])
    rows = own(BOMBING.slug, "effects")
    row = next(row for row in rows if int(row["roll_from"]) <= die + drm <= int(row["roll_to"]))
    return die, drm, row["rail"], int(row["rp"])


def bombed(pos: Position) -> Iterator[Event]:
    """Roll in the Axis reinforcement phase and lose what the table says."""
    years = {int(row["year"]) for row in own(BOMBING.slug, "modifiers")}
    if pos.side != AXIS or pos.turn_box.year not in years:
        return
    pos.extra[BOMBING.slug] = {"die": pos.roll("bombing", "Germany")}
    raid = _raid(pos)
    assert raid is not None
    die, drm, lost, rp = raid
    rides = "no rail movement" if lost == "all" else f"{lost} of the rail capacity lost" if lost != "0" else "no effect"
    text = f"Allied bombing, die {die} with DRM {drm}: {rides}, {rp} RPs lost"
    yield Event("bombing", text, "gpw 23.3.7", die=die, result=str(-rp))


def fewer_rides(pos: Position, allowed: int) -> int:
    """The rail capacity that the bombing leaves."""
    raid = _raid(pos) if pos.side == AXIS else None
    return allowed if raid is None else 0 if raid[2] == "all" else max(0, allowed - int(raid[2]))


BOMBING = Option(
    "allied-bombing",
    "23.3.7",
    "Allied Bombing Effects",
    "from 1943 on a die a turn takes rail capacity and RPs from the Axis",
    source=SOURCE,
    topic="rail",
    hooks={"rp": bombed, "rail_limit": fewer_rides},
)
