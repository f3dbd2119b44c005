"""Which game a seed stands for: system, scenario, rules, set-up and how it is played, all drawn from the seed.

Half of the games are of the Great Patriotic War, for it has the most rules, a quarter of each of the other two.  Long
scenarios come seldom and short ones often, so that ten thousand games are hours and not days; nothing is left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gpwlab import gpw, hube, sfs
from gpwlab.core.errors import InvalidInput
from gpwlab.gpw.options import OPTIONS
from gpwlab.gpw.variants import VARIANTS
from gpwlab.hube.options import OPTIONS as HUBE_OPTIONS
from tests.gpw.player import WarPlayer
from tests.hube.player import RandomPlayer as HubePlayer
from tests.hube.player import SteadyPlayer
from tests.sfs.player import RandomPlayer as SfsPlayer
from tests.sfs.test_fuzz import SCENARIOS as SFS

#: How often a scenario comes against the others of its system.
GPW = {"barbarossa": 6, "fall-blau": 4, "uranus": 4, "citadel": 4, "bagration": 4, "campaign": 2}
SHORT = ("kirovograd", "korsun", "relief", "collapse", "moving-pocket")
#: How likely a player is to end a phase after an action: from a cautious one to one who does all there is.
CALM = (0.04, 0.1, 0.3)
MODULES = {"gpw": gpw, "sfs": sfs, "hube": hube}


@dataclass(frozen=True)
class Draw:
    """One game of the soak: how to begin it and how it is played."""

    seed: int
    system: str
    scenario: str
    rules: tuple[str, ...]
    setup: str
    calm: float

    def new(self) -> Any:
        """The game before its first action."""
        return MODULES[self.system].new(self.scenario, rules=self.rules, seed=self.seed, setup=self.setup)

    def player(self) -> Any:
        """Who plays both sides."""
        hube_player = SteadyPlayer if self.seed % 2 else HubePlayer
        players: dict[str, Callable[..., Any]] = {"gpw": WarPlayer, "sfs": SfsPlayer, "hube": hube_player}
        return players[self.system](self.seed, self.calm)

    def __str__(self) -> str:
        begun = f"{self.system}.new({self.scenario!r}, rules={self.rules!r}, seed={self.seed}, setup={self.setup!r})"
        return f"{begun}, calm {self.calm}"


def draw(seed: int) -> Draw:
    """The game of a seed, the same every time."""
    dice = random.Random(f"soak {seed}")
    system = dice.choices(("gpw", "sfs", "hube"), (2, 1, 1))[0]
    return {"gpw": _gpw, "sfs": _sfs, "hube": _hube}[system](seed, dice)


def _gpw(seed: int, dice: random.Random) -> Draw:
    scenario = dice.choices(list(GPW), list(GPW.values()))[0]
    setup = dice.choices(("historical", "free"), (4, 1))[0]
    return Draw(seed, "gpw", scenario, _gpw_rules(scenario, dice), setup, dice.choice(CALM))


def _gpw_rules(scenario: str, dice: random.Random) -> tuple[str, ...]:
    """A third of the games as printed, a third with other advanced and optional rules, a third with variants."""
    kind = dice.choice(("printed", "options", "variants"))
    while kind != "printed":
        ids = _others(scenario, dice) if kind == "options" else _variants(dice)
        try:
            gpw.new(scenario, rules=ids)
        except InvalidInput as refusal:  # a need is not met or two exclude each other: draw again
            if " needs " not in str(refusal) and " conflicts with " not in str(refusal):
                raise
        else:
            return ids
    return ()


def _others(scenario: str, dice: random.Random) -> tuple[str, ...]:
    """The scenario's rules with some taken away and some added."""
    default = gpw.new(scenario).rules.options
    flipped = dice.sample([option.slug for option in OPTIONS], dice.randint(1, 5))
    return tuple(f"-{slug}" if slug in default else slug for slug in flipped)


def _variants(dice: random.Random) -> tuple[str, ...]:
    """One to four printed variants with what they need."""
    wanted = dice.sample([option.slug for option in VARIANTS], dice.randint(1, 4))
    needs = {option.slug: option.needs for option in (*OPTIONS, *VARIANTS)}
    for slug in wanted:  # the list grows while it is walked
        wanted += [need for need in needs[slug] if need not in wanted]
    return tuple(wanted)


def _sfs(seed: int, dice: random.Random) -> Draw:
    rules = ("fog-of-war",) if dice.random() < 1 / 3 else ()
    return Draw(
        seed, "sfs", dice.choice(SFS), rules, dice.choice(("suggested", "free")), dice.choice((0.08, 0.12, 0.3))
    )


def _hube(seed: int, dice: random.Random) -> Draw:
    campaign = dice.random() < 0.4
    ids = [option.slug for option in HUBE_OPTIONS]
    rules = tuple(dice.sample(ids, dice.randint(0, len(ids)))) if campaign else ()
    scenario = dice.choice(SHORT) + (":campaign" if campaign else "")
    setup = dice.choices(("suggested", "arranged", "free"), (4, 1, 1))[0]
    return Draw(seed, "hube", scenario, rules, setup, dice.choice((0.15, 0.3, 0.6)))
