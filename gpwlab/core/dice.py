"""Dice that depend on what they are for, not on what was rolled before.

A roll is a pure function of the game's seed and a key such as (purpose, turn, phase, subject, ordinal).  The same
battle therefore rolls the same number whatever else was done in the phase, after an undo, and in both arms of a
comparison of rule sets (common random numbers).
"""

from hashlib import blake2b

_SPAN = 1 << 64


def roll(seed: int, *key: object, sides: int = 6) -> int:
    """Return the die (1..sides) that belongs to ``key`` under ``seed``; uniform, without modulo bias."""
    limit = _SPAN - _SPAN % sides
    text = "\x1f".join(map(str, (seed, *key)))
    attempt = 0
    while True:
        digest = blake2b(f"{text}\x1f{attempt}".encode(), digest_size=8).digest()
        value = int.from_bytes(digest, "big")
        if value < limit:
            return value % sides + 1
        attempt += 1
