"""A game told turn by turn: its line of play once more, with a look at the map after each turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.game import Game
from gpwlab.core.words import counted
from gpwlab.study.account.book import Book, PhaseTold, Row, Standing, TurnTold
from gpwlab.study.onegame import LOSSES, steps_taken
from gpwlab.study.players.base import system_of


@dataclass(slots=True)
class Chronicle:
    """A whole game: its book, the turns, and how it stood before the first one."""

    book: Book
    before: TurnTold
    turns: list[TurnTold]


def book_of(game: Any) -> Book:
    """The book of a game's package."""
    from gpwlab.study.account.of_gpw import GpwBook
    from gpwlab.study.account.of_hube import HubeBook
    from gpwlab.study.account.of_sfs import SfsBook

    books: dict[str, type[Book]] = {"gpw": GpwBook, "hube": HubeBook, "sfs": SfsBook}
    return books[system_of(game)](game)


def check(game: Any) -> None:
    """InvalidInput for a side's view, which hides too much, and for what is no game."""
    if not isinstance(game, Game):
        raise InvalidInput(f"an account is of a whole game, not of {game!r}")


def starts(game: Any) -> dict[int, int]:
    """The turns of the line of play up to where the game stands, each with the number of the action before it."""
    found: dict[int, int] = {}
    for number, phase in game.phases:
        if number <= game.cursor:
            found.setdefault(phase.turn, number)
    return found


def chronicle(game: Any, done: Callable[[], object] = lambda: None) -> Chronicle:
    """Tell the line of play up to where the game stands; InvalidInput as of :func:`check`.

    done: is called after how it began, and after each turn.
    """
    check(game)
    book = book_of(game)
    replay = game.fork()
    replay.jump(0)
    teller = _Teller(book, replay)
    log = game.log
    rows: list[Row] = log[log["kept"]].to_dict("records")
    begun = starts(game)
    ends = [*list(begun.values())[1:], game.cursor]
    before = teller.turn(
        next(iter(begun)), "As it began", [row for row in rows if row["n"] == 0 and row["kind"] != "phase"], 0
    )
    done()
    turns = []
    for (turn, _start), end in zip(begun.items(), ends, strict=True):
        own = [row for row in rows if row["turn"] == turn and (row["n"] or row["kind"] in ("phase", *book.skies))]
        turns.append(teller.turn(turn, _title(game, turn), own, end))
        done()
    _note(game, before, turns, rows)
    return Chronicle(book, before, turns)


def _title(game: Any, turn: int) -> str:
    """A turn as its first phase calls it."""
    return next((phase.title for _n, phase in game.phases if phase.turn == turn), f"Turn {turn}")


def _note(game: Any, before: TurnTold, turns: Sequence[TurnTold], rows: Sequence[Row]) -> None:
    """Put each bookmark of the line of play where it belongs."""
    turn_of = {row["n"]: row["turn"] for row in reversed(rows)}
    by_turn = {told.number: told for told in turns}
    for number, note in sorted(game.notes.items()):
        if number == 0:
            before.notes.append(note)
        elif number in turn_of:
            by_turn[turn_of[number]].notes.append(note)


class _Teller:
    """Goes along the line of play and keeps count."""

    def __init__(self, book: Book, replay: Any) -> None:
        self.book, self.replay = book, replay
        self.lost = dict.fromkeys(book.sides, 0)
        self.held = book.holders(replay)

    def turn(self, number: int, title: str, rows: Sequence[Row], end: int) -> TurnTold:
        """A turn whose last action is number ``end`` of the line."""
        self._go(end)
        book, replay = self.book, self.replay
        still, window = book.still(replay)
        standing = {
            side: Standing(units, strength, self.lost[side], ground)
            for side, (units, strength, ground) in book.standing(replay).items()
        }
        held = book.holders(replay)
        told = TurnTold(
            number, title, [row["text"] for row in rows if row["kind"] in book.skies], list(_phases(book, rows)),
            book.battles(rows), standing, book.cut_off(replay), book.goals(replay), still, window,
            taken=_taken(book, self.held, held),
        )  # fmt: skip
        self.held = {**self.held, **held}  # a place that is contested is still told when the other side has it
        return told

    def _go(self, end: int) -> None:
        """Play on to an action, counting the steps that units lose on the way."""
        replay, units = self.replay, {unit.id: unit for unit in self.replay._pos.world.units}
        entries = replay._journal.line
        while replay.cursor < end:
            events = entries[replay.cursor].events
            hit = [units[e.unit] for e in events if e.kind in LOSSES and e.unit in units]  # aircraft of Hube are none
            before = self.book.left(replay) if hit else []
            replay.jump(replay.cursor + 1)
            after = self.book.left(replay) if hit else []
            for index, side in {unit.index: unit.side for unit in hit}.items():
                self.lost[self.book.sides[side]] += steps_taken(before[index], after[index])


def _taken(book: Book, before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, list[str]]:
    """The places that a side holds and did not hold before."""
    found = {side: [place for place in after if after[place] == side != before.get(place)] for side in book.sides}
    return {side: places for side, places in found.items() if places}


def _phases(book: Book, rows: Sequence[Row]) -> Iterator[PhaseTold]:
    """The phases in which something happened, each in sentences."""
    found: list[tuple[str, str, list[Row]]] = []
    for row in rows:
        if not found or found[-1][0] != row["phase"] or row["kind"] == "phase":
            found.append((row["phase"], row["side"], []))
        found[-1][2].append(row)
    for name, side, own in found:
        events = [(row["text"], row["rule"]) for row in own if row["kind"] != "phase"]
        if events:
            yield PhaseTold(name, side, list(_sentences(book, own)), events)


def _sentences(book: Book, rows: Sequence[Row]) -> Iterator[str]:
    """What is only counted first, then what is told in the words of the log."""
    for kind, (one, many) in book.counted.items():
        count = sum(row["kind"] == kind for row in rows)
        if count:
            yield counted(count, one, many)
    for row in rows:
        if row["kind"] not in book.silent and row["kind"] not in book.counted and row["kind"] not in book.skies:
            yield row["text"]
