"""Questions of the scenario and the turn record, asked one after the other in the phase in which they come up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gpwlab.sfs import chuikov, losses, reinforcements, setup, supply, withdrawals
from gpwlab.sfs.actions import Action, Choose, Corps, Recall, Refuge
from gpwlab.sfs.board import GERMAN, SIDES, SOVIET
from gpwlab.sfs.decisions import Decision
from gpwlab.sfs.events import Event

if TYPE_CHECKING:
    from gpwlab.sfs.position import Position

#: For each kind of question: who answers, its rule, what is asked.
_TEXTS: dict[str, tuple[int, str, str]] = {
    "option": (SOVIET, "sfs 11.0.A", "the Soviet player secretly chooses the units of the set-up"),
    "chuikov": (SOVIET, "sfs 8.5.C", "Chuikov may move once in the German Attack Phase"),
    "spare": (GERMAN, "sfs 9.3.A", "one German force stays supplied after the first impulse"),
    "recall": (GERMAN, "sfs 7.3.A", "a German unit must be withdrawn"),
    "71-inf": (GERMAN, "sfs 11.2.2.4.1.A", "the 71st Infantry may come, for a turn less"),
    "13-guards": (SOVIET, "sfs 11.2.2.4.2", "the 13th Guards may come, for a turn more"),
    "39-guards": (SOVIET, "sfs 7.9", "the 39th Guards come now as an A division, or next turn as Guards"),
    "pioneers": (GERMAN, "sfs 7.8", "three pioneer groups now, or the Pioneer Division two turns later"),
    "das-reich": (GERMAN, "sfs 8.8.C", "SS-Division Das Reich may come, counted as a division lost"),
    "corps": (SOVIET, "sfs 11.5.A", "a Reserve Corps comes in one of two forms"),
    "counter": (SOVIET, "sfs 7.10.B", "no counter is left for an arrival"),
}
#: Answers of the questions that always have the same, the hasty one first.
_ANSWERS: dict[str, tuple[str, ...]] = {
    "71-inf": ("no", "yes"),
    "13-guards": ("no", "yes"),
    "39-guards": ("now", "wait"),
    "pioneers": ("groups", "division"),
    "das-reich": ("no", "yes"),
}
SECRET = ("option", "counter", "corps", "chuikov", "39-guards")


def _kind(question: str) -> str:
    return question.partition(" ")[0]


def options(pos: Position, question: str) -> tuple[Action, ...]:
    """The answers to a question; () if there is nothing to choose now."""
    kind, _space, subject = question.partition(" ")
    if kind in _ANSWERS:
        return tuple(Choose(kind, answer) for answer in _ANSWERS[kind])
    if kind == "option":
        return tuple(Choose(kind, option) for option in pos.world.scenario.options)
    if kind == "chuikov":
        return chuikov.options(pos)
    if kind == "spare":
        return tuple(Choose(kind, f.name) for f in pos.forces.values() if f.side == GERMAN)
    if kind == "recall":
        return withdrawals.options(pos)
    if kind == "corps":
        return tuple(Corps(make) for make in pos.world.charts.reserve_corps)
    counter = subject.removesuffix(reinforcements.WORKS)
    return (*(Choose(kind, other) for other in reinforcements.weaker(pos, counter)), Choose(kind, "wait"))


def decision(pos: Position) -> Decision | None:
    """The first open question, or None."""
    if not pos.asked:
        return None
    question = pos.asked[0]
    answers = options(pos, question)
    kind = _kind(question)
    side, rule, text = _TEXTS[kind]
    if kind == "recall":
        named = next(iter(pos.owed))
        text = f"{text}: {pos.counter(named).name} or one of its type, {pos.owed[named]} SPs more"
    if kind == "counter":
        text = f"{text}: {question.partition(' ')[2].removesuffix(reinforcements.WORKS)}"
    return Decision(SIDES[side], kind, rule, answers, answers[0], text, secret=kind in SECRET)


def drop_empty(pos: Position) -> None:
    """Forget questions that have no answer now: nobody to withdraw, nowhere for Chuikov to go."""
    while pos.asked and not options(pos, pos.asked[0]):
        pos.asked.pop(0)


def answer(pos: Position, action: Action) -> list[Event]:
    """Carry out the answer to the first question."""
    question = pos.asked[0]
    if isinstance(action, Recall):
        events = withdrawals.recall(pos, action)
        if not pos.owed:
            pos.asked.pop(0)
        return events
    pos.asked.pop(0)
    if isinstance(action, Refuge):
        return chuikov.join(pos, pos.force(action.force))
    if isinstance(action, Corps):
        return reinforcements.bring_corps(pos, action)
    assert isinstance(action, Choose)
    return _CARRY_OUT[_kind(question)](pos, action.answer, question.partition(" ")[2])


def _told(kind: str, text: str, chosen: str, knows: int | None = None) -> Event:
    side, rule, _text = _TEXTS[kind]
    if knows is None:
        return Event("choice", text, rule, result=chosen)
    return Event("choice", text, rule, result=chosen, knows=side, public="the Soviet player has made a choice")


def _option(pos: Position, chosen: str, _subject: str) -> list[Event]:
    return setup.muster(pos, chosen)


def _stay(pos: Position, chosen: str, _subject: str) -> list[Event]:
    return [_told("chuikov", "Chuikov stays where he is", chosen, SOVIET)]


def _spare(pos: Position, chosen: str, _subject: str) -> list[Event]:
    return supply.shortage(pos, pos.force(chosen).id)


def _take_71(pos: Position, chosen: str, _subject: str) -> list[Event]:
    """The 71st Infantry comes with artillery of one die, and the game is a turn shorter (sfs 11.2.2.4.1.A)."""
    if chosen == "no":
        return [_told("71-inf", "the 71st Infantry does not come yet", chosen)]
    pos.chosen["71-inf"] = "yes"
    pos.length -= 1  # sfs 11.1.2.1.A
    unit = pos.world.unit("71-inf").index
    die = pos.roll("artillery", "71-inf")
    pos.ap[GERMAN] += die
    told = Event("artillery", f"the 71st Infantry brings {die} artillery points", "sfs 11.2.2.4.1.A", die=die)
    return [*reinforcements.due(pos, unit, "sfs 11.2.2.4.1.A", START_71), told]


def _take_13(pos: Position, chosen: str, _subject: str) -> list[Event]:
    """The 13th Guards come, and the game is a turn longer (sfs 11.2.2.4.2)."""
    if chosen == "no":
        return [_told("13-guards", "the 13th Guards do not come yet", chosen)]
    pos.chosen["13-guards"] = "yes"
    pos.length += 1  # sfs 11.1.2.1.B
    return [_told("13-guards", "the 13th Guards come", chosen), *reinforcements.arrive(pos, "13-guards")]


def _take_39(pos: Position, chosen: str, _subject: str) -> list[Event]:
    if chosen == "now":
        events = reinforcements.arrive(pos, losses.pool_counter(pos, "A"))
        return [_told("39-guards", "the 39th Guards come as an A division", chosen, SOVIET), *events]
    pos.waiting.append("39-guards")
    return [_told("39-guards", "the 39th Guards wait a turn to come at full strength", chosen, SOVIET)]


def _pioneers(pos: Position, chosen: str, _subject: str) -> list[Event]:
    pos.chosen["pioneers"] = chosen
    what = "the three pioneer groups come now" if chosen == "groups" else "the Pioneer Division comes two turns later"
    events = [_told("pioneers", what, chosen)]
    if chosen == "groups":
        for entry in reinforcements.dated(pos, GERMAN):
            if entry.kind == "pioneer_groups":
                events += reinforcements.due(pos, pos.world.unit(entry.unit_id).index, "sfs 7.8")
    return events


def _das_reich(pos: Position, chosen: str, _subject: str) -> list[Event]:
    pos.chosen["das-reich"] = chosen
    if chosen == "no":
        return [_told("das-reich", "Das Reich stays in the West", chosen)]
    return reinforcements.due(pos, pos.world.unit("das-reich").index, "sfs 8.8.C")


def _counter(pos: Position, chosen: str, subject: str) -> list[Event]:
    if chosen == "wait":
        return reinforcements.put_off(pos, subject)
    at_works = subject.endswith(reinforcements.WORKS)
    return reinforcements.bring(pos, chosen + (reinforcements.WORKS if at_works else ""))


#: Strength of the 71st Infantry when it comes (sfs 11.2.2.4.1.A).
START_71 = 8

_CARRY_OUT: dict[str, Callable[[Position, str, str], list[Event]]] = {
    "option": _option,
    "chuikov": _stay,
    "spare": _spare,
    "71-inf": _take_71,
    "13-guards": _take_13,
    "39-guards": _take_39,
    "pioneers": _pioneers,
    "das-reich": _das_reich,
    "counter": _counter,
}


def check_question(pos: Position, question: str) -> bool:
    """True for a question that can be asked, with an answer now."""
    kind, _space, subject = question.partition(" ")
    if kind not in _TEXTS or (kind == "counter") != bool(subject):
        return False
    if kind == "counter" and subject.removesuffix(reinforcements.WORKS) not in pos.world.counters:
        return False
    return bool(options(pos, question))
