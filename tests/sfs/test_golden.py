"""One whole game plays as it did when it was last looked at."""

from __future__ import annotations

from tests.sfs import golden


def test_the_golden_game_plays_as_it_did() -> None:
    kept = golden.FILE.read_text(encoding="utf-8").splitlines()
    now = golden.transcript()
    for number, (old, new) in enumerate(zip(kept, now, strict=False), 1):
        assert new == old, f"line {number}: if the change is meant, python -m tests.sfs.golden"
    assert len(now) == len(kept)


def test_the_golden_game_shows_most_of_the_rules() -> None:
    """Attacks, overruns, ferries, arrivals, rings and supply are all in it: else it would guard little."""
    text = golden.FILE.read_text(encoding="utf-8")
    for word in ("attack F", "overrun F", "stack ", "ferry ", "corps ", "place ", "cut off", "sfs 6.2.3", "sfs 7.6.B"):
        assert word in text, word
