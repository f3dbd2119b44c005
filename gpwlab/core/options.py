"""Options that a rule set switches on, and the rule set itself, for the games whose options only switch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import Row


@dataclass(frozen=True, slots=True, eq=False)
class Option:
    """A registry entry: a slug, the section as its alias, and what it changes against the base rules."""

    slug: str
    section: str
    title: str
    changes: str
    needs: tuple[str, ...] = ()
    #: options that it does not go with, each with the reason
    conflicts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The base rules with options switched on and tables replaced; rows replace a whole table."""

    options: tuple[str, ...] = ()
    tables: Mapping[str, Sequence[Row]] = field(default_factory=dict)

    def has(self, slug: str) -> bool:
        """True if an option is on."""
        return slug in self.options


class Registry:
    """The options of a game, found by slug or section."""

    def __init__(self, options: Sequence[Option]) -> None:
        self._options = options
        self._by_name = {name: option for option in options for name in (option.slug, option.section)}

    def rules(self, *ids: str) -> RuleSet:
        """A rule set from slugs or sections; InvalidInput names an unknown id."""
        chosen = {option.slug for option in map(self._find, ids)}
        return RuleSet(tuple(sorted(chosen)))

    def _find(self, name: str) -> Option:
        try:
            return self._by_name[name]
        except (KeyError, TypeError):
            known = ", ".join(f"{option.section} {option.slug}" for option in self._options)
            raise InvalidInput(f"there is no rule option {name!r}; there is {known}") from None

    def as_rules(self, given: object) -> RuleSet:
        """A rule set from what ``new`` accepts: a rule set, one id or several; InvalidInput as for :meth:`rules`."""
        if isinstance(given, RuleSet):
            return RuleSet(self.rules(*given.options).options, given.tables)
        if isinstance(given, str):
            return self.rules(given)
        if not isinstance(given, Iterable):
            section = self._options[0].section
            raise InvalidInput(f"rules are a rule set or ids such as '{section}', not {given!r}")
        return self.rules(*given)
