"""What a rule says: our one-line summary, or the passage of a rulebook text that the user owns.

The user's text is read into memory and stays there: nothing writes it to disk, and no repr shows it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NoReturn

from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.inventory import GAMES, inventory
from gpwlab.core.resources import data_dir

_HEADING = re.compile(r"(?P<number>\d+(?:\.\d+)+)(?P<letter>[a-z]?)\.? +(?P<title>\S.*)")
_PARAGRAPH = re.compile(r"(?P<letter>[A-Z])[.)] +(?P<text>\S.*)")
_TYPOGRAPHY = str.maketrans("’‘–—\N{NO-BREAK SPACE}", "''-- ")


def summary(rule_id: str) -> str:
    """What a rule demands, in one line of our own words; InvalidInput for a rule without one."""
    known = _summaries()
    if rule_id not in known:
        raise InvalidInput(f"there is no summary of a rule {rule_id!r}")
    return known[rule_id]


@dataclass(frozen=True, slots=True)
class Passage:
    """A rule as the user's rulebook has it.

    rule: the id of what was found, the section's where the paragraph that was asked for has no passage of its own.
    title: the heading of the section.  text: its lines; kept out of the repr, and so out of a notebook's outputs.
    """

    rule: str
    title: str
    text: str = field(repr=False)


class Rulebook:
    """The passages of one rulebook text by rule id."""

    def __init__(self, game: str, drafts: Mapping[str, _Draft]) -> None:
        self.game = game
        self._drafts = drafts

    @classmethod
    def read(cls, path: Path | str, game: str) -> Rulebook:
        """The rulebook of a game from a plain text file, one heading, paragraph, bullet or table row a line.

        DataError names the file when it cannot be read, is not UTF-8 or has no numbered heading; InvalidInput an
        unknown game.
        """
        if game not in GAMES:
            raise InvalidInput(f"there is no game {game!r}; the games are {', '.join(GAMES)}")
        builder = _Builder(game)
        for line in _body(_lines(Path(path))):
            builder.read(line)
        if not builder.drafts:
            raise DataError("this is no rulebook: no line starts with a number like 1.0 and a title", str(path))
        return cls(game, builder.drafts)

    def __len__(self) -> int:
        return len(self._drafts)

    def __repr__(self) -> str:
        sections = sum(draft.section is None for draft in self._drafts.values())
        return f"<Rulebook {self.game}: {sections} sections, {len(self) - sections} paragraphs>"

    def __reduce__(self) -> NoReturn:
        """Refuse to be pickled or copied: a worker or a checkpoint would carry the text to disk."""
        raise TypeError("a rulebook stays in memory; read it again from its file where it is needed")

    def passage(self, rule_id: str) -> Passage:
        """The passage of a rule, else that of its section; InvalidInput where the text has neither.

        A section's text holds its paragraphs too; that of a heading alone lists the headings below it.
        """
        for rule in (rule_id, _section_of(rule_id)):
            if rule in self._drafts:
                draft = self._drafts[rule]
                return Passage(rule, draft.title, "\n".join(draft.lines or self._contents(rule)))
        raise InvalidInput(f"this {self.game} rulebook has no passage for {rule_id!r}")

    def search(self, words: str) -> list[Passage]:
        """The passages with all of the words or beginnings of words, best first: by heading, then the densest text.

        A section is left out where one of its paragraphs has all the words, unless its heading has them.
        """
        wanted = [re.compile(rf"(?<!\w){re.escape(word)}") for word in words.casefold().split()]
        ranks = {rule: rank for rule in self._drafts if wanted and (rank := self._rank(rule, wanted))}
        for section in {self._drafts[rule].section for rule in ranks}:
            if section in ranks and ranks[section][0] < len(wanted):
                del ranks[section]
        return [self.passage(rule) for rule in sorted(ranks, key=ranks.__getitem__, reverse=True)]

    def _rank(self, rule: str, wanted: list[re.Pattern[str]]) -> tuple[int, bool, float] | None:
        """Words in the heading, whether a section's has all, their density in the text; None where one is missing."""
        draft = self._drafts[rule]
        title, text = draft.title.casefold(), "\n".join(draft.lines).casefold()
        in_heading = [bool(word.search(f"{rule.casefold()} {title}")) for word in wanted]
        hits = [len(word.findall(text)) for word in wanted]
        if not all(heading or hit for heading, hit in zip(in_heading, hits, strict=True)):
            return None
        if draft.section is not None and not all(hits) and all(word.search(title) for word in wanted):
            return None  # the title that it shares with its section is all that was asked for
        density = sum(hits) / (20 + len(text.split()))  # 20: a short line is not yet a dense one
        return sum(in_heading), draft.section is None and all(in_heading), density

    def _contents(self, rule: str) -> list[str]:
        below = [other for other, draft in self._drafts.items() if draft.section is None and _parent(other) == rule]
        return [f"{other.removeprefix(f'{self.game} ')} {self._drafts[other].title}" for other in below]


@dataclass(slots=True)
class _Draft:
    """A passage while it grows.  section: the id of the section that it is a paragraph of, else None."""

    title: str
    section: str | None = None
    lines: list[str] = field(default_factory=list, repr=False)


class _Builder:
    """Sorts the lines of a rulebook into passages, in reading order."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.drafts: dict[str, _Draft] = {}
        self._openings = [row for row in _openings() if row["rule"].startswith(f"{game} ") and row["opening"]]
        self._section = self._part = self._letter = ""  # ids of the passages that take the lines, and the last letter

    def read(self, line: str) -> None:
        """Take the next line of the body."""
        if match := _heading(line):
            title, text = match["title"], ""
            if match["letter"]:  # such headings run on into their text
                title, _, text = title.partition(". ")
            self._open_section(f"{self.game} {match['number']}{match['letter']}", title.removesuffix("."))
            self._add(text)
        elif not self._opens(line):
            match = _PARAGRAPH.fullmatch(line)
            if match and self._section and match["letter"] > self._letter:
                self._letter = match["letter"]
                self._open_part(f"{self._section}.{self._letter}", self.drafts[self._section].title)
                self._add(line, match["text"])
            else:
                self._add(line)

    def _opens(self, line: str) -> bool:
        """Whether an unnumbered line opens a passage of the table of openings, which is gone through in its order."""
        plain = _plain(line)
        for index, row in enumerate(self._openings):
            opening, within = _plain(row["opening"]), row["within"]
            if (within == self._section and plain.startswith(opening)) if within else plain == opening:
                del self._openings[: index + 1]
                self._open(row["rule"], within, line)
                return True
        return False

    def _open(self, rule: str, within: str, line: str) -> None:
        entry = inventory().get(rule)
        title = line if entry is None else entry.title
        if not within:
            self._open_section(rule, title)
        elif rule == within:
            self._part = ""
            self._add(line)
        else:
            self._open_part(rule, title)
            self._add(line)

    def _open_section(self, rule: str, title: str) -> None:
        self._section, self._part, self._letter = rule, "", ""
        self.drafts.setdefault(rule, _Draft(title))

    def _open_part(self, rule: str, title: str) -> None:
        self._part = rule
        self.drafts.setdefault(rule, _Draft(title, self._section))

    def _add(self, line: str, of_part: str | None = None) -> None:
        if line and self._section:
            self.drafts[self._section].lines.append(line)
            if self._part:
                self.drafts[self._part].lines.append(line if of_part is None else of_part)


def _lines(path: Path) -> list[str]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", str(path)) from None
    try:
        return [line.strip() for line in raw.decode("utf-8-sig").split("\n")]
    except UnicodeDecodeError as error:
        raise DataError(f"not UTF-8: {error.reason}", str(path), raw.count(b"\n", 0, error.start) + 1) from None


def _body(lines: list[str]) -> list[str]:
    """The lines from the first numbered heading on; where its number comes again, the first was a table of contents."""
    headings = [(match["number"], index) for index, line in enumerate(lines) if (match := _heading(line))]
    starts = [index for number, index in headings if number == headings[0][0]]
    return lines[starts[1] if len(starts) > 1 else starts[0] :] if starts else []


def _heading(line: str) -> re.Match[str] | None:
    """A numbered heading: a line of prose that happens to start with a decimal number goes on in small letters."""
    match = _HEADING.fullmatch(line)
    return None if match is None or match["title"][0].islower() else match


def _section_of(rule: str) -> str:
    """The id of the section that a paragraph belongs to, or of the section that speaks of a chart; '' if none."""
    entry = inventory().get(rule)
    if entry is not None and entry.section == "chart":
        return next((row["within"] for row in _openings() if row["rule"] == rule), "")
    if entry is not None:
        return f"{entry.game} {entry.section}"
    return rule[:-2] if re.fullmatch(r".*\.[A-Z]", rule) else ""


def _parent(rule: str) -> str:
    """The id of the section above a section: 1.2 of 1.2a and 1.2.3, 1.0 of 1.2."""
    if rule[-1].isalpha():
        return rule[:-1]
    above = rule.rpartition(".")[0]
    return above if "." in above else f"{above}.0"


def _plain(line: str) -> str:
    return line.translate(_TYPOGRAPHY).casefold()


@cache
def _summaries() -> Mapping[str, str]:
    rows = [row for name in ("summaries", "summaries_sfs") for row in _table(name)]
    return MappingProxyType({row["rule"]: row["summary"] for row in rows})


@cache
def _openings() -> tuple[dict[str, str], ...]:
    """How passages open that have no number in print: the first words, and the section that they are a part of.

    Without first words: a chart on a card of its own, and the section that speaks of it.
    """
    return tuple(_table("openings"))


def _table(name: str) -> list[dict[str, str]]:
    with (data_dir() / "rules" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
