"""Each ruling says what the text is, how we read it, why, and which tests hold it; the tests exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
#: One file a game, with the letter of its numbers.
FILES = {"R": "rulings.md", "S": "rulings_sfs.md"}
BY_FILE = {
    letter: re.split(r"^### ", (ROOT / "docs" / name).read_text(encoding="utf-8"), flags=re.M)[1:]
    for letter, name in FILES.items()
}
RULINGS = [ruling for rulings in BY_FILE.values() for ruling in rulings]
DEFINED = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), flags=re.M)
}


@pytest.mark.parametrize("letter", FILES)
def test_rulings_are_numbered_in_order(letter: str) -> None:
    numbers = [int(ruling.split(".")[0].removeprefix(letter)) for ruling in BY_FILE[letter]]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.split(".")[0])
def test_a_ruling_is_whole_and_its_tests_exist(ruling: str) -> None:
    for part in ("- Text:", "- Reading:", "- Reason:", "- Test:"):
        assert part in ruling
    # a name ends in "..." where it is cut short; test_file.py names a file
    named = re.findall(r"\b(test_\w+)(\.\.\.|\.py)?", ruling.split("- Test:")[1])
    assert named
    for name, rest in named:
        if rest == ".py":
            assert list((ROOT / "tests").rglob(f"{name}.py")), name
        elif rest == "...":
            assert any(test.startswith(name) for test in DEFINED), name
        else:
            assert name in DEFINED, name
