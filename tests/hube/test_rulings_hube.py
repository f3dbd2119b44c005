"""Each ruling on Hube's Pocket says what is printed, how we read it, why, and which tests hold it; the tests exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "rulings_hube.md").read_text(encoding="utf-8")
LINES = [
    [cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if re.match(r"\| H\d", line)
]
PARTS = re.split(r"^### ", TEXT, flags=re.M)[1:]
DEFINED = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), flags=re.M)
}


def test_rulings_are_numbered_in_order() -> None:
    numbers = [cells[0] for cells in LINES] + [part.split(".")[0] for part in PARTS]
    assert numbers == [f"H{n}" for n in range(1, len(numbers) + 1)]
    assert len(LINES) == 98


@pytest.mark.parametrize("cells", LINES, ids=lambda cells: cells[0])
def test_a_line_is_whole_and_its_test_exists(cells: list[str]) -> None:
    assert len(cells) == 6
    assert all(cells)
    named = re.findall(r"`(test_\w+)`", cells[5])
    assert named
    assert set(named) <= DEFINED


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.split(".")[0])
def test_a_ruling_is_whole_and_its_tests_exist(part: str) -> None:
    for heading in ("- Text:", "- Reading:", "- Reason:", "- Test:"):
        assert heading in part
    named = re.findall(r"\b(test_\w+)", part.split("- Test:")[1])
    assert named
    assert set(named) <= DEFINED


def test_every_ruling_that_a_table_names_is_here() -> None:
    named = {
        number
        for path in (ROOT / "data" / "hube").glob("*.csv")
        for number in re.findall(r"\bH\d+\b", path.read_text(encoding="utf-8"))
        if number != "H" and not number.startswith("Hs")
    }
    assert named <= {cells[0] for cells in LINES} | {part.split(".")[0] for part in PARTS}
