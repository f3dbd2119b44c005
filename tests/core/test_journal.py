"""The journal: do, jump back and forth, branch, fork; on a state as small as can be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpwlab import InvalidInput
from gpwlab.core.journal import Journal


@dataclass
class Tally:
    """A state: the words so far; a period ends after every third."""

    words: list[str] = field(default_factory=list)

    def copy(self) -> Tally:
        return Tally(self.words.copy())


def _apply(state: Tally, word: str) -> list[str]:
    state.words.append(word)
    return [f"{word} is number {len(state.words)}"]


def _period(state: Tally) -> int:
    return len(state.words) // 3


def journal(words: str = "") -> Journal[Tally, str, str, int]:
    made: Journal[Tally, str, str, int] = Journal(Tally(), _apply, _period)
    for word in words:
        made.do(word)
    return made


def told(made: Journal[Any, str, str, int]) -> str:
    return "".join(made.state.words)


def history(made: Journal[Any, str, str, int]) -> list[tuple[str, int, int, bool]]:
    return [(entry.action, entry.when, entry.before, entry.kept) for entry in made.history]


def test_an_action_returns_what_it_caused_and_is_written_down() -> None:
    made = journal("ab")
    assert made.do("c") == ["c is number 3"]
    assert told(made) == "abc"
    assert history(made) == [("a", 0, 0, True), ("b", 0, 1, True), ("c", 0, 2, True)]
    assert made.history[2].events == ["c is number 3"]


def test_the_start_is_not_the_state() -> None:
    start = Tally(["x"])
    made: Journal[Tally, str, str, int] = Journal(start, _apply, _period)
    made.do("y")
    assert made.start.words == ["x"]


@pytest.mark.parametrize("number", range(9))
def test_jumps_lead_to_every_position_from_every_other(number: int) -> None:
    for origin in range(9):
        made = journal("abcdefgh")
        made.jump(origin)
        made.jump(number)
        assert told(made) == "abcdefgh"[:number]
        assert made.cursor == number
        assert [entry.kept for entry in made.line] == [n < number for n in range(8)]
        assert "".join(entry.action for entry in made.kept) == "abcdefgh"[:number]


def test_snapshots_lie_where_periods_begin() -> None:
    made = journal("abcdefgh")
    assert [(number, "".join(state.words)) for number, state in made.snapshots()] == [
        (0, ""),
        (3, "abc"),
        (6, "abcdef"),
    ]
    made.jump(5)
    assert [number for number, _state in made.snapshots()] == [0, 3]
    made.jump(8)
    assert [number for number, _state in made.snapshots()] == [0, 3, 6]


def test_an_action_after_an_undo_begins_a_new_line_and_forgets_nothing() -> None:
    made = journal("abcdefgh")
    made.jump(4)
    made.do("X")
    assert told(made) == "abcdX"
    assert len(made.line) == 5
    assert [entry.action for entry in made.history] == [*"abcdefgh", "X"]
    assert [entry.action for entry in made.history if entry.kept] == [*"abcd", "X"]
    assert made.history[-1].before == 4
    made.jump(0)
    made.jump(5)
    assert told(made) == "abcdX"


@pytest.mark.parametrize("wrong", [-1, 4, 2.0, "1", None, True])
def test_a_jump_off_the_line_is_refused_and_changes_nothing(wrong: Any) -> None:
    made = journal("abc")
    with pytest.raises(InvalidInput, match=r"0 to 3, not "):
        made.jump(wrong)
    assert told(made) == "abc"
    assert history(made) == history(journal("abc"))


def test_a_fork_shares_nothing_with_its_origin() -> None:
    made = journal("abcdefgh")
    made.jump(4)
    twin = made.fork()
    assert told(twin) == "abcd"
    assert len(twin.line) == len(twin.history) == 4  # what was undone stays behind
    twin.do("X")
    twin.jump(1)
    assert told(made) == "abcd"
    assert [entry.kept for entry in made.line] == [True] * 4 + [False] * 4
    made.jump(8)
    assert told(made) == "abcdefgh"
    assert [number for number, _state in made.snapshots()] == [0, 3, 6]
    assert [entry.kept for entry in twin.line] == [True] + [False] * 4


@given(st.lists(st.integers(0, 30) | st.sampled_from("pqr"), max_size=40))
def test_any_mixture_of_words_and_jumps_keeps_the_line(steps: list[int | str]) -> None:
    made, line, cursor, done = journal(), "", 0, 0
    for step in steps:
        if isinstance(step, str):
            line, cursor, done = line[:cursor] + step, cursor + 1, done + 1
            made.do(step)
        else:
            cursor = step % (len(line) + 1)
            made.jump(cursor)
        assert (told(made), made.cursor, len(made.line)) == (line[:cursor], cursor, len(line))
        assert sum(entry.kept for entry in made.history) == cursor
        assert len(made.history) == done
        assert [number for number, _state in made.snapshots()] == list(range(0, cursor + 1, 3))
