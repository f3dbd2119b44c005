"""The form of each table of The Great Patriotic War, and what must agree between the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from math import hypot, sqrt

from gpwlab.core.errors import DataError
from gpwlab.core.schema import Field, Table, TableForm, decimal, form, one_of, sourced, text, whole
from gpwlab.gpw.board import WATER, grid_position, plane
from gpwlab.gpw.charts import HEXSIDES
from gpwlab.gpw.victory import CITIES

SIDES = ("Axis", "Soviet")
SLUGS = ("barbarossa", "fall-blau", "uranus", "citadel", "bagration", "campaign")
RESULTS = ("NE", "AL", "EX", "DR", "DRL", "DE")
TERRAIN = ("clear", "forest", "swamp", "rough", "mountain", "sea", "lake")
CITY_CLASSES = ("city", "major_city", "fortress")
KINDS = ("INF", "GAR", "MTN", "CAV", "PZ", "MECH", "SHK", "GDS", "TK", "AB", "PAR", "LEADER", "FB", "BOM")
EVENTS = (
    "reinforcement",
    "return",
    "withdrawal",
    "conversion_available",
    "pool_addition",
    "partisan",
    "aircraft",
    "leader_arrives",
    "leader_recalled",
)
#: Who rolls in an interception, and what may come of it for the other aircraft.
ROLLERS = ("interceptor", "target")
FATES_IN_THE_AIR = ("none", "aborted", "shot down")
_HEX_ID = r"(?:A(?:0[1-9]|[12]\d|3[0-3])(?:0[1-9]|1\d|2[01])|B(?:0[1-9]|[12]\d|3[0-3])(?:0[1-9]|1\d|2[0-2]))"
_HEXES = rf"{_HEX_ID}(?: {_HEX_ID})*"
_ENTRY = (
    "edge|major_city|capital|airfield|off_map|balkan_garrison|convert|pool|anywhere|defection|(?:cities|map_edge):[A-Z][a-z]+"
    rf"|hexes:{_HEXES}"
)
_LAST_TURN = 32
#: Set-up place whose units stand in cities at least so many hexes from the nearest Axis unit (gpw 22.2.6.B).
STAVKA_RESERVE = "Stavka Reserve"
STAVKA_DISTANCE = 4

_hex = form(_HEX_ID, "a hex id such as B1407")
_unit = form(r"(ax|su)-[a-z0-9]+(-[a-z0-9]+)*", "a unit id such as ax-inf-1")
_side = one_of(*SIDES)
_yes_no = one_of("yes", "no")
_turn = whole(1, _LAST_TURN)
_scenario = one_of("1", "2", "3", "4", "5")
_factor = whole(1, 99, blank=True)
_any_side = one_of(*SIDES, "any")
_seas = form(r"[A-Z][A-Za-z ]*(\|[A-Z][A-Za-z ]*)*", "names of seas joined by |", blank=True)

TABLES: Mapping[str, TableForm] = {
    # gpw chart.Map A and gpw chart.Map B, with the errata gpw 2.1.2.A, gpw 2.1.2.B and gpw 2.1.2.C
    "hexes": sourced(
        ["hex"],
        hex=_hex,
        row=whole(1, 33),
        col=whole(1, 22),
        lat=decimal(30, 70),
        lon=decimal(5, 70),
        land_share=decimal(0, 1),
        terrain=one_of(*TERRAIN),
        in_play=_yes_no,
        country=text(blank=True),
        coast=_seas,
    ),
    "hexsides": sourced(
        ["hex_a", "hex_b", "kind"],
        hex_a=_hex,
        hex_b=_hex,
        kind=one_of("river", "sea", "lake", "strait", "border"),
        name=text(blank=True),
    ),
    "rails": sourced(["hex_a", "hex_b", "kind"], hex_a=_hex, hex_b=_hex, kind=one_of("track", "offmap"), line=text()),
    "cities": sourced(
        ["name"],
        hex=_hex,
        name=text(),
        modern_name=text(),
        lat=decimal(30, 70),
        lon=decimal(5, 70),
        major=_yes_no,
        capital=text(blank=True),
        sea=_seas,
        **{"class": one_of(*CITY_CLASSES)},
    ),
    "regions": sourced(["region", "hex"], region=text(), hex=_hex),
    "edges": sourced(
        ["hex", "edge"], hex=_hex, edge=one_of("west", "east", "north", "south"), side=one_of(*SIDES, blank=True)
    ),
    # gpw chart.Turn Record and weather marks
    "turns": sourced(
        ["turn"],
        turn=_turn,
        year=whole(1941, 1945),
        period=text(),
        weather=one_of("mud", "snow", blank=True),
        winter=one_of("first", "second", "later", blank=True),
    ),
    "weather": sourced(
        ["side", "winter"], side=_side, winter=one_of("first", "second", "later"), adverse_to=whole(0, 6)
    ),
    "weather_effects": sourced(
        ["weather", "side", "winter"],
        weather=one_of("clear", "mud", "snow"),
        side=_any_side,
        winter=one_of("first", "second", "later", "any"),
        ma_divisor=whole(1, 4),
        hex_mp=whole(0, 4),
        attack_divisor=whole(1, 4),
        shift=whole(-5, 5),
    ),
    # gpw chart.Combat Results Table
    "crt": sourced(["column", "die"], column=whole(1, 6), die=whole(1, 6), result=one_of(*RESULTS)),
    # gpw chart.Terrain Effects Chart
    "tec": sourced(
        ["terrain"],
        terrain=one_of(*TERRAIN, *CITY_CLASSES, "river", "strait"),
        foot_mp=whole(0, 9, words=("all", "no")),
        armour_mp=whole(0, 9, words=("all", "no")),
        armour_stops=_yes_no,
        shift=whole(-5, 5),
        may_stand=_yes_no,
    ),
    # gpw chart.Counter mix; gpw 22.0.B: bombers are (1)-4 unless their counter says otherwise
    "units": sourced(
        ["unit_id"],
        unit_id=_unit,
        side=_side,
        nationality=text(),
        kind=one_of(*KINDS),
        size=one_of("XX", "XXX", "XXXX", blank=True),
        label=text(),
        formation=text(),
        attack=_factor,
        defence=_factor,
        move=_factor,
        attack_reduced=_factor,
        defence_reduced=_factor,
        move_reduced=_factor,
        steps=whole(0, 2),
        command_radius=_factor,
        air_shift=form(r"\d|\(\d\)", "a digit, in brackets for a bomber", blank=True),
        air_range=_factor,
        setup_code=text(),
    ),
    "scenarios": sourced(
        ["scenario"],
        scenario=one_of("1", "2", "3", "4", "5", "campaign"),
        slug=one_of(*SLUGS),
        title=text(),
        first_turn=_turn,
        last_turn=_turn,
        first_side=_side,
        setup_order=one_of("Axis|Soviet", "Soviet|Axis"),
    ),
    "setup": sourced(
        ["scenario", "unit_id"],
        scenario=_scenario,
        side=_side,
        location=text(),
        unit_id=_unit,
        state=one_of("full", "reduced"),
        block=text(blank=True),
        printed_type=text(blank=True),
        printed_id=text(blank=True),
    ),
    # gpw 22.0.A: the scenario maps; gpw 22.0.C: a location in the USSR is a front (hexes), Sevastopol a city
    "setup_areas": sourced(
        ["scenario", "side", "location"],
        scenario=_scenario,
        side=_side,
        location=text(),
        kind=one_of("hexes", "city", "hex", "rule", "offmap"),
        hexes=form(_HEXES, "hex ids with a blank between", blank=True),
        description=text(),
    ),
    "placement": sourced(["scenario", "unit_id"], scenario=_scenario, unit_id=_unit, hex=_hex),
    # who holds a hex at the start, where it is not the side of its country of June 1941
    "control": sourced(["scenario", "hex"], scenario=_scenario, hex=_hex, side=_side),
    # gpw chart.Reinforcement and Replacement Chart
    "reinforcements": sourced(
        ["turn", "event", "unit_id"],
        turn=whole(1, _LAST_TURN, words=("defection", "defection+1")),
        side=_side,
        event=one_of(*EVENTS),
        unit_id=_unit,
        entry=form(rf"(?:{_ENTRY})(?:\|(?:{_ENTRY}))*", "entry places joined by |"),
        strength=one_of("full", "half", blank=True),
        note=text(blank=True),
    ),
    "replacements": sourced(["year", "side"], year=whole(1941, 1945), side=_side, rp=whole(0, 30)),
    "lend_lease": sourced(["roll_from"], roll_from=whole(-2, 8), roll_to=whole(-2, 8), rp=whole(0, 9)),
    "lend_lease_turns": sourced(["first_turn"], first_turn=_turn, last_turn=_turn, drm=whole(-3, 3)),
    # gpw 11.1.2.F, gpw 11.1.2.G
    "interception": sourced(
        ["roller", "roll_from"],
        roller=one_of(*ROLLERS),
        roll_from=whole(1, 6),
        roll_to=whole(1, 6),
        result=one_of(*FATES_IN_THE_AIR),
    ),
    "rail_limits": sourced(["side", "first_turn"], side=_side, first_turn=_turn, last_turn=_turn, limit=whole(0, 99)),
    "eliminated_pile": sourced(
        ["scenario", "unit_id"], scenario=_scenario, side=_side, unit_id=_unit, note=text(blank=True)
    ),
    "front_lines": sourced(
        ["date", "line", "seq"],
        scenario=one_of("1", "2", "3", "4", "5", blank=True),
        date=form(r"\d{4}-\d\d-\d\d", "a date such as 1941-06-22"),
        line=text(),
        seq=whole(1, 999),
        x=decimal(-5000, 5000),
        y=decimal(-5000, 5000),
    ),
}

#: Rows that the rules look up: a table without them would fail in the middle of a game.
_COMPLETE: Mapping[str, tuple[tuple[str, ...], frozenset[tuple[str, ...]]]] = {
    "crt": (("column", "die"), frozenset((str(c), str(d)) for c in range(1, 7) for d in range(1, 7))),
    "tec": (("terrain",), frozenset((t,) for t in (*TERRAIN, *CITY_CLASSES, "river", "strait"))),
    "turns": (("turn",), frozenset((str(t),) for t in range(1, _LAST_TURN + 1))),
    "weather": (("side", "winter"), frozenset((s, w) for s in SIDES for w in ("first", "second", "later"))),
    "weather_effects": (("weather", "side", "winter"), frozenset((w, "any", "any") for w in ("mud", "snow"))),
    "replacements": (("year", "side"), frozenset((str(y), s) for y in range(1941, 1946) for s in SIDES)),
    "scenarios": (("slug",), frozenset((slug,) for slug in SLUGS)),
    "cities": (("name",), frozenset((name,) for name in CITIES)),
}


def across(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """What is wrong between the tables, each of which is sound by itself."""
    yield from _incomplete(tables)
    yield from _marks_without_winter(tables["turns"])
    yield from _uncovered_rolls(tables)
    yield from _uncovered_interceptions(tables["interception"])
    yield from _unknown(tables)
    yield from _geography(tables)
    yield from _free_hexes(tables["tec"])
    yield from _sides_of_units(tables)
    yield from _holders(tables)
    yield from _places(tables)
    yield from _places_by_rule(tables)
    yield from _lines_of_fronts(tables["front_lines"])


def _incomplete(tables: Mapping[str, Table]) -> Iterator[DataError]:
    for name, (columns, wanted) in _COMPLETE.items():
        present = {tuple(row[c] for c in columns) for row in tables[name].rows}
        for key in sorted(wanted - present):
            yield DataError(f"no row for {' '.join(key)}", tables[name].file, None, columns[0])


def _marks_without_winter(turns: Table) -> Iterator[DataError]:
    """Turns with a mark and without a winter, by which the weather table is read (gpw 6.3)."""
    for i, row in enumerate(turns.rows):
        if row["weather"] and not row["winter"]:
            yield turns.error(i, "winter", f"a turn with {row['weather']} belongs to a winter: first, second or later")


def _uncovered_rolls(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Lend-lease rolls that a turn's DRM can bring about and that the table does not have (gpw 9.2.C)."""
    spans = [(int(row["roll_from"]), int(row["roll_to"])) for row in tables["lend_lease"].rows]
    rolls = {roll for low, high in spans for roll in range(low, high + 1)}
    turns = tables["lend_lease_turns"]
    for i, row in enumerate(turns.rows):
        missing = {die + int(row["drm"]) for die in range(1, 7)} - rolls
        if missing:
            yield turns.error(i, "drm", f"lend_lease has no row for a roll of {min(missing)}")


def _uncovered_interceptions(table: Table) -> Iterator[DataError]:
    """Dice of an interception that no row, or more than one, tells the result of."""
    for roller in ROLLERS:
        spans = [(int(row["roll_from"]), int(row["roll_to"])) for row in table.rows if row["roller"] == roller]
        for die in range(1, 7):
            if sum(low <= die <= high for low, high in spans) != 1:
                yield DataError(f"the {roller}'s die {die} has no single result", table.file, None, "roll_from")


def _unknown(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Hexes and units that are named but not told of in hexes and units."""
    hexes = {row["hex"] for row in tables["hexes"].rows}
    units = {row["unit_id"] for row in tables["units"].rows}
    for name, table in tables.items():
        fields = TABLES[name].fields
        for column, known, what in _references(fields, hexes, units):
            for i, row in enumerate(table.rows):
                for word in _ids(row[column], column):
                    if word not in known:
                        yield table.error(i, column, f"there is no {what} {word}")


def _references(fields: Mapping[str, Field], hexes: set[str], units: set[str]) -> Iterator[tuple[str, set[str], str]]:
    for column in fields:
        if column in ("hex", "hex_a", "hex_b", "hexes", "entry"):
            yield column, hexes, "hex"
        elif column == "unit_id":
            yield column, units, "unit"


def _ids(cell: str, column: str) -> Iterable[str]:
    if column != "entry":
        return cell.split()
    places = (part.removeprefix("hexes:") for part in cell.split("|") if part.startswith("hexes:"))
    return [word for place in places for word in place.split()]


def _geography(tables: Mapping[str, Table]) -> Iterator[DataError]:
    hexes = tables["hexes"]
    for i, row in enumerate(hexes.rows):
        if (int(row["hex"][1:3]), int(row["hex"][3:])) != (int(row["row"]), int(row["col"])):
            yield hexes.error(i, "row", f"row and col are not those of {row['hex']}")
    for name in ("hexsides", "rails"):
        for i, row in enumerate(tables[name].rows):
            if row["hex_a"] >= row["hex_b"]:
                yield tables[name].error(i, "hex_b", "must come after hex_a")
            elif row["kind"] != "offmap" and not _touch(row["hex_a"], row["hex_b"]):
                yield tables[name].error(i, "hex_b", f"{row['hex_b']} does not touch {row['hex_a']}")
    dry = {row["hex"] for row in hexes.rows if row["terrain"] not in WATER}
    for name in ("cities", "edges", "placement", "control"):
        for i, row in enumerate(tables[name].rows):
            if row["hex"] not in dry:
                yield tables[name].error(i, "hex", f"{row['hex']} is under water")


def _free_hexes(table: Table) -> Iterator[DataError]:
    """Terrain that costs nothing to enter: the search for destinations counts on 1 MP a hex."""
    for i, row in enumerate(table.rows):
        for column in ("foot_mp", "armour_mp"):
            if row[column] == "0" and row["terrain"] not in HEXSIDES:
                yield table.error(i, column, f"{row['terrain']}: to enter a hex costs at least 1 MP")


def _touch(a: str, b: str) -> bool:
    (ax, ay), (bx, by) = plane(*grid_position(a)), plane(*grid_position(b))
    return hypot(ax - bx, ay - by) < 1.1


def _sides_of_units(tables: Mapping[str, Table]) -> Iterator[DataError]:
    side = {row["unit_id"]: row["side"] for row in tables["units"].rows}
    for name in ("setup", "reinforcements", "eliminated_pile"):
        for i, row in enumerate(tables[name].rows):
            if row["unit_id"] in side and row["side"] != side[row["unit_id"]]:
                yield tables[name].error(i, "side", f"{row['unit_id']} is a unit of the other side")


def _holders(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Control says only what differs from June 1941, of hexes in play, and no side sets up on the other's land."""
    hexes = {row["hex"]: row for row in tables["hexes"].rows}
    control = tables["control"]
    for i, row in enumerate(control.rows):
        if row["hex"] in hexes and hexes[row["hex"]]["in_play"] == "no":
            yield control.error(i, "hex", f"{row['hex']} is out of play")
        elif row["hex"] in hexes and row["side"] == _home(hexes[row["hex"]]):
            yield control.error(i, "side", f"{row['hex']} is the side's own country and needs no row")
    holder = _holder(tables)
    areas = tables["setup_areas"]
    for i, row in enumerate(areas.rows):
        for name in row["hexes"].split():
            if name in hexes and holder(row["scenario"], name) != row["side"]:
                yield areas.error(i, "hexes", f"{name} is held by the other side at the start")


def _home(row: Mapping[str, str]) -> str:
    """The side of a hex by its country in June 1941."""
    return "Soviet" if row["country"] == "USSR" else "Axis"


def _holder(tables: Mapping[str, Table]) -> Callable[[str, str], str]:
    """Who holds a hex at the start of a scenario."""
    home = {row["hex"]: _home(row) for row in tables["hexes"].rows}
    changed = {(row["scenario"], row["hex"]): row["side"] for row in tables["control"].rows}
    return lambda scenario, name: changed.get((scenario, name), home.get(name, ""))


def _lines_of_fronts(table: Table) -> Iterator[DataError]:
    """A front is of a day of the calendar, and each of its lines has an end."""
    lines: dict[tuple[str, str], list[int]] = {}
    for i, row in enumerate(table.rows):
        lines.setdefault((row["date"], row["line"]), []).append(i)
    for (day, line), rows in lines.items():
        try:
            date.fromisoformat(day)
        except ValueError:
            yield table.error(rows[0], "date", f"{day} is no day of the calendar")
        if len(rows) == 1:
            yield table.error(rows[0], "line", f"{line} has one point on {day}: a line has two or more")
    if not lines:
        yield DataError("there is no front at all", table.file, None, "date")


def _places(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Each unit of a set-up has a described place, and a default hex that lies in it unless it stays off the map."""
    areas = {(a["scenario"], a["side"], a["location"]): a for a in tables["setup_areas"].rows}
    spot = {(row["scenario"], row["unit_id"]): i for i, row in enumerate(tables["placement"].rows)}
    for i, row in enumerate(tables["setup"].rows):
        unit, area = (row["scenario"], row["unit_id"]), areas.get((row["scenario"], row["side"], row["location"]))
        if area is None:
            yield tables["setup"].error(i, "location", f"setup_areas does not describe {row['location']}")
        elif unit not in spot and area["kind"] != "offmap":
            yield tables["setup"].error(i, "unit_id", f"{row['unit_id']} of the set-up has no historical hex")
        elif unit in spot and area["kind"] != "rule":
            name = tables["placement"].rows[spot[unit]]["hex"]
            if name not in area["hexes"].split():
                yield tables["placement"].error(spot[unit], "hex", f"{name} is outside the unit's set-up place")
    known = {(row["scenario"], row["unit_id"]) for row in tables["setup"].rows}
    for unit, i in spot.items():
        if unit not in known:
            yield tables["placement"].error(i, "unit_id", f"{unit[1]} is not in the set-up of the scenario")


def _places_by_rule(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Units without an area of their own stand on friendly hexes; partisans stand anywhere (gpw 10.0.F, gpw 16.1.C)."""
    placement, holder = tables["placement"], _holder(tables)
    rules = {(a["scenario"], a["side"], a["location"]) for a in tables["setup_areas"].rows if a["kind"] == "rule"}
    partisans = {row["unit_id"] for row in tables["units"].rows if row["kind"] == "PAR"}
    bound = {
        (row["scenario"], row["unit_id"]): row
        for row in tables["setup"].rows
        if (row["scenario"], row["side"], row["location"]) in rules and row["unit_id"] not in partisans
    }
    cities = {row["hex"] for row in tables["cities"].rows}
    for i, row in enumerate(placement.rows):
        unit = bound.get((row["scenario"], row["unit_id"]))
        if unit is None:
            continue
        if holder(row["scenario"], row["hex"]) != unit["side"]:
            yield placement.error(i, "hex", f"{row['hex']} is held by the other side at the start")
        elif unit["location"] == STAVKA_RESERVE and row["hex"] not in cities:
            yield placement.error(i, "hex", f"{row['hex']} is no city, where the Stavka Reserve sets up")
        elif unit["location"] == STAVKA_RESERVE and _nearest_axis(tables, row) < STAVKA_DISTANCE:
            yield placement.error(i, "hex", f"{row['hex']} is fewer than {STAVKA_DISTANCE} hexes from an Axis unit")


def _nearest_axis(tables: Mapping[str, Table], spot: Mapping[str, str]) -> int:
    """Hexes from a spot of a placement to the nearest Axis unit of the same scenario."""
    side = {row["unit_id"]: row["side"] for row in tables["units"].rows}
    axis = [
        row["hex"]
        for row in tables["placement"].rows
        if row["scenario"] == spot["scenario"] and side.get(row["unit_id"]) == "Axis"
    ]
    return min((_apart(spot["hex"], name) for name in axis), default=STAVKA_DISTANCE)


def _apart(a: str, b: str) -> int:
    """Hexes from one to the other, whatever lies between."""
    (ax, ay), (bx, by) = plane(*grid_position(a)), plane(*grid_position(b))
    rows = round(abs(ay - by) / (sqrt(3) / 2))
    return rows + max(0, round(abs(ax - bx) - rows / 2))
