"""Options: the minor variants that a rule set switches on, and the rule set itself."""

from __future__ import annotations

from gpwlab.core.options import Option, Registry
from gpwlab.core.options import RuleSet as RuleSet

MANSTEIN, ZHUKOV, MASKIROVKA, HISTORICAL = "manstein", "zhukov", "maskirovka", "historical"


OPTIONS: tuple[Option, ...] = (
    Option(
        MANSTEIN,
        "4.1",
        "Manstein in Charge",
        "24 Pz Div is not recalled, no fortresses, the German supply roll gains 1 (12 at most); 3 VP to the Soviets",
    ),
    Option(
        ZHUKOV,
        "4.2",
        "Zhukov in Charge",
        "IL2m3 units may make hip shoots, the Soviet supply roll gains 1 (12 at most); the Soviets lose 2 VP",
    ),
    Option(
        MASKIROVKA,
        "4.3",
        "Maskirovka",
        "both sides roll for initiative and shift formations before the game; 2 VP against who has the initiative",
    ),
    Option(
        HISTORICAL,
        "4.4",
        "The Purely Historical Game",
        "Axis hedgehogs only near the enemy, 8 Axis reserve markers and no more; the Soviets lose 3 VP",
    ),
)
_REGISTRY = Registry(OPTIONS)
rules = _REGISTRY.rules
as_rules = _REGISTRY.as_rules
