"""House variants: the user's own tables and hooks on top of a rule set, checked like the printed ones.

What a house changes in tables is kept cell by cell (``Edits``), so that it stays small, can be told in words and goes
on top of what the printed variants change.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from textwrap import dedent
from typing import Any

from gpwlab.core import saves, tables
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.game import folder
from gpwlab.core.schema import TableForm
from gpwlab.core.tables import Row
from gpwlab.gpw.hooks import NAMES, Hook
from gpwlab.gpw.options import Edits, HouseHook, RuleSet, as_rules
from gpwlab.gpw.schemas import TABLES

Key = tuple[str, ...]
#: Columns that say where a row comes from; in an edited row they name the house.
SOURCE = ("provenance", "basis")
PROVENANCE = "house"


def house(
    name: str,
    base: RuleSet | Iterable[str] | str = (),
    tables: Mapping[str, Any] | None = None,
    hooks: Mapping[str, Any] | None = None,
    note: str = "",
    overlay: str | os.PathLike[str] | None = None,
) -> RuleSet:
    """A rule set of the user's own: ``base`` with other tables and hooks.

    ``tables`` gives by table either changed rows, ``{"swamp": {"foot_mp": 3}}`` (a tuple where the table's key has
    several columns, None for a row that is to go), or the whole table as a list of rows or a DataFrame.  ``hooks``
    gives by the name of a hook (hooks.py) a function or several.  ``overlay``: the folder of the user's own tables with
    which it is to be played; changes are of those.  InvalidInput names an unknown option, table, row,
    column or hook, DataError a cell out of range.
    """
    if not isinstance(name, str) or not name.strip():
        raise InvalidInput(f"a house variant has a name, not {name!r}")
    if not isinstance(note, str):
        raise InvalidInput(f"a note is a text, not {note!r}")
    rules = as_rules(base)
    edits = {table: dict(rows) for table, rows in rules.edits.items()}
    from gpwlab.gpw import worlds

    own_folder = folder(overlay)
    now = worlds.rows(rules, own_folder)
    for table, given in _mapping(tables, "tables").items():
        if table not in now:
            raise InvalidInput(f"there is no table {table!r} that a game plays with; there is {', '.join(now)}")
        for key, cells in _edits_of(table, given, now[table]).items():
            old = edits.setdefault(table, {}).get(key)
            edits[table][key] = cells if cells is None or old is None else {**old, **cells}
    own = tuple(hook for each, given in _mapping(hooks, "hooks").items() for hook in _hooks_of(each, given))
    found = replace(rules, name=name, note=note, edits=edits, hooks=(*rules.hooks, *own))
    worlds.check_edits(found, own_folder)
    return replace(found, edits=_real(edits, worlds.rows(replace(rules, edits={}), own_folder)))


def _real(edits: Edits, before: Mapping[str, Sequence[Row]]) -> Edits:
    """Edits without cells that say what the table says anyway."""
    found: dict[str, dict[Key, Mapping[str, str] | None]] = {}
    for table, rows in edits.items():
        old = {key_of(table, row): row for row in before[table]}
        for key, cells in rows.items():
            real = cells if cells is None else {c: cell for c, cell in cells.items() if old.get(key, {}).get(c) != cell}
            if real != {}:
                found.setdefault(table, {})[key] = real
    return found


def _mapping(given: object, what: str) -> Mapping[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{what} are given by name, {{name: ...}}, not {given!r}")
    return given


# -- tables -----------------------------------------------------------------------------------------------------------


def _edits_of(table: str, given: Any, now: Sequence[Row]) -> dict[Key, Mapping[str, str] | None]:
    """What a whole table or changed rows differ by from the table as it is."""
    form = TABLES[table]
    if isinstance(given, Mapping):
        return {_key(table, form, key): _cells(table, form, key, cells) for key, cells in given.items()}
    rows = given.to_dict("records") if hasattr(given, "to_dict") else given
    if not isinstance(rows, list | tuple):
        raise InvalidInput(f"table {table} is given as rows by key or as a list of rows, not {given!r}")
    return whole(table, [_plain(row) for row in rows], now)


def whole(table: str, rows: Sequence[Row], now: Sequence[Row]) -> dict[Key, Mapping[str, str] | None]:
    """The edits that make one table of another; DataError for rows that are not of its form."""
    for problem in tables.check_rows("gpw", {table: rows}):
        raise problem
    form, before = TABLES[table], {key_of(table, row): row for row in now}
    wanted = {key_of(table, row): row for row in rows}
    found: dict[Key, Mapping[str, str] | None] = dict.fromkeys(before.keys() - wanted.keys())
    for key, row in wanted.items():
        cells = {column: row[column] for column in form.fields if column not in SOURCE}
        old = before.get(key, {})
        changed = {column: cell for column, cell in cells.items() if old.get(column) != cell}
        if changed:
            found[key] = changed
    return found


def key_of(table: str, row: Mapping[str, str]) -> Key:
    """The cells that tell a row of a table from the others."""
    return tuple(row[column] for column in TABLES[table].key)


def _plain(row: Any) -> Any:
    return {column: _cell(cell) for column, cell in row.items()} if isinstance(row, Mapping) else row


def _cell(cell: Any) -> Any:
    """A cell as text; numbers are taken for convenience, anything else is left for the schema to refuse."""
    number = isinstance(cell, int | float) and not isinstance(cell, bool)
    return f"{cell:g}" if number else cell


def _key(table: str, form: TableForm, key: Any) -> Key:
    words = tuple(map(_cell, key if isinstance(key, tuple) else (key,)))
    if len(words) != len(form.key) or not all(isinstance(word, str) for word in words):
        raise InvalidInput(f"a row of {table} is named by its {', '.join(form.key)}, not by {key!r}")
    return words


def _cells(table: str, form: TableForm, key: Any, cells: Any) -> Mapping[str, str] | None:
    if cells is None:
        return None
    if not isinstance(cells, Mapping) or not cells:
        raise InvalidInput(f"row {key!r} of {table} changes cells, {{column: value}}, not {cells!r}")
    for column in cells:
        if column not in form.fields or column in (*SOURCE, *form.key):
            known = ", ".join(c for c in form.fields if c not in (*SOURCE, *form.key))
            raise InvalidInput(f"table {table} has no column {column!r} to change; it has {known}")
    return {column: _cell(cell) for column, cell in cells.items()}


def edited(edits: Edits, given: Mapping[str, Sequence[Row]], name: str = "") -> dict[str, Sequence[Row]]:
    """Tables with what a house changes in them; with a name, edited rows say that they are of that house.

    DataError for a changed or removed row that is not there, and for a new one that lacks a cell.
    """
    found = dict(given)
    for table, rows in edits.items():
        left = dict(rows)
        kept = [_row(table, row, left, name) for row in given[table]]
        found[table] = [*(row for row in kept if row is not None), *(_new(table, k, c, name) for k, c in left.items())]
    return found


def _row(table: str, row: Row, left: dict[Key, Mapping[str, str] | None], name: str) -> Row | None:
    key = key_of(table, row)
    if key not in left:
        return row
    cells = left.pop(key)
    return None if cells is None else {**row, **cells, **_stamp(name)}


def _new(table: str, key: Key, cells: Mapping[str, str] | None, name: str) -> Row:
    form, which = TABLES[table], f"table {table} of the house variant"
    if cells is None:
        raise DataError(f"there is no row {' '.join(key)} to take away", which)
    row = {**dict(zip(form.key, key, strict=True)), **cells, "provenance": "derived", "basis": "house", **_stamp(name)}
    for column in form.fields:
        if column not in row:
            raise DataError(
                f"there is no row {' '.join(key)} to change, and a new one needs this cell", which, None, column
            )
    return row


def _stamp(name: str) -> Row:
    return dict(zip(SOURCE, (PROVENANCE, f"house variant {name}"), strict=True)) if name else {}


# -- hooks ------------------------------------------------------------------------------------------------------------


def _hooks_of(name: str, given: Any) -> list[HouseHook]:
    if name not in NAMES:
        raise InvalidInput(f"there is no hook {name!r}; there is {', '.join(NAMES)}")
    functions = given if isinstance(given, list | tuple) else (given,)
    return [as_hook(name, function) for function in functions]


def as_hook(name: str, function: Hook) -> HouseHook:
    """A function as a hook; InvalidInput where it is none or its source, which saves rely on, cannot be read."""
    if not inspect.isfunction(function):
        raise InvalidInput(f"hook {name} is a function, not {function!r}")
    try:
        source = dedent(inspect.getsource(function))
    except (OSError, TypeError):
        raise InvalidInput(f"the source of hook {name} ({function.__qualname__}) cannot be read") from None
    place = f"{function.__module__}:{function.__qualname__}"
    return HouseHook(name, function, place, hashlib.sha256(source.encode()).hexdigest()[:16])


# -- what a position and a save tell of a house -----------------------------------------------------------------------


def mark(rules: RuleSet) -> dict[str, Any] | None:
    """What a position says of its house variant: its name, hooks with their sources, and a hash of its tables."""
    if not rules.name and not rules.edits and not rules.hooks:
        return None
    hooks = [[hook.hook, hook.name, hook.source] for hook in rules.hooks]
    return {"name": rules.name, "hooks": hooks, "tables": saves.digest(plain(rules.edits)) if rules.edits else ""}


def plain(edits: Edits) -> list[Any]:
    """Edits as JSON-ready data."""
    return [[table, [[list(key), cells] for key, cells in rows.items()]] for table, rows in sorted(edits.items())]


def from_plain(data: Any) -> Edits:
    """Edits from :func:`plain`; ValueError or TypeError for data of another form."""
    return {table: {tuple(key): cells for key, cells in rows} for table, rows in data}


def named(rules: RuleSet, told: Any) -> RuleSet:
    """A rule set with the name that a position gives its house variant."""
    if told is None:
        return rules
    if not isinstance(told, Mapping) or not isinstance(told.get("name"), str):
        raise InvalidInput(f"the position tells of a house variant {told!r}, which is of no known form")
    return replace(rules, name=told["name"])


def match(rules: RuleSet, told: Any) -> None:
    """InvalidInput if a rule set is not the house variant of a position, naming the first thing that differs."""
    told = told or {"name": "", "hooks": [], "tables": ""}
    own = mark(rules) or {"name": "", "hooks": [], "tables": ""}
    if not isinstance(told, Mapping) or set(told) != set(own):
        raise InvalidInput(f"the position tells of a house variant {told!r}, which is of no known form")
    have = {(hook.hook, hook.name): hook.source for hook in rules.hooks}
    for hook, name, source in told["hooks"]:
        if (hook, name) not in have:
            raise InvalidInput(f"it was played with the hook {hook} ({name}); give its rule set: rules=...")
        if have.pop((hook, name)) != source:
            raise InvalidInput(f"the hook {hook} ({name}) is not the one that it was played with: its source differs")
    for hook, name in have:
        raise InvalidInput(f"it was played without the hook {hook} ({name})")
    if told["tables"] != own["tables"]:
        raise InvalidInput(f"it was played with the tables of the house variant {told['name']!r}; give it: rules=...")


def resolver(modules: Mapping[str, Any]) -> Callable[[str, str], HouseHook]:
    """Finds ``module:function`` among imported modules; nothing is imported, so that a file runs no code."""

    def find(hook: str, place: str) -> HouseHook:
        if hook not in NAMES:
            raise InvalidInput(f"there is no hook {hook!r}; there is {', '.join(NAMES)}")
        module, colon, function = place.partition(":")
        if not colon or not module or not function.isidentifier():
            raise InvalidInput(f"hook {hook} is named as module:function, not {place!r}")
        if module not in modules:
            raise InvalidInput(f"hook {hook} is in the module {module}: import it first")
        if module.partition(".")[0] in sys.stdlib_module_names:  # a file could name what starts programs or deletes
            raise InvalidInput(f"hook {hook} is in the module {module}, which belongs to Python: name one of your own")
        if not hasattr(modules[module], function):
            raise InvalidInput(f"hook {hook}: the module {module} has no {function}")
        found = as_hook(hook, getattr(modules[module], function))
        if found.function.__module__ != module:  # nor by a detour through a module that imports it
            raise InvalidInput(f"hook {hook}: {function} is not written in the module {module}")
        return found

    return find
