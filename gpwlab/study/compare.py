"""Two or more rule sets (or pairs of players) over the same seeds: shares with intervals and paired differences."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import InvalidInput
from gpwlab.study.intervals import paired_bootstrap, wilson
from gpwlab.study.onegame import system_with
from gpwlab.study.players.base import SIDES
from gpwlab.study.shares import victories
from gpwlab.study.simulation import simulate

if TYPE_CHECKING:
    from pandas import DataFrame


class Comparison:
    """Simulations of the same seeds side by side, the first being what the others are compared with.

    The dice are paired: a battle that is fought in both arms rolls the same, so that a difference has less noise.
    """

    def __init__(self, arms: Mapping[str, DataFrame]) -> None:
        if len(arms) < 2:
            raise InvalidInput(f"a comparison needs two arms or more, not {len(arms)}")
        seeds = [list(frame["seed"]) for frame in arms.values()]
        if not seeds[0] or any(other != seeds[0] for other in seeds):
            raise InvalidInput("the arms must have the same games, at least one: their seeds differ")
        self.arms = dict(arms)

    @property
    def winners(self) -> list[str]:
        """Everybody who won a game in any arm, the sides first."""
        frames = list(self.arms.values())
        known = dict.fromkeys(SIDES[frames[0].attrs["system"]])
        return list(known | dict.fromkeys(w for frame in frames for w in frame["winner"]))

    @property
    def shares(self) -> DataFrame:
        """By arm and winner: games, share and its 95 % Wilson interval."""
        from pandas import concat

        return concat([victories(frame).assign(arm=name) for name, frame in self.arms.items()], ignore_index=True)[
            ["arm", "winner", "games", "share", "low", "high"]
        ]

    @property
    def differences(self) -> DataFrame:
        """By arm after the first and by winner: the difference of shares with its paired 95 % bootstrap interval."""
        from pandas import DataFrame

        (first, base), *others = self.arms.items()
        rows = []
        for name, frame in others:
            for winner in self.winners:
                before, after = ([float(w == winner) for w in arm["winner"]] for arm in (base, frame))
                rows.append((first, name, winner, *paired_bootstrap(before, after)))
        return DataFrame(rows, columns=["from", "to", "winner", "difference", "low", "high"])

    def sentence(self, winner: str | None = None) -> str:
        """What the comparison says of a winner (the second side unless named), a sentence an arm after the first."""
        who = winner or self.winners[1]
        if who not in self.winners:
            raise InvalidInput(f"nobody called {who!r} won a game; it is one of {', '.join(self.winners)}")
        won = {name: list(frame["winner"]).count(who) for name, frame in self.arms.items()}
        told = [_share(won[name], len(frame)) + f" {name}" for name, frame in self.arms.items()]
        gaps = self.differences[self.differences["winner"] == who]
        lines = []
        for number, gap in enumerate(gaps.itertuples(), 1):
            low, high = round(100 * gap.low), round(100 * gap.high)  # type: ignore[arg-type, operator]
            points = round(100 * gap.difference)  # type: ignore[arg-type, operator]
            lines.append(f"{who} wins {told[0]}, {told[number]}; difference {points:+d} points [{low}, {high}]")
        return "\n".join(lines)

    @property
    def sentences(self) -> list[str]:
        """What the comparison says of each winner."""
        return [line for winner in self.winners for line in self.sentence(winner).splitlines()]

    def __repr__(self) -> str:
        games = len(next(iter(self.arms.values())))
        return f"{games} games an arm, same dice.\n" + "\n".join(self.sentences)

    def _repr_html_(self) -> str:
        return "<pre>" + escape(repr(self)) + "</pre>"


def _share(won: int, games: int) -> str:
    low, high = wilson(won, games)
    return f"{round(100 * won / games)} % [{round(100 * low)}, {round(100 * high)}]"


def compare(
    rules: Mapping[str, Any],
    scenario: str,
    games: int = 1000,
    seed: int = 1,
    **how: Any,
) -> Comparison:
    """Play a scenario by each of several rule sets, named, over the same seeds; ``how``: as for :func:`simulate`.

    A name's value is a rule set or ids, or a dict of what differs, such as ``{"players": "aggressive"}`` or, for one's
    own tables, ``{"overlay": "my-tables"}``.
    InvalidInput for fewer than two, and as for :func:`simulate`.
    """
    if not isinstance(rules, Mapping) or len(rules) < 2:
        raise InvalidInput(f"a comparison needs two named rule sets or more, not {rules!r}")
    system_with(scenario)
    arms = {}
    for name, arm in rules.items():
        given = dict(arm) if isinstance(arm, Mapping) else {"rules": arm}
        arms[name] = simulate(scenario, given.pop("rules", None), games, seed, **{**how, **given})
    done = min(len(frame) for frame in arms.values())  # an interrupted arm has fewer games
    return Comparison({name: frame.head(done) for name, frame in arms.items()})
