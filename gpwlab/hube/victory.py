"""Victory points, the massive levels, the grades at the end, and the conditions of each scenario (hube 5.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.hube import variants
from gpwlab.hube.board import SIDES
from gpwlab.hube.collapse import FLANK_VP
from gpwlab.hube.events import Event
from gpwlab.hube.position import Position
from gpwlab.hube.sequence import AXIS, SOVIET

if TYPE_CHECKING:
    from gpwlab.hube.charts import Charts
    from gpwlab.hube.reader import Reader
    from gpwlab.hube.scenarios import Objective

#: What a reserve marker costs (hube 2.2, hube 3.2).
MARKER = Fraction(1, 2)
DRAW = "Draw"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: side ("" for a draw), grade, and why."""

    side: str
    grade: str
    reasons: tuple[Reason, ...]

    def __str__(self) -> str:
        return (
            f"{self.grade} {self.side} victory"
            if self.side and self.grade
            else f"{self.side} victory"
            if self.side
            else DRAW
        )


# -- victory points ---------------------------------------------------------------------------------------------------


def counts(pos: Position, h: int) -> bool:
    """Whether the Soviets have the points of a hex: they hold it and can trace to it (hube 5.2)."""
    return pos.owner[h] == SOVIET and h not in pos.untraced


def extras(pos: Position, viewer: int | None = None) -> list[tuple[str, str, Fraction]]:
    """Title, rule and VP of all that is no place; a viewer is not told what the other side bought (hube 2.2)."""
    rows = [*variants.points(pos)]
    if pos.flank_turn:
        rows.append(("flanks reinforced", "hube 2.4a", Fraction(FLANK_VP)))
    if pos.alerts:
        rows.append(("attempts at Alert Battalions", "hube 3.8", Fraction(pos.alerts)))
    for side, sign, rule in ((AXIS, 1, "hube 3.2"), (SOVIET, -1, "hube 2.2")):
        if pos.bought[side] and viewer in (None, side):
            rows.append(("reserve markers bought", rule, sign * MARKER * pos.bought[side]))
    return rows


def total(pos: Position, viewer: int | None = None) -> Fraction:
    """The Soviet victory points now."""
    places = sum(vp for _name, h, vp in pos.world.points_of if counts(pos, h))
    return places + sum((vp for _title, _rule, vp in extras(pos, viewer)), Fraction(0))


def massive(pos: Position, points: Fraction) -> str:
    """The side that has a massive victory with so many points at the end of this turn, "" for none (hube 5.2)."""
    axis, soviet = pos.world.charts.massive[pos.turn]
    return "Axis" if points <= axis else "Soviet" if points >= soviet else ""


def grade(charts: Charts, turn: int, points: Fraction) -> tuple[str, str]:
    """Grade and side if the game ends in a turn without a massive victory; ``("", "")`` for a draw (hube 5.2).

    The first band of the printed order that holds counts (docs/rulings_hube.md H36); bands are read as thresholds, so
    that half points fall into one (docs/rulings_hube.md H137).
    """
    levels = dict(zip(SIDES, charts.massive[turn], strict=True))
    for band in charts.grades:
        margin = points - levels[band.side]
        if band.side == "Soviet" and band.low is not None and margin >= band.low:
            return band.grade, band.side
        above = band.low is None or margin > band.low - 1
        if band.side == "Axis" and band.high is not None and margin <= band.high and above:
            return band.grade, band.side
    return "", ""


def player_turn_ends(pos: Position) -> list[Event]:
    """At the end of the Axis player turn: the total, and whether it is a massive victory (hube 5.2)."""
    points = total(pos)
    pos.course[pos.turn] = int(2 * points)
    if not pos.world.scenario.campaign:  # hube 1.1.D
        return []
    text = "the victory points are checked" if any(pos.bought) else f"{_vp(points)} VP"  # purchases are secret
    events = [Event("victory", text, "hube 5.2")]
    if side := massive(pos, points):
        pos.ended = "massive"
        name = "German" if side == "Axis" else side
        events.append(Event("outcome", f"{_vp(points)} VP: massive {name} victory", "hube 5.2", result=side))
    return events


def _vp(points: Fraction) -> str:
    return str(points) if points.denominator == 1 else f"{float(points):g}"


# -- the end ----------------------------------------------------------------------------------------------------------


def outcome(pos: Position) -> Outcome:
    """Who has won, how, and why, if the game ends now."""
    return _campaign(pos) if pos.world.scenario.campaign else _scenario(pos)


def _campaign(pos: Position) -> Outcome:
    points, levels = total(pos), pos.world.charts.massive[pos.turn]
    why = [
        Reason("hube 5.2", f"{_vp(points)} VP; the massive levels of turn {pos.turn} are {levels[0]} and {levels[1]}")
    ]
    if pos.ended == "thaw":
        why.append(Reason("hube 1.2b", "the spring thaw has ended the game"))
    if side := massive(pos, points):
        return Outcome(side, "Massive", tuple(why))
    level, side = grade(pos.world.charts, pos.turn, points)
    return Outcome(side, level, tuple(why))


def _scenario(pos: Position) -> Outcome:
    scenario = pos.world.scenario
    judge = {"cities": _objectives, "steps": _steps, "units": _killed}[scenario.kind]
    side, why = judge(pos)
    return Outcome(side, "", (Reason(scenario.rule, why),))


def _objectives(pos: Position) -> tuple[str, str]:
    """Scenarios 1, 2 and 4: how many objectives the Soviets have."""
    held = [o.name for o in pos.world.scenario.objectives if achieved(pos, o)]
    soviet, axis = pos.world.scenario.levels
    side = "Soviet" if len(held) >= soviet else "Axis" if len(held) <= axis else ""
    asked = len(pos.world.scenario.objectives)
    return side, f"the Soviets have {len(held)} of the {asked} objectives" + (f": {', '.join(held)}" if held else "")


def achieved(pos: Position, objective: Objective) -> bool:
    """A city with all its hexes, or no German unit along the Dnepr (docs/rulings_hube.md H138)."""
    if objective.kind == "city":
        return all(pos.owner[pos.world.board.hex(name)] == SOVIET for name in objective.hexes)
    along = pos.world.board.along["Dnepr"]
    return not any(pos.where[u] in along for u in pos.on_map(AXIS))


def _steps(pos: Position) -> tuple[str, str]:
    """Scenario 3: steps of Group Stemmermann that were destroyed, and that broke out."""
    soviet, axis = pos.world.scenario.levels
    lost, out = _scores(pos)
    return _decide(lost >= soviet, out >= axis), f"{counted(lost, 'step')} destroyed, {out} broke out"


def _killed(pos: Position) -> tuple[str, str]:
    """Scenario 5: Axis units destroyed, and combat units that broke out of the moving pocket."""
    soviet, axis = pos.world.scenario.levels
    lost, out = _scores(pos)
    return _decide(lost >= soviet, out >= axis), f"{counted(lost, 'unit')} destroyed, {out} broke out"


def _scores(pos: Position) -> tuple[int, int]:
    """What counts for the Soviets and for the Axis: steps in scenario 3, units in scenario 5, else objectives."""
    kind = pos.world.scenario.kind
    if kind == "cities":
        held = sum(achieved(pos, objective) for objective in pos.world.scenario.objectives)
        return held, held
    if kind == "steps":
        return pos.killed[0], sum(pos.linked.values())
    out = sum(pos.unit(u).kind not in ("hq", "organic-truck") for u in pos.linked)  # docs/rulings_hube.md H139
    return pos.killed[1], out


def _decide(soviet: bool, axis: bool) -> str:
    """Soviet success comes first: the Axis has to prevent it."""
    return "Soviet" if soviet else "Axis" if axis else ""


@dataclass(frozen=True, slots=True)
class Goal:
    """A condition of a scenario: the side that wins by it ("" for an objective that is counted), words, met now?"""

    side: str
    text: str
    met: bool


#: What each side has to bring about, by the kind of a scenario; ``now`` is what it has.
_ASKED = {
    "cities": (
        "the Soviets have {least} objectives",
        "the Soviets have {need} or fewer of the {all} objectives",
    ),
    "steps": (
        "{need} steps of Group Stemmermann destroyed, {now} now",
        "{need} steps of it linked up with the German lines, {now} now, and the Soviets fail",
    ),
    "units": (
        "{need} Axis units destroyed, {now} now",
        "{need} combat units of Hube's Pocket linked up with the German lines, {now} now, and the Soviets fail",
    ),
}


def goals(game: Reader) -> tuple[Goal, ...]:
    """What wins the scenario, for the Soviets and then for the Axis, all else being a draw; none in a campaign."""
    pos = game._pos
    scenario = pos.world.scenario
    if scenario.campaign:
        return ()
    scores, asked = _scores(pos), _ASKED[scenario.kind]
    side, count, needed = outcome(pos).side, len(scenario.objectives), scenario.levels[0]
    least = f"all {count}" if needed == count else f"{needed} or more of the {count}"
    return tuple(
        Goal(name, words.format(need=need, now=now, all=count, least=least), side == name)
        for name, words, need, now in zip(("Soviet", "Axis"), asked, scenario.levels, scores, strict=True)
    )


def objectives(game: Reader) -> tuple[Goal, ...]:
    """The objectives that the scenario counts, if it counts any."""
    pos = game._pos
    scenario = pos.world.scenario
    asked = () if scenario.campaign or scenario.kind != "cities" else scenario.objectives
    return tuple(Goal("", _objective(pos, each), achieved(pos, each)) for each in asked)


def _objective(pos: Position, objective: Objective) -> str:
    """An objective in words, and how it stands (docs/rulings_hube.md H138)."""
    if objective.kind != "city":
        beside = sum(pos.where[u] in pos.world.board.along["Dnepr"] for u in pos.on_map(AXIS))
        return f"{objective.name} without Axis units along it: {counted(beside, 'unit')} now"
    held, hexes = sum(pos.owner[pos.world.board.hex(h)] == SOVIET for h in objective.hexes), len(objective.hexes)
    where = f"{objective.name} ({', '.join(objective.hexes)})"
    if hexes > 1:
        return f"{where}, all of it: the Soviets hold {held} of {hexes} hexes"
    return f"{where}: held by the {'Soviets' if held else 'Axis'}"


# -- the track --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Track:
    """Where victory stands.

    rows: label, hex, VP and whether the Soviets have them.  others: what else counts.  axis_level, soviet_level: the
    massive levels of this turn.  side, grade: what it would be if the game ended now ("" and Draw for none).
    """

    total: Fraction
    rows: tuple[tuple[str, str, int, bool], ...]
    others: tuple[tuple[str, str, Fraction], ...]
    axis_level: int
    soviet_level: int
    side: str
    grade: str

    def swings(self) -> Iterator[tuple[str, str, int]]:
        """What each place would add if it fell, or take if it were lost."""
        for label, hex_id, vp, held in self.rows:
            yield label, hex_id, -vp if held else vp


def track(game: Reader) -> Track:
    """The victory track of a game or a side's view; a view does not count what the other side bought in secret."""
    pos, viewer = game._pos, game._viewer
    points, levels = total(pos, viewer), pos.world.charts.massive[pos.turn]
    side = massive(pos, points)
    level, winner = ("Massive", side) if side else grade(pos.world.charts, pos.turn, points)
    ids = pos.world.board.ids
    rows = tuple((name, ids[h], vp, counts(pos, h)) for name, h, vp in pos.world.points_of)
    return Track(points, rows, tuple(extras(pos, viewer)), *levels, winner, level or DRAW)


def standing(game: Reader) -> Outcome:
    """Who would win, and why, if the game ended now."""
    return outcome(game._pos)


def course(game: Reader) -> dict[int, Fraction]:
    """The victory points at the end of each Axis player turn so far; a view leaves secret purchases out."""
    pos, viewer = game._pos, game._viewer
    hidden = Fraction(0) if viewer is None else total(pos) - total(pos, viewer)
    return {turn: Fraction(halves, 2) - hidden for turn, halves in sorted(pos.course.items())}
