"""Options: optional rules that a rule set switches on, and the rule set itself (gpw 20.0)."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from gpwlab.core.errors import InvalidInput
from gpwlab.core.tables import Row
from gpwlab.core.words import perhaps

if TYPE_CHECKING:
    from pathlib import Path

    from gpwlab.gpw.hooks import Hook, Orders
    from gpwlab.gpw.sequence import Step


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
    #: options that it takes out of the rule set
    ignores: tuple[str, ...] = ()
    #: who proposed it and where it was printed, and what it is about; for variants
    source: str = ""
    topic: str = ""
    #: how it changes the rules where no table does: hooks, orders by name, phases (see hooks.py)
    hooks: Mapping[str, Hook] = field(default_factory=dict)
    orders: Mapping[str, Orders] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()


OPTIONS: tuple[Option, ...] = (
    Option(
        "air",
        "11",
        "Aircraft",
        "aircraft shift attacks and defences, and fighters intercept them",
    ),
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
        "airborne",
        "15",
        "Airborne",
        "airborne divisions stack on other units, fight with them and may be dropped four hexes from an airfield",
    ),
    Option(
        "partisans",
        "16",
        "Partisans",
        "Soviet partisans block Axis movement, supply and retreats in the hex that they occupy",
    ),
    Option(
        "allies",
        "17",
        "German Allies",
        "Romanians, Hungarians and Slovaks are bound to their countries, balk at losses and may change sides; the "
        "Balkan Garrison is released",
    ),
    Option(
        "key-cities",
        "18",
        "Key Cities",
        "Moscow costs the Soviets 1 RP a turn while the Axis holds it; Yerevan and Tbilisi give the Axis one",
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
#: The advanced rules: off in Barbarossa unless asked for, on in every other scenario (gpw 19.1.D, gpw 22.2.4.B).
ADVANCED = ("air", "leaders", "shock", "conversions", "airborne", "partisans", "allies", "key-cities")


@cache
def registry() -> Mapping[str, Option]:
    """Every option by slug and by section: advanced and optional rules, then the printed variants."""
    from gpwlab.gpw.variants import VARIANTS  # which imports the rules that it changes

    return {name: option for option in (*OPTIONS, *VARIANTS) for name in (option.slug, option.section)}


#: What a house variant changes: by table and key of a row its changed cells, all cells of a new row, None for one less.
Edits: TypeAlias = Mapping[str, Mapping[tuple[str, ...], Mapping[str, str] | None]]


@dataclass(frozen=True, slots=True)
class HouseHook:
    """A hook of the user's: the hook's name, the function, its name and a hash of its source."""

    hook: str
    function: Hook
    name: str
    source: str


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The base rules with options switched on and tables replaced; rows replace a whole table.

    A house variant (houserules.py) has a name, a note, edits on top of what the options change, and hooks of its own.
    """

    options: tuple[str, ...] = ()
    tables: Mapping[str, Sequence[Row]] = field(default_factory=dict)
    name: str = ""
    note: str = ""
    edits: Edits = field(default_factory=dict)
    hooks: tuple[HouseHook, ...] = ()

    def has(self, slug: str) -> bool:
        """True if an option is on."""
        return slug in self.options

    def save(self, path: str | os.PathLike[str]) -> Path | None:
        """Keep a house variant as a file that ``house_file`` reads; InvalidInput for what no file can hold.

        A file that lies there and was neither read nor written here is kept beside it; a warning names its new path,
        which is returned.
        """
        from gpwlab.gpw import housefile

        kept = housefile.write(self, path)
        if kept is not None:
            warnings.warn(f"{path} held something else, which is kept as {kept}", stacklevel=2)
        return kept


def rules(*ids: str) -> RuleSet:
    """A rule set from slugs or sections; InvalidInput names an unknown id, an unmet need or a conflict."""
    chosen = {option.slug: option for option in map(_find, ids)}
    gone = {slug for option in chosen.values() for slug in option.ignores}
    chosen = {slug: option for slug, option in chosen.items() if slug not in gone}
    for option in chosen.values():
        for need in option.needs:
            if need not in chosen:
                raise InvalidInput(f"{option.title} ({option.section}) needs {registry()[need].title}")
        for other, why in option.conflicts.items():
            if other in chosen:
                rival = registry()[other]
                titles = f"{option.title} ({option.section}) conflicts with {rival.title} ({rival.section})"
                raise InvalidInput(f"{titles}: {why}")
    return RuleSet(tuple(sorted(chosen)))


def _find(name: str) -> Option:
    try:
        return registry()[name]
    except (KeyError, TypeError):
        hint = f"{near}; " if (near := perhaps(name, registry())) else ""
        raise InvalidInput(
            f"there is no rule option {name!r}; {hint}gpw.options() lists them, by slug and section"
        ) from None


def chosen(given: RuleSet | Iterable[str] | str | None, default: tuple[str, ...]) -> RuleSet:
    """A scenario's rule set: its default options, with ids added and, marked ``-``, taken away.

    A rule set is taken as it is.  InvalidInput as for :func:`rules`, and for an id both added and taken away.
    """
    if given is None or isinstance(given, RuleSet):
        return rules(*default) if given is None else as_rules(given)
    if not isinstance(given, Iterable):
        raise InvalidInput(f"rules are a rule set or ids such as '20.1', not {given!r}")
    names = [given] if isinstance(given, str) else list(given)
    off = {_find(name[1:]).slug for name in names if isinstance(name, str) and name.startswith("-")}
    on = [_find(name).slug for name in names if not isinstance(name, str) or not name.startswith("-")]
    if off.intersection(on):
        raise InvalidInput(f"{', '.join(sorted(off.intersection(on)))} is both added and taken away")
    return rules(*(slug for slug in (*default, *on) if slug not in off))


def changes(given: RuleSet, default: tuple[str, ...]) -> tuple[str, ...]:
    """The ids that :func:`chosen` needs to make the options of a rule set from a scenario's default."""
    gone = (f"-{slug}" for slug in default if slug not in given.options)
    return (*(slug for slug in given.options if slug not in default), *gone)


def as_rules(given: RuleSet | Iterable[str] | str) -> RuleSet:
    """A rule set from what ``new`` accepts: a rule set, one id or several; InvalidInput as for :func:`rules`."""
    if isinstance(given, RuleSet):
        return replace(given, options=rules(*given.options).options)
    if isinstance(given, str):
        return rules(given)
    if not isinstance(given, Iterable):
        raise InvalidInput(f"rules are a rule set or ids such as '20.1', not {given!r}")
    return rules(*given)
