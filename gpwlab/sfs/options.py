"""Options: optional rules that a rule set switches on, and the rule set itself."""

from __future__ import annotations

from gpwlab.core.options import Option, Registry
from gpwlab.core.options import RuleSet as RuleSet

OPTIONS: tuple[Option, ...] = (
    Option(
        "fog-of-war",
        "5.4.9",
        "Fog of War Cards",
        "each side draws a card from ace to six for its artillery points instead of rolling in the open; what it drew "
        "and what it has left is a secret until the end of the turn",
    ),
)
_REGISTRY = Registry(OPTIONS)
rules = _REGISTRY.rules
as_rules = _REGISTRY.as_rules
