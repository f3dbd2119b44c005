"""Artillery: points of a turn (sfs 5.4.1, sfs 5.4.8), and what both sides commit in secret (sfs 5.4.3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.core.reasons import Reason
from gpwlab.core.words import counted
from gpwlab.sfs import cards, control
from gpwlab.sfs.actions import Adjust, Commit
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.sfs.events import BOTH, Event
from gpwlab.sfs.stages import Stage, german, soviet

if TYPE_CHECKING:
    from gpwlab.sfs.actions import Action
    from gpwlab.sfs.fights import Fight
    from gpwlab.sfs.position import Position

#: Artillery points that a side may keep for the next turn (sfs 5.4.8.A, sfs 5.4.8.B).
SAVED = {GERMAN: 4, SOVIET: 2}
#: German points that each steppe in Soviet hands costs (sfs 5.4.7).
PER_STEPPE = 2
#: Row of the availability table for a Luftwaffe summons (sfs 7.5.A).
AIR_ROW = "A1"
#: The area whose DRM is that of sfs 5.4.1.B; the other with one is Orlovka West.
HILL_AREA = "MK"


# -- points of a turn -------------------------------------------------------------------------------------------------


def modifiers(pos: Position, side: int) -> list[tuple[int, Reason]]:
    """The DRMs of a side's availability roll, each with its reason."""
    found = []
    if control.holds_hill(pos) == side:
        found.append((1, Reason("sfs 5.4.1.A", "has, or had last, the strongpoint of Mamayev Kurgan: +1")))
    for area in pos.world.board.areas:
        if area.artillery_drm and pos.world.scenario.in_play(area.index) and pos.owner(area.index) == side:
            rule = "sfs 5.4.1.B" if area.code == HILL_AREA else "sfs 5.4.1.C"
            found.append((area.artillery_drm, Reason(rule, f"has {area.name}: +{area.artillery_drm}")))
    if side == GERMAN and pos.summoned:  # sfs 7.5.E
        found.append((1, Reason("sfs 5.4.1.D", "the Luftwaffe is summoned: +1")))
    return found


def begin_turn(pos: Position) -> list[Event]:
    """The Mutual Artillery Phase: what is saved, and what this turn brings (sfs 3.1)."""
    return [_receive(pos, side) for side in (GERMAN, SOVIET)]


def _receive(pos: Position, side: int) -> Event:
    kept = min(pos.ap[side], SAVED[side])
    secret = pos.world.rules.has("fog-of-war")
    points, told, die = _points(pos, side)
    pos.ap[side] = kept + points
    text = f"{SIDES[side]} artillery: {told}{f', {kept} saved' if kept else ''}"
    rule = "sfs 5.4.9.A" if secret else "sfs 5.4.3"
    public = f"{SIDES[side]} artillery: a card is drawn" if secret else ""
    return Event("artillery", text, rule, die=die, result=str(points), knows=side if secret else BOTH, public=public)


def _points(pos: Position, side: int) -> tuple[int, str, int]:
    """Points that a turn brings a side, in words too, and the die: 0 where the number is printed (sfs 2.1.4.C).

    A scenario may give its own (sfs 5.4.2.A, sfs 11.2.2.2, sfs 11.2.3.3); else the turn record has a number
    (sfs 11.3.3.2.D) or the row to roll on (sfs 5.4.2.B, sfs 2.1.4.D).
    """
    given = pos.world.scenario.points.get((side, pos.turn), pos.turn_box.fixed_points(side))
    if given is not None:
        return given, counted(given, "point"), 0
    row = pos.turn_box.artillery[side]
    fog = pos.world.rules.has("fog-of-war")
    die = cards.draw(pos, side) if fog else pos.roll("artillery", SIDES[side])
    drm = sum(number for number, _ in modifiers(pos, side))
    points = pos.world.charts.points(row, die + drm)
    return (
        points,
        f"row {row}, {'card' if fog else 'die'} {die}{f'{drm:+d}' if drm else ''}: {counted(points, 'point')}",
        die,
    )


def air(pos: Position) -> list[Event]:
    """Each summons of this turn brings air points by a die on the first row (sfs 7.5.A)."""
    events = []
    for number in range(pos.summoned):
        die = pos.roll("luftwaffe", SIDES[GERMAN], number)
        points = pos.world.charts.points(AIR_ROW, die)
        pos.air += points
        text = f"Luftwaffe summons, die {die}: {counted(points, 'air point')}"
        events.append(Event("air", text, "sfs 7.5.A", die=die, result=str(points)))
    return events


def lost_steppes(pos: Position) -> int:
    """How many steppes the Soviets control."""
    areas = [area for area in pos.world.board.steppes if pos.world.scenario.in_play(area)]
    return sum(pos.control(area) == SOVIET for area in areas)


def reduce(pos: Position) -> list[Event]:
    """Take the points that lost steppes cost Germany (sfs 5.4.7, sfs 2.1.2.1.E)."""
    steppes = lost_steppes(pos)
    if not steppes:
        return []
    pos.ap[GERMAN] = max(0, pos.ap[GERMAN] - PER_STEPPE * steppes)
    text = f"{steppes} of the steppes in Soviet hands: {counted(PER_STEPPE * steppes, 'artillery point')} less"
    return [Event("artillery", text, "sfs 5.4.7", result=str(-PER_STEPPE * steppes))]


# -- what a combat gets -----------------------------------------------------------------------------------------------


def _commitments(side: int, pos: Position) -> list[Action]:
    """All that a side can note; the Germans may add air points (sfs 5.4.4.A, sfs 7.5.C)."""
    most_air = pos.air if side == GERMAN else 0
    return [Commit(points, air) for air in range(most_air + 1) for points in range(pos.ap[side] + 1)]


def german_choices(pos: Position, fight: Fight) -> list[Action]:
    """What the Germans can note."""
    return _commitments(GERMAN, pos)


def soviet_choices(pos: Position, fight: Fight) -> list[Action]:
    """What the Soviets can note."""
    return _commitments(SOVIET, pos)


def note_german(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """The Germans note their artillery (sfs 5.2.3)."""
    return _note(pos, fight, GERMAN, answer)


def note_soviet(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """The Soviets note theirs (sfs 5.2.3)."""
    return _note(pos, fight, SOVIET, answer)


def _note(pos: Position, fight: Fight, side: int, answer: Action | None) -> list[Event]:
    assert isinstance(answer, Commit)
    noted = list(fight.points)
    noted[side] = answer.points
    fight.points = (noted[0], noted[1])
    fight.air += answer.air
    plus = f" and {counted(answer.air, 'air point')}" if answer.air else ""
    text = f"{SIDES[side]} notes {counted(answer.points, 'artillery point')}{plus}"
    public = f"{SIDES[side]} has noted its artillery"
    return [Event("noted", text, "sfs 5.2.3", result=str(answer.points), knows=side, public=public)]


def adjustments(pos: Position, fight: Fight) -> list[Action]:
    """Chuikov in the area may have one point more or less, once the German points are known (sfs 8.5.B)."""
    chuikov = pos.chuikov()
    if chuikov < 0 or pos.area_of(chuikov) != fight.area:
        return []
    noted = fight.points[SOVIET]
    changes = [0, *([-1] if noted else []), *([1] if noted < pos.ap[SOVIET] else [])]
    return [Adjust(change) for change in changes]


def adjust(pos: Position, fight: Fight, answer: Action | None) -> list[Event]:
    """Chuikov's point."""
    if not isinstance(answer, Adjust) or not answer.change:
        return []
    fight.points = (fight.points[GERMAN], fight.points[SOVIET] + answer.change)
    text = f"Chuikov changes the Soviet artillery by {answer.change:+d}"
    return [Event("adjust", text, "sfs 8.5.B", result=f"{answer.change:+d}")]


def fire(pos: Position, fight: Fight, _answer: Action | None) -> list[Event]:
    """Show what both sides have noted, and spend it (sfs 5.4.3.1)."""
    for side in (GERMAN, SOVIET):
        spent = max(fight.points[side], 0)
        pos.ap[side] -= spent
        pos.spent[side] += spent
    pos.air -= fight.air
    german, soviet = fight.points
    plus = f" and {fight.air} from the air" if fight.air else ""
    text = f"artillery: German {german}{plus}, Soviet {soviet}"
    return [Event("guns", text, "sfs 5.4.3.1", result=f"{german + fight.air}:{soviet}")]


STAGES = {
    "German guns": Stage(
        note_german,
        german_choices,
        german,
        kind="artillery",
        rule="sfs 5.2.3",
        text="both sides note in secret the artillery that they commit",
        secret=True,
    ),
    "Soviet guns": Stage(
        note_soviet,
        soviet_choices,
        soviet,
        kind="artillery",
        rule="sfs 5.2.3",
        text="both sides note in secret the artillery that they commit",
        secret=True,
    ),
    "adjust": Stage(
        adjust,
        adjustments,
        soviet,
        kind="chuikov",
        rule="sfs 8.5.B",
        text="Chuikov may change the Soviet artillery by one",
        secret=True,
    ),
    "fire": Stage(fire),
}
