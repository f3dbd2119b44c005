"""The list of every entry of the three rulebooks, and the ids that code and tests cite."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from gpwlab.core.resources import data_dir

GAMES = ("gpw", "hube", "sfs")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a rulebook: a section, a paragraph of one, or a chart.

    narrative_allowed: True for an entry that states no rule (a heading, a description of the components).
    """

    game: str
    section: str
    paragraph: str
    title: str
    narrative_allowed: bool

    @property
    def id(self) -> str:
        """Game, space, section and, where there is a paragraph, a dot and the paragraph."""
        return f"{self.game} {self.section}" + (f".{self.paragraph}" if self.paragraph else "")


def read(path: Path) -> Mapping[str, Entry]:
    """The entries of an inventory file by their ids, in the file's order."""
    with path.open(encoding="utf-8", newline="") as file:
        entries = [
            Entry(row["game"], row["section"], row["paragraph"], row["title"], row["narrative_allowed"] == "yes")
            for row in csv.DictReader(file)
        ]
    return MappingProxyType({entry.id: entry for entry in entries})


@cache
def inventory() -> Mapping[str, Entry]:
    """The entries of ``data/rules/inventory.csv`` by their ids."""
    return read(data_dir() / "rules" / "inventory.csv")
