"""The pages of the documentation that are made from data and code.

Each function returns Markdown.  docs/_ext/made.py puts it where a page says ``{made} NAME``.
"""

from __future__ import annotations

import argparse
import inspect
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any

from gpwlab.cli.studies import PICTURES, Study, studies
from gpwlab.core.coverage import Row
from gpwlab.core.coverage import coverage as report_coverage
from gpwlab.core.errors import InvalidInput
from gpwlab.core.inventory import inventory
from gpwlab.core.resources import notebooks_dir
from gpwlab.core.rulebook import summary
from gpwlab.core.schema import PROVENANCE, TableForm

ROOT = Path(__file__).resolve().parents[1]


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], numbers: int = 0) -> str:
    """A Markdown table, the last so many columns being numbers; bars and line breaks of a cell do not break it."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * (len(heads) - numbers) + "---:|" * numbers]
    lines += ["| " + " | ".join(_cell(value) for value in row) + " |" for row in rows]
    return "\n".join(lines)


def _cell(value: object) -> str:
    return " ".join(str(value).split()).replace("|", "\\|")


def _within(name: str, markdown: str) -> str:
    """Markdown in a box that the style sheet knows by a name."""
    return f":::{{container}} {name}\n\n{markdown}\n\n:::"


def _whole(text: str) -> str:
    """A text that is not broken between its words."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _code(words: Iterable[object]) -> str:
    return ", ".join(f"`{word}`" for word in words)


# -- options and scenarios --------------------------------------------------------------------------------------------


def options(game: str) -> str:
    """Every option of a game, printed variants by their source, with what it changes, needs and excludes."""
    known = import_module(f"gpwlab.{game}").options()
    if "source" not in known:
        return _option_table(known)
    parts = []
    for source, rows in known.groupby("source", sort=False):
        parts.append(f"## {source or 'Advanced and optional rules'}\n\n{_option_table(rows)}")
    return "\n\n".join(parts)


def _option_table(rows: Any) -> str:
    told = table(
        ("section", "option", "title", "what it changes", "needs", "excludes"),
        (
            (row.section, f"`{row.slug}`", row.title, row.changes, _code(row.needs), _code(row.conflicts))
            for row in rows.itertuples()
        ),
    )
    return _within("options", told)


def scenarios(game: str) -> str:
    """Every scenario of a game: how it is opened, its title and its turns."""
    rows = import_module(f"gpwlab.{game}").scenarios()
    return table(
        ("opener", "title", "turns"),
        (
            (f'`{game}.new("{row.slug}")`', row.title, f"{row.first_turn} to {row.last_turn}")
            for row in rows.itertuples()
        ),
    )


# -- tables -----------------------------------------------------------------------------------------------------------


def tables(game: str) -> str:
    """The tables of a game: how many rows of each provenance, then the columns of each and what a cell must be."""
    counts = import_module(f"gpwlab.{game}").tables()
    kinds = [kind for kind in PROVENANCE if kind in counts]
    sums = {kind: int(counts[kind].sum()) for kind in kinds}
    rows = [
        (
            f"[{row.table}](#{game}-table-{row.table.replace('_', '-')})",
            row.rows,
            *(getattr(row, k) or "" for k in kinds),
        )
        for row in counts.itertuples()
    ]
    whole = f"{int(counts['rows'].sum())} rows: " + ", ".join(f"{number} {kind}" for kind, number in sums.items()) + "."
    forms = import_module(f"gpwlab.{game}.schemas").TABLES
    columns = (_columns(game, name, forms[name]) for name in counts["table"])
    return "\n\n".join(
        [whole, table(("table", "rows", *kinds), rows, len(kinds) + 1), "## What each column holds", *columns]
    )


def _columns(game: str, name: str, form: TableForm) -> str:
    key = f"No two rows have the same {' and '.join(form.key)}." if form.key else ""
    rows = ((f"`{column}`", field.wants) for column, field in form.fields.items())
    return (
        f"({game}-table-{name.replace('_', '-')})=\n### {name}\n\n{key}\n\n{table(('column', 'a cell must be'), rows)}"
    )


# -- coverage ---------------------------------------------------------------------------------------------------------


def coverage(game: str) -> str:
    """Each rule of a game as ``gpwlab coverage`` has it: what it is about, its state, the code and the tests."""
    rows = report_coverage(game).rows
    states = Counter(row.status for row in rows)
    told = ", ".join(f"{number} {status}" for status, number in sorted(states.items()))
    parts = [f"{len(rows)} entries of the rulebook: {told}."]
    for chapter, group in groupby(rows, key=_chapter):
        told = table(("rule", "about", "state", "code", "tests"), map(_rule, group), 1)
        parts.append(f"## {chapter}\n\n{_within('rules', told)}")
    return "\n\n".join(parts)


def _chapter(row: Row) -> str:
    number = row.entry.section.split(".")[0]
    if number == "chart":
        return "Charts"
    whole = inventory().get(f"{row.entry.game} {number}.0")
    return f"{number}. {whole.title.capitalize()}" if whole else f"Chapter {number}"


def _rule(row: Row) -> tuple[str, str, str, str, str]:
    files = dict.fromkeys(place.rpartition("/")[2].partition(":")[0] for place in row.where)
    return (
        _whole(row.entry.id),
        _about(row),
        row.status,
        _code(files),
        str(len(row.tests) or ""),
    )


def _about(row: Row) -> str:
    """Our own line on a rule where there is one, else the title of its section."""
    try:
        return summary(row.entry.id)
    except InvalidInput:
        return row.entry.title.capitalize() if row.entry.title.isupper() else row.entry.title


# -- public names -----------------------------------------------------------------------------------------------------


def api(package: str) -> str:
    """Every public name of a package: a line on each, then its docstring; what games share is on the core's page."""
    module = import_module(f"gpwlab.{package}")
    own = [name for name in module.__all__ if not _shared(getattr(module, name))]
    functions = [name for name in own if callable(getattr(module, name)) and not inspect.isclass(getattr(module, name))]
    classes = [name for name in own if inspect.isclass(getattr(module, name))]
    actions = [name for name in classes if getattr(module, name).__module__ == f"gpwlab.{package}.actions"]
    classes = [name for name in classes if name not in actions]
    parts = [_described(package, head, names) for head, names in
             (("Functions", functions), ("Classes", classes), ("Actions", actions)) if names]  # fmt: skip
    return "\n\n".join(parts)


def _shared(thing: object) -> bool:
    return inspect.isclass(thing) and thing.__module__.startswith("gpwlab.core")


def _described(package: str, head: str, names: Sequence[str]) -> str:
    lines = [f".. currentmodule:: gpwlab.{package}", "", ".. autosummary::", "   :nosignatures:", ""]
    lines += [f"   {name}" for name in names]
    for name in names:
        directive = "autofunction" if head == "Functions" else "autoclass"
        lines += ["", f".. {directive}:: {name}"]
        if head == "Classes":
            lines.append("   :members:")
        if name == "Game":
            lines.append("   :inherited-members:")
    return f"## {head}\n\n" + _rst(lines)


def _rst(lines: Iterable[str]) -> str:
    return "```{eval-rst}\n" + "\n".join(lines) + "\n```"


# -- keys and commands ------------------------------------------------------------------------------------------------


def keys(game: str) -> str:
    """The keys of a game's lab, as its own sheet (``?``) lists them."""
    from gpwlab import widgets

    first = import_module(f"gpwlab.{game}").scenarios()["slug"].iloc[0]
    lab = widgets.Lab(import_module(f"gpwlab.{game}").new(first))
    return table(
        ("", "key", "what it does"), ((_whole(group), _caps(caps), what) for group, caps, what in lab.keyboard.sheet)
    )


def _caps(caps: str) -> str:
    return " ".join(f"<kbd>{cap}</kbd>" if cap != "…" else cap for cap in caps.split())


def commands() -> str:
    """The command line, command by command, as ``--help`` prints it."""
    from gpwlab.cli import parser

    return "\n\n".join(f"## {one.prog}\n\n```text\n{_help(one)}\n```" for one in _parsers(parser()))


def _parsers(top: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield top
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _parsers(below)


def _help(one: argparse.ArgumentParser) -> str:
    """The help at a width of its own, whatever terminal the pages are made in."""
    one.formatter_class = _as_wide_as_a_page(one.formatter_class)
    out = io.StringIO()
    one.print_help(out)
    return out.getvalue().rstrip()


def _as_wide_as_a_page(formatter: Any) -> Callable[..., argparse.HelpFormatter]:
    def make(**options: Any) -> argparse.HelpFormatter:
        made: argparse.HelpFormatter = formatter(**{**options, "width": 88})
        return made

    return make


# -- notebooks --------------------------------------------------------------------------------------------------------


def notebooks() -> str:
    """The gallery of the dashboards as a page: a card for each notebook, its picture where there is one."""
    parts = []
    for heading, group in groupby(studies(notebooks_dir()), key=lambda study: study.heading):
        cards = "\n".join(map(_card, group))
        parts.append(f"## {heading}\n\n::::{{grid}} 1 1 2 2\n:gutter: 3\n\n{cards}\n::::")
    return "\n\n".join(parts)


def _card(study: Study) -> str:
    picture = PICTURES / Path(study.picture).name
    shown = f":img-top: ../{picture.relative_to(ROOT)}\n:img-alt: {study.title}\n" if study.picture else ""
    file = f"{{download}}`{study.name} <../notebooks/{study.name}>`"
    return f":::{{grid-item-card}} {study.title}\n{shown}\n{study.line}\n\n```{{card-footer}}\n{file}\n```\n:::\n"


#: The pages by the name that a document calls them.
MADE: dict[str, Callable[[], str]] = {
    "commands": commands,
    "notebooks": notebooks,
    **{
        f"api {package}": lambda package=package: api(package) for package in ("gpw", "sfs", "hube", "study", "widgets")
    },
    **{
        f"{make.__name__} {game}": lambda make=make, game=game: make(game)
        for make in (options, scenarios, tables, coverage, keys)
        for game in ("gpw", "sfs", "hube")
    },
}
