"""A house variant as one readable file (TOML): options, changed rows of tables, hooks by name; never code.

::

    format = "gpwlab house variant"
    version = 1
    name = "Deep mud"
    note = "Rivers cost more."
    options = ["increased-infantry-movement"]

    [[tables.tec]]
    terrain = "river"
    foot_mp = 2

    [hooks]
    early = ["my_rules:walks"]

A row names its key and the cells that it changes; ``gone = true`` takes a row away.  A hook is a function of a module
that the user has imported.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from gpwlab.core import beside, saves
from gpwlab.core.errors import DataError, GameError, InvalidInput
from gpwlab.core.game import folder
from gpwlab.gpw.houserules import house, resolver
from gpwlab.gpw.options import RuleSet, registry, rules
from gpwlab.gpw.schemas import TABLES

FORMAT = "gpwlab house variant"
VERSION = 1
FIELDS = ("format", "version", "name", "note", "options", "tables", "hooks")
T = TypeVar("T")
#: Mark of a row that a house takes away.
GONE = "gone"


# -- writing ----------------------------------------------------------------------------------------------------------


def write(given: RuleSet, path: str | os.PathLike[str]) -> Path | None:
    """Write a house variant; InvalidInput for one without a name, with whole tables, or with a hook of no module.

    Returns where a file is kept that lay there and was not known: see :func:`gpwlab.core.beside.write_known`.
    """
    if not given.name:
        raise InvalidInput("a rule set without a name is no house variant: make one with gpw.house(name, base)")
    if given.tables:
        raise InvalidInput(f"tables given whole to the base cannot be kept: {', '.join(given.tables)}")
    return beside.write_known(path, saves.as_bytes("\n".join(lines(given, FORMAT, VERSION)) + "\n"))


def lines(given: RuleSet, form: str, version: int) -> Iterator[str]:
    """A house variant as the lines of its file."""
    yield from (f"format = {_text(form)}", f"version = {version}", f"name = {_text(given.name)}")
    if given.note:
        yield f"note = {_text(given.note)}"
    yield f"options = [{', '.join(map(_text, given.options))}]"
    for table, rows in sorted(given.edits.items()):
        for key, cells in rows.items():
            yield from ("", f"[[tables.{table}]]")
            named = zip(TABLES[table].key, key, strict=True)
            yield from (f"{column} = {_text(cell)}" for column, cell in named)
            gone = [f"{GONE} = true"]
            yield from gone if cells is None else (f"{c} = {_text(cell)}" for c, cell in cells.items())
    if given.hooks:
        yield from ("", "[hooks]")
        for name in dict.fromkeys(hook.hook for hook in given.hooks):
            places = [_place(hook.name) for hook in given.hooks if hook.hook == name]
            yield f"{name} = [{', '.join(map(_text, places))}]"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _place(name: str) -> str:
    module, _, function = name.partition(":")
    if module == "__main__" or not function.isidentifier():
        raise InvalidInput(f"hook {name}: a file names functions of a module; put it into a .py file and import that")
    return name


# -- reading ----------------------------------------------------------------------------------------------------------


def house_file(path: str | os.PathLike[str], overlay: str | os.PathLike[str] | None = None) -> RuleSet:
    """The house variant in a file; DataError names file, line and what is wrong, also for one of a newer version.

    overlay: a folder with the user's own tables, which the variant changes in place of the shipped ones.
    """
    return Source(path, FORMAT, VERSION, FIELDS, folder(overlay)).house()


class Source:
    """A file of a known form: its data, and where in it things stand.  DataError for one that is not of the form.

    overlay: the folder of the tables that its rows change, None for the shipped ones.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        form: str,
        version: int,
        known: tuple[str, ...],
        overlay: Path | None = None,
    ) -> None:
        self._overlay = overlay
        given, self.file = beside.read_known(path), str(path)
        try:
            self.text = given.decode("utf-8")
        except UnicodeDecodeError as error:
            raise DataError(f"not TOML, which is UTF-8: {error}", self.file) from None
        self.text = self.text.replace("\r\n", "\n")
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except (ValueError, RecursionError) as error:  # also a number of thousands of digits
            found = re.search(r"line (\d+)", str(error))
            row = int(found[1]) if found else self.text.count("\n") + 1  # else it is about the end of the file
            raise DataError(f"not TOML: {error}", self.file, row) from None
        self._check_head(form, version, known)

    def _check_head(self, form: str, version: int, known: tuple[str, ...]) -> None:
        if self.data.get("format") != form:
            raise self.error("format", f"not a file of the format {form!r}")
        stated = self.data.get("version")
        if type(stated) is not int or stated < 1:
            raise self.error("version", f"the version is a whole number, not {stated!r}")
        if stated > version:
            raise self.error("version", f"version {stated} is newer than this gpwlab, which reads up to {version}")
        for name in self.data:
            if name not in known:
                raise self.error(name, f"there is no field {name!r}; there is {', '.join(known)}")

    def line(self, pattern: str, number: int = 0) -> int | None:
        """The line of the n-th match of a pattern that begins a line, or None."""
        found = list(re.finditer(rf"^[ \t]*{pattern}", self.text, re.MULTILINE))
        return self.text.count("\n", 0, found[number].start()) + 1 if number < len(found) else None

    def error(self, name: str, reason: str) -> DataError:
        """A DataError at the line of a field or a section."""
        at = self.line(rf"{re.escape(name)}\s*=") or self.line(rf"\[+\s*{re.escape(name)}\b")
        return DataError(reason, self.file, at)

    def at(self, name: str, make: Callable[[], T]) -> T:
        """What a function makes; its refusal is reported at the line of a field."""
        try:
            return make()
        except GameError as error:
            raise self.error(name, str(error)) from None

    def house(self) -> RuleSet:
        """The rule set that the file tells of."""
        base = rules(*self._options())
        name, note = self.data.get("name"), self.data.get("note", "")
        found = self.at("name", partial(self._house, name, base, note=note))  # type: ignore[arg-type]
        tables = self.table("tables")
        for table in tables:
            for number, row in enumerate(self._rows(table)):
                found = self._with_row(found, table, row, number)
        find = resolver(sys.modules)
        for hook, places in self.table("hooks").items():
            if not isinstance(places, list) or not all(isinstance(place, str) for place in places):
                raise self.error(hook, f"hook {hook} is a list of module:function, not {places!r}")
            own = [self.at(hook, partial(find, hook, place)).function for place in places]
            found = self.at(hook, partial(self._house, found.name, found, hooks={hook: own}, note=found.note))
        return found

    def _house(self, name: str, base: RuleSet, **more: Any) -> RuleSet:
        return house(name, base, overlay=self._overlay, **more)

    def _options(self) -> list[str]:
        given = self.data.get("options", [])
        if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
            raise self.error("options", f"options are a list of slugs or sections, not {given!r}")
        for name in given:
            if name not in registry():
                raise self.error("options", f"there is no rule option {name!r}")
        self.at("options", lambda: rules(*given))
        return given

    def table(self, name: str) -> Mapping[str, Any]:
        """A section of the file; empty where it has none."""
        given = self.data.get(name, {})
        if not isinstance(given, dict):
            raise self.error(name, f"{name} is a section [{name}], not {given!r}")
        return given

    def _rows(self, table: str) -> list[dict[str, Any]]:
        rows = self.table("tables")[table]
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise DataError(f"rows are sections [[tables.{table}]], not {rows!r}", self.file)
        return rows

    def _with_row(self, found: RuleSet, table: str, row: dict[str, Any], number: int) -> RuleSet:
        at = self.line(rf"\[\[\s*tables\.{re.escape(table)}\s*\]\]", number)
        form = TABLES.get(table)
        missing = [column for column in form.key if column not in row] if form else []
        if missing:
            raise DataError(f"a row of {table} names its {missing[0]}", self.file, at, missing[0])
        key = tuple(row[column] for column in form.key) if form else ()
        cells = {column: cell for column, cell in row.items() if form and column not in form.key}
        change = None if cells == {GONE: True} else cells
        try:
            return self._house(found.name, found, tables={table: {key: change}}, note=found.note)
        except DataError as error:
            raise DataError(error.message, self.file, at, error.column) from None
        except GameError as error:
            raise DataError(str(error), self.file, at) from None
