"""Two variants in one rule set, from the position of the first: how the tests and ``make soak`` try them."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from gpwlab import gpw
from gpwlab.core.errors import InvalidInput
from gpwlab.gpw import records
from gpwlab.gpw.options import Option, registry
from gpwlab.gpw.variants import VARIANTS
from gpwlab.gpw.variants.data import changes
from tests.gpw.player import RandomPlayer

Pair = tuple[str, str]
#: How many actions each pair is played for.
ACTIONS = 20


def positions() -> dict[str, Callable[[], gpw.Game]]:
    """The positions of all files beside this one."""
    found: dict[str, Callable[[], gpw.Game]] = {}
    for path in sorted(Path(__file__).parent.glob("positions_*.py")):
        found |= import_module(f"tests.gpw.variants.{path.stem}").POSITIONS
    return found


POSITIONS = positions()


def touch(a: Option, b: Option) -> bool:
    """Whether two variants share a table or a hook."""
    return bool(a.hooks.keys() & b.hooks.keys() or changes(a.slug).keys() & changes(b.slug).keys())


def every() -> list[Pair]:
    """All pairs, each from both positions."""
    return [(a.slug, b.slug) for a, b in itertools.permutations(VARIANTS, 2)]


def sharing() -> list[Pair]:
    """The pairs that share a table or a hook, from the first one's position."""
    return [(a.slug, b.slug) for a, b in itertools.combinations(VARIANTS, 2) if touch(a, b)]


def others(count: int, seed: int) -> list[Pair]:
    """So many of the pairs that share nothing, from the second one's position."""
    rest = [(b.slug, a.slug) for a, b in itertools.combinations(VARIANTS, 2) if not touch(a, b)]
    return random.Random(seed).sample(rest, count)


def refused(pair: Pair) -> str:
    """Why two variants may not be played together, "" if they may; the reason names both."""
    try:
        rules_of(pair)
    except InvalidInput as error:
        return str(error)
    return ""


def rules_of(pair: Pair, *more: str) -> gpw.RuleSet:
    """The rule set of both with what they need."""
    wanted = list(dict.fromkeys((*more, *pair)))
    for slug in wanted:  # the list grows while it is walked
        wanted += [need for need in registry()[slug].needs if need not in wanted]
    return gpw.rules(*wanted)


def together(pair: Pair) -> gpw.Game:
    """The first one's position, played with both."""
    game = POSITIONS[pair[0]]()
    both = rules_of(pair, *game.rules.options)
    record = records.parse_text(game.position) | {"rules": list(both.options)}
    return gpw.from_position(records.PREFIX + json.dumps(record), replace(both, tables=game.rules.tables))


def play(game: gpw.Game, seed: int, actions: int = ACTIONS) -> None:
    """Legal actions at random; then back to the start, forth again, and through the position's text."""
    start, before, player = game.position, game.cursor, RandomPlayer(seed, calm=0.3)
    for _ in range(actions):
        if game.winner is not None:
            break
        action = player.choose(game)
        action = action if action in game.legal else next(iter(game.legal))
        assert game.why_not(action) == [], f"{action} is offered and refused: {game.why_not(action)}"
        game.do(action)
    here = game.position
    assert gpw.from_position(here, game.rules).position == here
    game.jump(before)
    assert game.position == start
    game.jump(before + game.undone)
    assert game.position == here
