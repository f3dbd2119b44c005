"""Which rule stands in which code and which test holds it.

Code cites a rule by its id, as plain text in a comment or a string. A test cites it with the ``rule`` marker, three
rules at most, so that a failing test points at a rule. Sources are read, never imported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gpwlab.core.inventory import GAMES, Entry, inventory
from gpwlab.core.resources import PACKAGE, checkout

MOST_RULES_OF_A_TEST = 3
KINDS = ("implemented", "shown")

_CITATION = re.compile(rf"\b(?:{'|'.join(GAMES)}) (?=\d|chart\.)")
_TOKEN = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule id at a place: file:line in code, file::test in tests."""

    rule: str
    place: str
    kind: str = "implemented"


@dataclass(frozen=True, slots=True)
class Row:
    """The state of one entry: implemented, shown, narrative, cited (no tests at hand to ask) or missing."""

    entry: Entry
    status: str
    where: tuple[str, ...]
    tests: tuple[str, ...]


@dataclass(slots=True)
class Report:
    """One row an entry, in the inventory's order, and what is wrong with the citations."""

    rows: list[Row] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    tests_found: bool = True


def coverage(game: str | None = None) -> Report:
    """The state of every entry of a game, or of all games, of the package as it lies on disk."""
    root = checkout()
    base = PACKAGE.parent
    tests = root / "tests" if root is not None and (root / "tests").is_dir() else None
    report = report_of(inventory(), PACKAGE, tests, base)
    if game is not None:
        report.rows = [row for row in report.rows if row.entry.game == game]
    return report


def report_of(entries: Mapping[str, Entry], code: Path, tests: Path | None, base: Path) -> Report:
    """The report of a folder of code and a folder of tests; places are written relative to base."""
    report = Report(tests_found=tests is not None)
    cited: dict[str, list[Citation]] = {}
    marked: dict[str, list[Citation]] = {}
    for path in sorted(code.rglob("*.py")):
        _collect(cited, _in_code(path, entries, base, report.errors))
    for path in sorted(tests.rglob("test_*.py")) if tests is not None else ():
        _collect(marked, _in_tests(path, entries, base, report.errors))
    report.rows = [
        _row(entry, cited.get(rule, []), marked.get(rule, []), report.tests_found) for rule, entry in entries.items()
    ]
    return report


def _collect(into: dict[str, list[Citation]], citations: Iterable[Citation]) -> None:
    for citation in citations:
        into.setdefault(citation.rule, []).append(citation)


def _row(entry: Entry, cited: list[Citation], marked: list[Citation], tests_found: bool) -> Row:
    kinds = {citation.kind for citation in marked}
    if cited and "implemented" in kinds:
        status = "implemented"
    elif "shown" in kinds:
        status = "shown"
    elif cited and not tests_found:
        status = "cited"
    elif entry.narrative_allowed:
        status = "narrative"
    else:
        status = "missing"
    where = dict.fromkeys(citation.place for citation in cited)
    return Row(entry, status, tuple(where), tuple(dict.fromkeys(citation.place for citation in marked)))


def _in_code(path: Path, entries: Mapping[str, Entry], base: Path, errors: list[str]) -> Iterator[Citation]:
    file = path.relative_to(base).as_posix()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        for match in _CITATION.finditer(line):
            place = f"{file}:{number}"
            rule = _known_at(line, match, entries)
            if rule is None:
                errors.append(f"{place}: no such rule: {_token_at(line, match)}")
            else:
                yield Citation(rule, place)


def _known_at(line: str, match: re.Match[str], entries: Mapping[str, Entry]) -> str | None:
    """The longest id that starts here and is not itself the start of a longer word, a sub-id or a range."""
    rest = line[match.start() :]
    for end in range(len(rest), match.end() - match.start(), -1):
        if rest[:end] in entries and not re.match(r"\w|[.\-–]\w", rest[end:]):
            return rest[:end]
    return None


def _token_at(line: str, match: re.Match[str]) -> str:
    token = _TOKEN.match(line, match.end())
    return line[match.start() : token.end() if token else match.end()].rstrip(",.;:)]\"'`")


def _in_tests(path: Path, entries: Mapping[str, Entry], base: Path, errors: list[str]) -> Iterator[Citation]:
    file = path.relative_to(base).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    read: set[ast.Call] = set()
    for name, marks in _tests_of(tree.body, ""):
        read.update(marks)
        yield from _of_one_test(f"{file}::{name}", marks, entries, errors)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_rule_mark(node) and node not in read:
            errors.append(f"{file}:{node.lineno}: a rule marker belongs on a test function or on one of its parameters")


def _of_one_test(
    place: str, marks: list[ast.Call], entries: Mapping[str, Entry], errors: list[str]
) -> Iterator[Citation]:
    rules = 0
    for mark in marks:
        kind = next((_text(keyword.value) for keyword in mark.keywords if keyword.arg == "kind"), KINDS[0])
        if kind not in KINDS:
            errors.append(f"{place}: no such kind of citation: {kind}")
            continue
        for argument in mark.args:
            rules += 1
            rule = _text(argument)
            if rule in entries:
                yield Citation(rule, place, kind)
            else:
                errors.append(f"{place}: no such rule: {rule}")
    if rules > MOST_RULES_OF_A_TEST:
        errors.append(f"{place}: cites {rules} rules, at most {MOST_RULES_OF_A_TEST}")


def _tests_of(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, list[ast.Call]]]:
    """The tests of a module or class with their rule markers; a parameter with markers of its own is a test too."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _tests_of(node.body, f"{prefix}{node.name}::")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            name = prefix + node.name
            yield name, [mark for mark in node.decorator_list if isinstance(mark, ast.Call) and _is_rule_mark(mark)]
            yield from _parameters_of(name, node)


def _parameters_of(name: str, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, list[ast.Call]]]:
    params = [
        call
        for decorator in node.decorator_list
        for call in ast.walk(decorator)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.param"
    ]
    for index, call in enumerate(params):
        keywords = {keyword.arg: keyword.value for keyword in call.keywords}
        if "marks" in keywords:
            marks = [mark for mark in ast.walk(keywords["marks"]) if isinstance(mark, ast.Call) and _is_rule_mark(mark)]
            yield f"{name}[{_text(keywords['id']) if 'id' in keywords else index}]", marks


def _is_rule_mark(node: ast.Call) -> bool:
    return ast.unparse(node.func) == "pytest.mark.rule"


def _text(node: ast.expr) -> str:
    """The value of a literal, else its source: a computed id is then no known rule, and reported."""
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)
