"""Options: optional rules that a rule set switches on, and the rule set itself (gpw 20.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import Row


@dataclass(frozen=True, slots=True)
class Option:
    """A registry entry: a slug, the section as its alias, and what it changes against the base rules."""

    slug: str
    section: str
    title: str
    changes: str
    needs: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()


OPTIONS: tuple[Option, ...] = (
    Option(
        "leaders",
        "12",
        "Leaders",
        "leaders shift attacks within their radius one column right; only within it may units leave an enemy ZOC",
    ),
    Option(
        "shock",
        "13",
        "Shock Combat",
        "Soviet shock armies move a hex in the armored phase; each side has a shock attack a year, in which all its "
        "infantry does, and leaders count two columns",
    ),
    Option(
        "conversions",
        "14",
        "Conversions",
        "Soviet infantry armies become Guards and Shock Armies for 1 RP from the dates on the chart",
    ),
    Option(
        "full-strength-reinforcements",
        "20.1",
        "Full-Strength Soviet Reinforcements",
        "Soviet reinforcements of July and August 1941 enter at full strength",
    ),
    Option(
        "axis-full-first-turn",
        "20.2",
        "Axis Full Movement on First Turn",
        "on turn 1 every Axis unit moves with its whole MA in both movement phases",
    ),
    Option(
        "armour-rail-double",
        "20.3",
        "Double Cost Armor Movement by Rail",
        "a panzer, tank or mechanized unit counts as two against the rail limit",
    ),
    Option(
        "unsupplied-no-zoc-to-zoc",
        "20.4",
        "Out of Supply Movement Restrictions",
        "no step from one enemy ZOC into another for units judged out of supply in that phase",
    ),
)
_BY_NAME = {name: option for option in OPTIONS for name in (option.slug, option.section)}


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The base rules with options switched on and tables replaced; rows replace a whole table."""

    options: tuple[str, ...] = ()
    tables: Mapping[str, Sequence[Row]] = field(default_factory=dict)

    def has(self, slug: str) -> bool:
        """True if an option is on."""
        return slug in self.options


def rules(*ids: str) -> RuleSet:
    """A rule set from slugs or sections; InvalidInput names an unknown id, an unmet need or a conflict."""
    chosen = {option.slug: option for option in map(_find, ids)}
    for option in chosen.values():
        for need in option.needs:
            if need not in chosen:
                raise InvalidInput(f"{option.title} ({option.section}) needs {_BY_NAME[need].title}")
        for other in option.conflicts:
            if other in chosen:
                raise InvalidInput(f"{option.title} ({option.section}) conflicts with {_BY_NAME[other].title}")
    return RuleSet(tuple(sorted(chosen)))


def _find(name: str) -> Option:
    try:
        return _BY_NAME[name]
    except (KeyError, TypeError):
        known = ", ".join(f"{option.section} {option.slug}" for option in OPTIONS)
        raise InvalidInput(f"there is no rule option {name!r}; there is {known}") from None


def as_rules(given: RuleSet | Iterable[str] | str) -> RuleSet:
    """A rule set from what ``new`` accepts: a rule set, one id or several; InvalidInput as for :func:`rules`."""
    if isinstance(given, RuleSet):
        return RuleSet(rules(*given.options).options, given.tables)
    if isinstance(given, str):
        return rules(given)
    if not isinstance(given, Iterable):
        raise InvalidInput(f"rules are a rule set or ids such as '20.1', not {given!r}")
    return rules(*given)
