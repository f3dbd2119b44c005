"""What two rule sets do differently, in plain words with rule ids: options, cells of tables, hooks of a house."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gpwlab.core.game import folder
from gpwlab.core.words import counted
from gpwlab.gpw import hooks, worlds
from gpwlab.gpw.houserules import SOURCE, key_of
from gpwlab.gpw.options import RuleSet, as_rules, registry
from gpwlab.gpw.schemas import TABLES

if TYPE_CHECKING:
    from pandas import DataFrame

    from gpwlab.core.tables import Row

#: The rule or chart that a table stands for.
RULES = {
    "crt": "gpw chart.Combat Results Table",
    "tec": "gpw chart.Terrain Effects Chart",
    "turns": "gpw chart.Turn Record and weather marks",
    "weather": "gpw 6.3.A",
    "weather_effects": "gpw 6.2",
    "replacements": "gpw 9.1.B",
    "reinforcements": "gpw chart.Reinforcement and Replacement Chart",
    "lend_lease": "gpw 9.2.C",
    "lend_lease_turns": "gpw 9.2.C",
    "rail_limits": "gpw 5.5.3",
    "interception": "gpw 11.1.2.F",
    "units": "gpw chart.Counter mix",
}
#: Columns as a player says them.
WORDS = {
    "foot_mp": "MP on foot",
    "armour_mp": "MP of armour",
    "armour_stops": "armour stops",
    "shift": "columns of shift",
    "may_stand": "may stand",
    "rp": "RPs",
    "limit": "units by rail",
    "adverse_to": "bad up to a die of",
    "ma_divisor": "MA divided by",
    "attack_divisor": "attack divided by",
    "hex_mp": "MP more a hex",
    "result": "result",
    "drm": "DRM",
}
#: Rows that come and go in numbers; beyond so many they are only counted.
_MOST_ROWS = 12


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs: option, table or hook; the rule it is about; a sentence."""

    kind: str
    rule: str
    text: str


def differences(
    a: RuleSet | Iterable[str] | str,
    b: RuleSet | Iterable[str] | str,
    overlay: str | os.PathLike[str] | None = None,
) -> list[Difference]:
    """What the second rule set does that the first does not, and the other way round; InvalidInput as for ``rules``.

    overlay: a folder with the user's own tables, which both change in place of the shipped ones.
    """
    first, second = as_rules(a), as_rules(b)
    return [*_options(first, second), *_tables(first, second, folder(overlay)), *_hooks(first, second)]


def rule_diff(
    a: RuleSet | Iterable[str] | str,
    b: RuleSet | Iterable[str] | str,
    overlay: str | os.PathLike[str] | None = None,
) -> DataFrame:
    """The differences as a DataFrame: kind, rule, text; overlay and errors as for :func:`differences`."""
    from pandas import DataFrame

    rows = [(d.kind, d.rule, d.text) for d in differences(a, b, overlay)]
    return DataFrame(rows, columns=["kind", "rule", "text"])


def _options(a: RuleSet, b: RuleSet) -> Iterator[Difference]:
    """Options in the order of the rulebook."""
    for option in dict.fromkeys(registry().values()):
        if a.has(option.slug) != b.has(option.slug):
            verb = "on" if b.has(option.slug) else "off"
            yield Difference("option", f"gpw {option.section}", f"{option.title} is {verb}: {option.changes}")


def _tables(a: RuleSet, b: RuleSet, overlay: Path | None) -> Iterator[Difference]:
    before, after = worlds.rows(a, overlay), worlds.rows(b, overlay)
    for table in before:
        if before[table] is not after[table]:
            yield from _rows(table, before[table], after[table])


def _rows(table: str, before: Iterable[Row], after: Iterable[Row]) -> Iterator[Difference]:
    """Changed cells one by one; rows that came or went by name, or counted where there are many."""
    old = {key_of(table, row): row for row in before}
    new = {key_of(table, row): row for row in after}
    rule = RULES.get(table, "")
    for key, row in new.items():
        if key in old:
            for column in TABLES[table].fields:
                if column not in SOURCE and old[key][column] != row[column]:
                    text = f"{row_name(table, key)}: {cell_words(column, row[column])}, not {_shown(old[key][column])}"
                    yield Difference("table", rule, text)
    for keys, verb in ((new.keys() - old.keys(), "comes in"), (old.keys() - new.keys(), "is gone")):
        names = [row_name(table, key) for key in sorted(keys)]
        if len(names) > _MOST_ROWS:
            yield Difference("table", rule, f"{counted(len(names), 'row')} of {table}: each {verb}")
        else:
            yield from (Difference("table", rule, f"{name} {verb}") for name in names)


def row_name(table: str, key: tuple[str, ...]) -> str:
    """A row as a player says it."""
    if table == "crt":
        return f"CRT {key[0]}:1, die {key[1]}"
    return f"{'TEC' if table == 'tec' else table.replace('_', ' ')} {' '.join(key).replace('_', ' ')}".strip()


def cell_words(column: str, cell: str) -> str:
    """A cell as a player says it: ``MP on foot 3``."""
    return f"{WORDS.get(column, column.replace('_', ' '))} {_shown(cell)}"


def _shown(cell: str) -> str:
    return cell or "nothing"


def _hooks(a: RuleSet, b: RuleSet) -> Iterator[Difference]:
    have, want = ({(h.hook, h.name, h.source): h for h in rules.hooks} for rules in (a, b))
    for key, hook in {**have, **want}.items():
        if (key in have) != (key in want):
            verb = "on" if key in want else "off"
            told = (inspect.getdoc(hook.function) or "it says nothing of itself").split("\n")[0]
            house = (b if key in want else a).name
            text = f"hook {hook.hook} ({hook.name}) is {verb}: {told} It gives {gives(hook.hook)}."
            yield Difference("hook", f"house {house}", text)


def gives(name: str) -> str:
    """What a hook gives, as the table in hooks.py says."""
    for line in (hooks.__doc__ or "").splitlines():
        row = re.match(r"([a-z_, ]+?) +(?:pos|world|charts)\b.* {2,}(.+)$", line)
        if row and name in row[1].split(", "):
            return row[2]
    return "what hooks.py says"
