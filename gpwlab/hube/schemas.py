"""The form of each table of Hube's Pocket, and what must agree between the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from gpwlab.core.errors import DataError, GameError
from gpwlab.core.schema import Table, TableForm, decimal, form, one_of, sourced, text, whole
from gpwlab.hube.board import DIRECTIONS, SIDES, build, grid_position
from gpwlab.hube.charts import AIR, BANDS, END, GROUNDS, LINES, read_charts

SLUGS = ("kirovograd", "korsun", "relief", "collapse", "moving-pocket")
TERRAIN = ("open", "forest", "woods", "swamp", "mountain", "rough", "low hills")
TOWNS = ("major_city", "minor_city", "village")
SIZES = ("II", "III", "X", "XX", "XXX")
LISTS = ("setup", "air", "dead", "collapsed", "flank", "pursuit")
ASSETS = ("sp", "truck", "wagon", "hedgehog", "hedgehog-2", "airbase-1", "airbase-2")
FEATURES = ("Roads", "Minor River", "Major River", "Swamp", "Trucks", "Level 1 Air Bases", "Air Base Construction")
EFFECTS = ("normal", "frozen", "muddy", "soupy", "halved", "inactive", "forbidden")
LAST_TURN = 32

_HEX = r"(?:A(?:[1-9]|[1-5]\d|6[0-2])|B(?:[1-9]|[12]\d|3[0-2]))\.(?:0[1-9]|[12]\d|3[0-6])"
_COLUMN = r"(?:A(?:[1-9]|[1-5]\d|6[0-2])|B(?:[1-9]|[12]\d|3[0-2]))"
_UNIT = r"(?:ax|su)-[a-z0-9]+(?:-[a-z0-9]+)*"
_hex = form(_HEX, "a hex id such as A44.20")
_hex_or_none = form(_HEX, "a hex id such as A44.20", blank=True)
_hexes = form(rf"{_HEX}(?: {_HEX})*", "hex ids with a blank between", blank=True)
_column = form(_COLUMN, "a column such as A44", blank=True)
_unit = form(_UNIT, "a unit id such as ax-inf-68")
_units = form(rf"{_UNIT}(?: {_UNIT})*", "unit ids with a blank between", blank=True)
_side = one_of(*SIDES)
_side_or_none = one_of(*SIDES, blank=True)
_yes_no = one_of("yes", "no")
_turn = whole(1, LAST_TURN)
_scenario = whole(1, 5)
_number = whole(0, 99)
_number_or_none = whole(0, 99, blank=True)
_count = whole(1, 99)
_kind = form(r"[a-z]+(?:-[a-z]+)*", "a kind of unit such as inf-div")
_ground = one_of(*GROUNDS)
_where = one_of("hex", "hexside", "link")
_multiplier = form(r"-|(?:\d(?:/\d)?|\[\d(?:/\d)?\])\*?", "a multiplier such as 2, 1/2 or [1/2]*, or -")
_mp = form(r"P|All|-|\+?\d(?:/\d)?", "a cost such as 1/2, +3, P, All or -")
_ruling = form(r"H\d+", "a ruling such as H14", blank=True)
_river = one_of("Dnepr", "Dnestr", blank=True)
_results = sourced(
    ["dice", "column"], dice=whole(1, 15), column=whole(1, 13), result=text(), alternative=text(blank=True)
)

_MAP: Mapping[str, TableForm] = {
    "hexes": sourced(
        ["hex"],
        hex=_hex,
        alias=_hex_or_none,
        column=whole(1, 92),
        row=whole(1, 36),
        lat=decimal(46, 53),
        lon=decimal(23, 35),
        terrain=one_of(*TERRAIN),
        terrain2=one_of(*TERRAIN, blank=True),
        **{f"side_{n}": _side_or_none for n in range(1, 6)},
    ),
    "towns": sourced(
        ["hex"],
        hex=_hex,
        name=text(),
        modern_name=text(),
        lat=decimal(46, 53),
        lon=decimal(23, 35),
        **{"class": one_of(*TOWNS)},
    ),
    "hexsides": sourced(
        ["hex", "direction"],
        hex=_hex,
        direction=one_of(*DIRECTIONS),
        other=_hex_or_none,
        river=text(),
        **{"class": one_of("major", "minor")},
    ),
    "lines": sourced(
        ["line", "piece", "seq"],
        kind=one_of("multi", "single", "road"),
        line=form(r"[RD]\d\d", "a line such as R01"),
        piece=_count,
        seq=whole(0, 999),
        hex=_hex,
        name=text(),
    ),
    # hube 2.1, hube 3.1, hube 3.5, hube 1.3
    "exits": sourced(
        ["hex", "edge"],
        hex=_hex,
        edge=one_of("north", "east", "south", "west", "kiev", "air_base"),
        side=_side,
        by=one_of("rail", "road", "both", "city", "air"),
        tracks=one_of("single", "multi", blank=True),
        south_rail=_yes_no,
    ),
}

_CHARTS: Mapping[str, TableForm] = {
    "turns": sourced(
        ["turn"], turn=_turn, day=whole(1, 31), month=one_of("Jan", "Feb", "Mar", "Apr"), band=one_of(*BANDS)
    ),
    # hube chart.Weather Table
    "weather": sourced(
        ["band", "weather"], band=one_of(*BANDS), weather=text(), roll_from=whole(11, 66), roll_to=whole(11, 66)
    ),
    "weather_ground": sourced(["weather", "last"], weather=text(), last=_ground, ground=one_of(*GROUNDS, END)),
    # hube chart.Air Effects Chart
    "air_effects": sourced(
        ["weather", "die_from"], weather=text(), die_from=whole(1, 6), die_to=whole(1, 6), effect=one_of(*AIR)
    ),
    # hube chart.Ground Effects Chart
    "ground_effects": sourced(
        ["feature", "ground"], feature=one_of(*FEATURES), ground=_ground, effect=one_of(*EFFECTS)
    ),
    # hube chart.Terrain Effects on Combat
    "terrain_combat": sourced(
        ["type"],
        type=text(),
        where=_where,
        line=one_of(*LINES, blank=True),
        armor=_multiplier,
        mech=_multiplier,
        other=_multiplier,
    ),
    # hube chart.Terrain Effects on Movement
    "terrain_movement": sourced(
        ["type"],
        type=text(),
        where=_where,
        track=_mp,
        truck=_mp,
        leg=_mp,
        note=one_of("road_negates", "no_overrun", blank=True),
    ),
    # hube chart.Common Rebuild Table
    "rebuild": sourced(
        ["class"],
        per=one_of("unit", "step"),
        kinds=form(r"[a-z]+(?:-[a-z]+)*(?: [a-z]+(?:-[a-z]+)*)*", "kinds of unit with a blank between"),
        pax=_number,
        eq=_number,
        trucks=_number,
        **{"class": text()},
    ),
    # hube chart.Victory Point Schedule, hube chart.Massive Victory Schedule, hube 5.2
    "victory_points": sourced(["hex"], name=text(), printed_hex=_hex, hex=_hex, vp=_count),
    "massive_victory": sourced(["turn"], turn=_turn, german=_number, soviet=_number),
    "grades": sourced(
        ["grade", "side"],
        grade=one_of("Major", "Minor"),
        side=_side,
        margin_from=whole(-99, 99, blank=True),
        margin_to=whole(-99, 99, blank=True),
    ),
    # the series rules, as published
    "supply": sourced(["side", "dice"], side=_side, dice=whole(2, 12), sp=_number, pax=_number, eq=_number),
    "combat_columns": sourced(
        ["line", "column"],
        line=one_of(*LINES),
        column=whole(1, 13),
        odds=form(r"1:[1-9]|[1-9]\d?:1", "odds such as 1:2 or 12:1"),
    ),
    "combat_table": _results,
    "barrage_columns": sourced(
        ["column"],
        column=whole(1, 13),
        strength_from=whole(0, 999),
        strength_to=whole(0, 999, blank=True),
        cost_t=_count,
    ),
    "barrage_table": _results,
    "barrage_shifts": sourced(
        ["cause", "value"],
        cause=one_of("hedgehog", "line", "mode", "spotter", "air_near_base", "density"),
        value=text(blank=True),
        value_to=text(blank=True),
        shift=whole(-9, 9),
    ),
    "surprise": sourced(
        ["kind"], kind=one_of("attack", "overrun"), defender_to=whole(2, 12), attacker_from=whole(2, 12)
    ),
}

_UNITS: Mapping[str, TableForm] = {
    "kinds": sourced(
        ["kind"],
        kind=_kind,
        name=text(),
        size=one_of(*SIZES, blank=True),
        category=one_of("armor", "mech", "other"),
        movement=one_of("track", "truck", "leg", blank=True),
        attacks=_yes_no,
    ),
    # hube chart.Counter Manifest: Soviet, hube chart.Counter Manifest: Axis
    "units": sourced(
        ["unit_id"],
        unit_id=_unit,
        side=_side,
        nationality=one_of("German", "Hungarian", "Soviet"),
        kind=_kind,
        label=text(blank=True),
        formation=form(_UNIT, "a formation's unit id", blank=True),
        count=_count,
        values=text(blank=True),
        strength=_number_or_none,
        defence_only=_yes_no,
        action=_number_or_none,
        move=_number_or_none,
        throw=_number_or_none,
        steps_at_least=_number,
        printed_id=text(blank=True),
    ),
    # hube chart.Axis Order of Arrival, hube chart.Soviet Order of Arrival
    "arrivals": sourced(
        ["turn", "side", "edge", "item"],
        turn=_turn,
        side=_side,
        edge=one_of("south", "west", "soviet", "air"),
        kind=one_of("unit", "air"),
        item=text(),
        count=_count,
        printed=text(),
    ),
}

_SCENARIOS: Mapping[str, TableForm] = {
    # hube 6.1.span and ground, hube 6.2.span and ground, hube 6.3.span and ground, hube 6.4.span and ground,
    # hube 6.5.span and ground
    "scenarios": sourced(
        ["scenario"],
        scenario=_scenario,
        slug=one_of(*SLUGS),
        title=text(),
        map=one_of("both", "A"),
        first_turn=_turn,
        last_turn=_turn,
        campaign_last=_turn,
        ground=_ground,
        axis_rail=_number,
        soviet_rail=_number,
        alert_vp=_number,
        first_side=_side,
        setup_first=_side,
    ),
    # hube 6.1.Axis set-up, hube 6.1.Soviet set-up, hube 6.2.Axis set-up, hube 6.2.Soviet set-up, hube 6.3.Axis set-up,
    # hube 6.3.Soviet set-up, hube 6.4.Axis set-up, hube 6.4.Soviet set-up, hube 6.5.Axis set-up, hube 6.5.Soviet set-up
    "setup_places": sourced(
        ["scenario", "side", "place", "clause"],
        scenario=_scenario,
        side=_side,
        place=text(),
        clause=_count,
        kind=one_of("near", "zone", "hexes", "with"),
        hexes=_hexes,
        radius=_number_or_none,
        column_from=_column,
        column_to=_column,
        river=_river,
        bank=one_of("left", "right", blank=True),
        behind=one_of("north", "east", blank=True),
        enemy_min=_number_or_none,
        enemy_max=_number_or_none,
        line=_hexes,
        line_side=one_of("west", "east", blank=True),
        pocket=one_of("in", "out", blank=True),
        except_hexes=_hexes,
        with_places=text(blank=True),
    ),
    # besides the set-ups: hube 6.1.Axis pools, air, dead pile, collapse, hube 6.1.Soviet pools, air, dead pile, exits,
    # hube 6.2.Axis pools, air, dead pile, collapse, hube 6.2.Soviet pools, air, dead pile, exits,
    # hube 6.3.Axis pools, air, dead pile, collapse, hube 6.3.Soviet pools, air, dead pile, exits,
    # hube 6.4.Axis pools, air, dead pile, collapse, hube 6.4.Soviet pools, air, dead pile, exits,
    # hube 6.5.Axis pools, air, dead pile, collapse, hube 6.5.Soviet pools, air, dead pile, exits
    "setup": sourced(
        ["scenario", "seq"],
        scenario=_scenario,
        seq=whole(1, 9999),
        side=_side,
        list=one_of(*LISTS),
        place=text(blank=True),
        group=text(),
        kind=one_of("unit", "formation", "component", "asset", "air"),
        item=text(),
        count=_count,
        less_steps=whole(1, 9, blank=True),
        loss=form(
            r"[a-z]+(?:-[a-z]+)*:\d(?: [a-z]+(?:-[a-z]+)*:\d)*", "kinds with numbers such as pz-bn:2", blank=True
        ),
        missing=_units,
        printed=text(),
        note=text(blank=True),
        ruling=_ruling,
    ),
    # rail gauge (hube 1.5); a limit of the Axis is a column: hube 6.1.rail gauge and capacity,
    # hube 6.2.rail gauge and capacity, hube 6.3.rail gauge and capacity, hube 6.4.rail gauge and capacity,
    # hube 6.5.rail gauge and capacity
    "gauges": sourced(
        ["scenario", "side", "seq"],
        scenario=_scenario,
        side=_side,
        seq=_count,
        limit=form(rf"{_HEX}|{_COLUMN}", "a hex id such as A60.30 or a column such as A8"),
    ),
    "objectives": sourced(
        ["scenario", "seq"],
        scenario=_scenario,
        seq=_count,
        name=text(),
        kind=one_of("city", "river_clear"),
        printed_hex=_hex_or_none,
        hexes=_hexes,
    ),
    "scenario_victory": sourced(
        ["scenario"], scenario=_scenario, kind=one_of("cities", "steps", "units"), soviet=_count, axis=_count
    ),
}

# hube chart.Historical Notes, hube chart.Designer's Notes, hube chart.Player Notes
_NOTES: Mapping[str, TableForm] = {
    "notes": sourced(
        ["number"],
        number=_count,
        kind=one_of("history", "designer", "player"),
        topic=text(),
        first_turn=whole(1, LAST_TURN, blank=True),
        last_turn=whole(1, LAST_TURN, blank=True),
        side=_side_or_none,
        hexes=_hexes,
        text=text(),
    ),
}

TABLES: Mapping[str, TableForm] = {**_MAP, **_CHARTS, **_UNITS, **_SCENARIOS, **_NOTES}


def across(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """What is wrong between the tables, each of which is sound by itself."""
    faults = [*_known_hexes(tables), *_grid(tables)]
    yield from faults
    if not faults:
        yield from _lines(tables)
        yield from _charts(tables)
    yield from _known_units(tables)
    yield from _known_places(tables)
    yield from _losses(tables)
    yield from _scenarios_whole(tables)


def _scenarios_whole(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Every scenario is there, and says how it is won."""
    scenarios = tables["scenarios"]
    for slug in sorted(set(SLUGS) - {row["slug"] for row in scenarios.rows}):
        yield DataError(f"there is no row for {slug}", scenarios.file, column="slug")
    won = {row["scenario"] for row in tables["scenario_victory"].rows}
    for i, row in enumerate(scenarios.rows):
        if row["scenario"] not in won:
            yield scenarios.error(i, "scenario", f"scenario_victory does not say how scenario {row['scenario']} is won")


def _known_hexes(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Hexes that are named but stand in no row of hexes, by either name."""
    known = {row[key] for row in tables["hexes"].rows for key in ("hex", "alias")}
    for name, table in tables.items():
        named = ["hex", "hexes", "printed_hex", "except_hexes"]
        named += {"setup_places": ["line"], "hexsides": ["other"]}.get(name, [])
        for column in (c for c in named if c in TABLES[name].fields):
            for i, row in enumerate(table.rows):
                for word in row[column].split():
                    if word not in known:
                        yield table.error(i, column, f"there is no hex {word}")


def _grid(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Column and row are those of the id, and an alias is another name of the same place."""
    table = tables["hexes"]
    for i, row in enumerate(table.rows):
        place = (int(row["column"]), int(row["row"]))
        for column in ("hex", "alias"):
            if row[column] and grid_position(row[column]) != place:
                yield table.error(i, column, f"{row[column]} is not the hex of column {place[0]} and row {place[1]}")


def _lines(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Each step of a line goes to a neighbour; each side of a river lies where its row says."""
    board = build({name: [] if name in ("lines", "hexsides") else t.rows for name, t in tables.items()})
    table = tables["lines"]
    pieces: dict[tuple[str, str], list[int]] = {}
    for i, row in enumerate(table.rows):
        pieces.setdefault((row["line"], row["piece"]), []).append(i)
    for rows in pieces.values():
        ordered = sorted(rows, key=lambda i: int(table.rows[i]["seq"]))
        for i, j in pairwise(ordered):
            for column in ("kind", "name"):  # a row of another kind would leave a gap in its line
                if table.rows[i][column] != table.rows[j][column]:
                    yield table.error(j, column, f"a piece of a line has one {column}")
            here, there = table.rows[i]["hex"], table.rows[j]["hex"]
            if board.direction(board.hex(here), board.hex(there)) < 0:
                yield table.error(j, "hex", f"{there} does not touch {here}")
    table = tables["hexsides"]
    for i, row in enumerate(table.rows):
        other = board.near[board.hex(row["hex"])][DIRECTIONS.index(row["direction"])]
        if row["other"] != (board.ids[other] if other >= 0 else ""):
            yield table.error(i, "other", f"{row['other']} is not {row['direction']} of {row['hex']}")


def _charts(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Each chart has every row that the rules look up."""
    try:
        charts = read_charts({name: table.rows for name, table in tables.items()})
    except GameError as error:
        yield DataError(str(error), tables["weather"].file)
        return
    weathers = {weather for rolls in charts.rolls.values() for weather in rolls.values()}
    wanted: dict[str, tuple[Iterable[object], set[object]]] = {
        "turns": (range(1, LAST_TURN + 1), set(charts.turns)),
        "massive_victory": (range(1, LAST_TURN + 1), set(charts.massive)),
        "weather_ground": (((w, g) for w in sorted(weathers) for g in GROUNDS), set(charts.new_ground)),
        "air_effects": (sorted(weathers), {w for w, faces in charts.air.items() if len(faces) == 6}),
        "ground_effects": (((f, g) for f in FEATURES for g in GROUNDS), set(charts.ground_effects)),
        "supply": (((s, d) for s in SIDES for d in range(2, 13)), set(charts.supply)),
        "combat_table": (range(1, 16), {d for d, cells in charts.combat_results.items() if len(cells) == 13}),
        "combat_columns": (LINES, {line for line, odds in charts.combat_columns.items() if len(odds) == 13}),
        "barrage_table": (range(2, 13), {d for d, cells in charts.barrage_results.items() if len(cells) == 11}),
        "terrain_combat": (charts.movement_terrain, set(charts.combat_terrain)),
        "terrain_movement": (charts.combat_terrain, set(charts.movement_terrain)),
        "surprise": (("attack", "overrun"), set(charts.surprise)),
    }
    for name, (keys, present) in wanted.items():
        for key in keys:
            if key not in present:
                yield DataError(f"the row for {key} is missing or not whole", tables[name].file)


def _known_units(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """Units, formations and kinds that are named but not told of, and counters beyond the count of the manifest."""
    units = {row["unit_id"]: row for row in tables["units"].rows}
    kinds = {row["kind"] for row in tables["kinds"].rows}
    for i, row in enumerate(tables["units"].rows):
        if row["kind"] not in kinds:
            yield tables["units"].error(i, "kind", f"there is no kind {row['kind']}")
        if row["formation"] and row["formation"] not in units:
            yield tables["units"].error(i, "formation", f"there is no formation {row['formation']}")
    for name in ("setup", "arrivals"):
        table = tables[name]
        for i, row in enumerate(table.rows):
            if row["kind"] in ("unit", "formation", "component") and row["item"] not in units:
                yield table.error(i, "item", f"there is no unit {row['item']}")
            elif row["item"] in units and units[row["item"]]["side"] != row["side"]:
                yield table.error(i, "side", f"{row['item']} is a unit of the other side")
            elif row["kind"] == "asset" and row["item"] not in ASSETS:
                yield table.error(i, "item", f"must be one of {', '.join(ASSETS)}")
            elif row["kind"] == "unit" and int(row["count"]) > int(units[row["item"]]["count"]):
                yield table.error(i, "count", f"the counter mix has {units[row['item']]['count']} of {row['item']}")


def _known_places(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """A set-up row on the map has a place that setup_places describes; other lists have none."""
    places = {(row["scenario"], row["side"], row["place"]) for row in tables["setup_places"].rows}
    table = tables["setup"]
    for i, row in enumerate(table.rows):
        if row["list"] == "setup" and (row["scenario"], row["side"], row["place"]) not in places:
            yield table.error(i, "place", f"setup_places does not describe {row['place']!r}")
        elif row["list"] != "setup" and row["place"]:
            yield table.error(i, "place", f"the list {row['list']} has no place on the map")
    table = tables["setup_places"]
    for i, row in enumerate(table.rows):
        for other in filter(None, row["with_places"].split("|")):
            if (row["scenario"], row["side"], other) not in places:
                yield table.error(i, "with_places", f"there is no place {other!r}")


def _losses(tables: Mapping[str, Table]) -> Iterator[DataError]:
    """What a formation lacks are units of that formation, as many as its losses say."""
    formation = {row["unit_id"]: row["formation"] for row in tables["units"].rows}
    table = tables["setup"]
    for i, row in enumerate(table.rows):
        missing = row["missing"].split()
        lost = sum(int(part.split(":")[1]) for part in row["loss"].split())
        if lost != len(missing):
            yield table.error(i, "missing", f"{len(missing)} units for {lost} losses")
        for unit in missing:
            if formation.get(unit) != row["item"]:
                yield table.error(i, "missing", f"{unit} is no unit of {row['item']}")
