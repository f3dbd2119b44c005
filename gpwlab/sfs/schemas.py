"""The form of each table of Struggle for Stalingrad, and what must agree between the tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gpwlab.core.errors import DataError
from gpwlab.core.schema import PROVENANCE, Table, TableForm, decimal, form, one_of, sourced, text, whole

SIDES = ("German", "Soviet")
SLUGS = ("red-square", "red-square-solitaire", "standard", "dash-to-the-volga", "fight-to-the-finish")
TERRAIN = ("open", "rough", "urban")
CRTS = ("defender", "attacker_open", "attacker_urban")
BARRIERS = ("tsaritsa_gully", "orlovka_trench", "volga_ice")
CLASSES = ("G+", "G", "A", "B", "C", "M", "T")
TYPES = ("infantry", "armor", "motorized", "assault_gun", "engineer", "flak", "leader")
FLAGS = ("motorized", "support", "pioneer", "guards", "ss", "defend_only")
MARKERS = ("Partial", "Draw", "Uranus")
EVENTS = (
    "reinforcement",
    "return",
    "withdrawal",
    "random_division",
    "reserve_corps",
    "guards_39",
    "pioneer_groups",
    "pioneer_division",
    "das_reich",
)
#: Set-up place of a division that fights as battlegroups (sfs 8.2.E, sfs 11.3.3.1).
HOLDING_BOX = "BOX-F"
LAST_TURN = 20

_CODE = r"[A-Z][A-Z0-9]*"
_code = form(_CODE, "an area code such as MK")
_codes = form(rf"{_CODE}(\|{_CODE})*", "area codes joined by |", blank=True)
_places = form(rf"BOX-F|{_CODE}(\|{_CODE})*", "area codes joined by |, or BOX-F")
_unit = form(r"[a-z0-9]+(-[a-z0-9]+)*", "a unit id such as 14-pz")
_unit_or_none = form(r"[a-z0-9]+(-[a-z0-9]+)*", "a unit id such as 14-pz", blank=True)
_odds = form(r"1:[1-9]\d*|[2-9]:1|[1-9]\d+:1", "odds such as 1:2 or 4:1")
_yes_no = one_of("yes", "no")
_side = one_of(*SIDES)
_turn = whole(1, LAST_TURN)
_turn_or_none = whole(1, LAST_TURN, blank=True)
_scenario = one_of(*SLUGS)
_die = whole(-20, 30)
_count = whole(1, 99)
_strength = whole(0, 99, blank=True)
_lat, _lon = decimal(48, 49.5), decimal(43.5, 45.5)
_source = one_of(*PROVENANCE)
_flags = form(rf"({'|'.join(FLAGS)})(\|({'|'.join(FLAGS)}))*", f"some of {', '.join(FLAGS)}", blank=True)

TABLES: Mapping[str, TableForm] = {
    # sfs chart.Map: sfs 2.1.1, sfs 2.1.2.4
    "areas": sourced(
        ["code"],
        code=_code,
        name=text(),
        kind=one_of("steppe", "rear", "east_bank", "salient", "city"),
        terrain=one_of(*TERRAIN),
        volga=one_of("west", "east", "none"),
        stalingrad=_yes_no,
        dominated_by=_side,
        artillery_drm=whole(0, 3),
        lat=_lat,
        lon=_lon,
        terrain_provenance=_source,
        volga_provenance=_source,
    ),
    "links": sourced(["area_a", "area_b"], area_a=_code, area_b=_code, barrier=one_of(*BARRIERS, blank=True)),
    "strongpoints": sourced(
        ["code"],
        code=form(rf"{_CODE}-[a-z]+", "a strongpoint code such as MK-hill"),
        name=text(),
        area=_code,
        kind=one_of("strongpoint", "landing"),
        terrain=one_of("urban", "rough"),
        artillery_spot=_yes_no,
        lat=_lat,
        lon=_lon,
    ),
    # sfs chart.Defender CRT, sfs chart.Attacker CRT rough and open, sfs chart.Attacker CRT urban
    "crt": sourced(["table", "odds", "die"], table=one_of(*CRTS), odds=_odds, die=_die, result=whole(0, 9)),
    # sfs chart.Cut-Off Table
    "cut_off": sourced(["units", "die"], units=whole(1, 3), die=_die, cut_off=_yes_no),
    # sfs chart.Terrain Defense Table
    "terrain_defense": sourced(["terrain", "die"], terrain=one_of(*TERRAIN), die=whole(1, 6), cancels=_yes_no),
    # sfs chart.Artillery Availability Table
    "aat": sourced(["row", "die"], row=form(r"A[1-9]", "a row such as A1"), die=_die, aps=whole(0, 99)),
    # sfs chart.Turn Record Track
    "turns": sourced(
        ["turn"],
        turn=_turn,
        label=text(),
        dates=text(),
        weather=one_of("clear", "ice", "freeze"),
        german_artillery=form(r"A[1-9]|\d+", "a row such as A1, or a number of points"),
        soviet_artillery=form(r"A[1-9]|\d+", "a row such as A1, or a number of points"),
        free_summons=whole(0, 9),
        german_artillery_provenance=_source,
        soviet_artillery_provenance=_source,
        turn_label_provenance=_source,
    ),
    "markers": sourced(["marker"], marker=one_of(*MARKERS), turn=_turn),
    "reinforcements": sourced(
        ["turn", "side", "event", "unit_id", "name", "scenarios"],
        turn=_turn,
        side=_side,
        event=one_of(*EVENTS),
        unit_id=_unit_or_none,
        name=text(),
        strength=_strength,
        places=_codes,
        scenarios=form(rf"({'|'.join(SLUGS)})(\|({'|'.join(SLUGS)}))*", "slugs of scenarios joined by |"),
    ),
    # sfs chart.Counter mix
    "units": sourced(
        ["unit_id"],
        unit_id=_unit,
        side=_side,
        name=text(),
        type=one_of(*TYPES),
        size=one_of("XX", "X", "III", blank=True),
        **{"class": one_of(*CLASSES, blank=True)},
        steps=whole(0, 6),
        strengths=form(r"\d+(\|\d+)*", "strengths from full to last step joined by |"),
        flags=_flags,
        pool=_yes_no,
        counters=_count,
        printed_strengths=form(r"\d+(\|\d+)*", "strengths joined by |", blank=True),
    ),
    "informational": sourced(["counter"], counter=_unit, name=text(), counters=_count),
    "scenarios": sourced(
        ["slug"],
        slug=_scenario,
        title=text(),
        areas=_codes,
        soviet_closed=_codes,
        first_turn=_turn,
        last_turn=_turn_or_none,
        german_divisions_lost=whole(1, 9, blank=True),
    ),
    "setup": sourced(
        ["scenario", "option", "unit_id"],
        scenario=_scenario,
        side=_side,
        option=form(r"\w+", "the name of an option", blank=True),
        unit_id=_unit,
        count=_count,
        strength=_strength,
        places=_places,
    ),
    # a suggested Soviet set-up: the next strongest unit of a type takes the next place (sfs 11.3.3.2)
    "deployment": sourced(
        ["scenario", "type", "place_order"],
        scenario=_scenario,
        type=one_of("division", "tank", "leader"),
        place_order=_count,
        place=form(rf"{_CODE}(-[a-z]+)?", "an area code or a strongpoint code"),
    ),
    "setup_options": sourced(
        ["scenario", "option"], scenario=_scenario, option=form(r"\w+", "the name of an option"), turns=_turn_or_none
    ),
    "scenario_artillery": sourced(
        ["scenario", "side", "first_turn"],
        scenario=_scenario,
        side=_side,
        first_turn=_turn,
        last_turn=_turn,
        aps=whole(0, 99),
    ),
    # sfs 7.7, sfs 11.2.3.2.B
    "cups": sourced(["cup", "unit_id"], cup=one_of("random", "solitaire"), unit_id=_unit, count=_count),
    # sfs 7.4.B
    "reserve_corps": sourced(
        ["corps", "unit_id"], corps=form(r"[a-z]+", "the name of a corps"), unit_id=_unit, count=_count
    ),
    # sfs 7.6.B
    "tank_production": sourced(["die"], die=whole(1, 6), unit_id=_unit_or_none),
}


def across(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """What is wrong between the tables: areas and units that no table knows, holes in the charts."""
    for check in (_areas, _units, _charts, _turn_record, _setup_fits):
        yield from check(tables)


def _areas(tables: Mapping[str, Table]) -> Iterator[DataError]:
    codes = {row["code"] for row in tables["areas"].rows}
    for name, columns in {
        "links": ("area_a", "area_b"),
        "strongpoints": ("area",),
        "reinforcements": ("places",),
        "scenarios": ("areas", "soviet_closed"),
        "setup": ("places",),
    }.items():
        yield from _known(tables[name], columns, codes | {HOLDING_BOX}, "area")
    strongpoints = {row["code"] for row in tables["strongpoints"].rows}
    yield from _known(tables["deployment"], ("place",), codes | strongpoints, "area or strongpoint")
    seen: set[frozenset[str]] = set()
    for index, row in enumerate(tables["links"].rows):
        pair = frozenset((row["area_a"], row["area_b"]))
        if len(pair) == 1 or pair in seen:
            yield tables["links"].error(index, "area_b", f"{row['area_a']} and {row['area_b']} are linked once")
        seen.add(pair)
    for kind in ("rear", "east_bank"):  # sfs 6.1.1.A, sfs 6.1.2: each side has one source of supply
        if sum(row["kind"] == kind for row in tables["areas"].rows) != 1:
            yield DataError(f"there must be one area of kind {kind}", tables["areas"].file, column="kind")


def _units(tables: Mapping[str, Table]) -> Iterator[DataError]:
    ids = {row["unit_id"] for row in tables["units"].rows}
    for name in ("reinforcements", "setup", "cups", "reserve_corps", "tank_production"):
        yield from _known(tables[name], ("unit_id",), ids, "unit")
    for index, row in enumerate(tables["units"].rows):
        strengths = [int(value) for value in row["strengths"].split("|")]
        if len(strengths) != max(1, int(row["steps"])) and row["side"] == "German":
            yield tables["units"].error(index, "strengths", "a German unit has one strength a step")
        if strengths != sorted(set(strengths), reverse=True):
            yield tables["units"].error(index, "strengths", "strengths fall from step to step")


def _known(table: Table, columns: tuple[str, ...], names: set[str], what: str) -> Iterator[DataError]:
    for index, row in enumerate(table.rows):
        for column in columns:
            for name in filter(None, row[column].split("|")):
                if name not in names:
                    yield table.error(index, column, f"there is no {what} {name!r}")


def _charts(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Each chart is a full rectangle without holes; a die beyond its ends is read at the end (docs/rulings_sfs.md)."""
    for name, group, columns in (
        ("crt", "table", ("odds", "die")),
        ("cut_off", "units", ("units", "die")),
        ("terrain_defense", "terrain", ("terrain", "die")),
        ("aat", "row", ("row", "die")),
    ):
        table = tables[name]
        for key in sorted({row[group] for row in table.rows} | (set(CRTS) if name == "crt" else set())):
            rows = [row for row in table.rows if row[group] == key]
            dice = sorted({int(row["die"]) for row in rows})
            if not rows or dice != list(range(dice[0], dice[-1] + 1)):
                yield DataError(f"{key}: the dice have a gap", table.file, column="die")
            elif len(rows) != len(dice) * len({row[columns[0]] for row in rows}):
                yield DataError(f"{key}: a cell is missing", table.file, column=columns[0])
    for name, column, wanted in (
        ("terrain_defense", "terrain", set(TERRAIN)),
        ("cut_off", "units", {"1", "2", "3"}),
        ("markers", "marker", set(MARKERS)),
        ("tank_production", "die", {str(die) for die in range(1, 7)}),
        ("scenarios", "slug", set(SLUGS)),
    ):
        for missing in sorted(wanted - {row[column] for row in tables[name].rows}):
            yield DataError(f"there is no row for {missing}", tables[name].file, column=column)


def _turn_record(tables: Mapping[str, Table]) -> Iterator[DataError]:
    rows = {row["row"] for row in tables["aat"].rows}
    turns = tables["turns"]
    if sorted(int(row["turn"]) for row in turns.rows) != list(range(1, LAST_TURN + 1)):
        yield DataError(f"the turns must be 1 to {LAST_TURN}", turns.file, column="turn")
    for index, row in enumerate(turns.rows):
        for column in ("german_artillery", "soviet_artillery"):
            if not row[column].isdigit() and row[column] not in rows:
                yield turns.error(index, column, f"the availability table has no row {row[column]}")
    order = {row["marker"]: int(row["turn"]) for row in tables["markers"].rows}
    if len(order) == len(MARKERS) and not order["Partial"] < order["Draw"] < order["Uranus"]:
        yield DataError("the markers stand in the order Partial, Draw, Uranus", tables["markers"].file, column="turn")


def _setup_fits(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """A set-up strength is one of the unit's steps, and no option asks for more counters than there are."""
    units = {row["unit_id"]: row for row in tables["units"].rows}
    setup = tables["setup"]
    for index, row in enumerate(setup.rows):
        unit = units.get(row["unit_id"])
        if unit is None:
            continue
        if row["strength"] and row["strength"] not in unit["strengths"].split("|"):
            yield setup.error(index, "strength", f"{row['unit_id']} has no step of strength {row['strength']}")
        if unit["pool"] == "yes" and int(row["count"]) > int(unit["counters"]):  # sfs 7.10.A
            yield setup.error(index, "count", f"there are {unit['counters']} counters of {row['unit_id']}")
