"""A house variant as one readable file: what it holds, and what is wrong with one that is not right."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from gpwlab import gpw
from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.gpw import housefile, worlds

MODULE = '''
def slow(pos, unit, mp):
    """Everybody has one MP less."""
    return mp - 1
'''
HEAD = 'format = "gpwlab house variant"\nversion = 1\nname = "Mine"\n'
SWAMP = '\n[[tables.tec]]\nterrain = "swamp"\nfoot_mp = 4\n'


@pytest.fixture
def my_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module of the user's own, imported."""
    (tmp_path / "my_rules.py").write_text(MODULE, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield importlib.import_module("my_rules")
    del sys.modules["my_rules"]


def variant(module: Any) -> gpw.RuleSet:
    rails = next(row for row in worlds.shipped()["rails"] if row["kind"] == "track")
    tables = {
        "tec": {"swamp": {"foot_mp": 4, "shift": -3}},
        "crt": {(3, 2): {"result": "DE"}},
        "rails": {(rails["hex_a"], rails["hex_b"], "track"): None},
    }
    note = 'wet "and" cold\nsecond line'
    return gpw.house("Тула", ("23.1.1", "air"), tables, {"allowance": module.slow}, note)


def test_a_file_brings_the_same_variant_back(my_rules: Any, tmp_path: Path) -> None:
    house = variant(my_rules)
    house.save(tmp_path / "mine.toml")
    assert gpw.house_file(tmp_path / "mine.toml") == house
    text = (tmp_path / "mine.toml").read_text("utf-8")
    assert "my_rules:slow" in text
    assert "return" not in text  # names, never code


def test_a_module_that_is_not_imported_is_named_and_not_run(my_rules: Any, tmp_path: Path) -> None:
    variant(my_rules).save(tmp_path / "mine.toml")
    module = sys.modules.pop("my_rules")
    try:
        with pytest.raises(
            DataError, match=r"mine\.toml, line \d+: hook allowance is in the module my_rules: import it"
        ):
            gpw.house_file(tmp_path / "mine.toml")
        assert "my_rules" not in sys.modules
    finally:
        sys.modules["my_rules"] = module


def test_a_function_of_no_module_cannot_be_saved(tmp_path: Path) -> None:
    def inner(pos: Any, unit: int, mp: int) -> int:
        return mp

    with pytest.raises(InvalidInput, match=r"put it into a \.py file"):
        gpw.house("Mine", hooks={"allowance": inner}).save(tmp_path / "mine.toml")
    assert not (tmp_path / "mine.toml").exists()
    with pytest.raises(InvalidInput, match="without a name"):
        gpw.rules("23.1.1").save(tmp_path / "mine.toml")


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("nothing", 1, "not TOML"),
        (HEAD.replace("house variant", "save"), 1, "not a file of the format"),
        (HEAD.replace("= 1", "= 2"), 2, "version 2 is newer than this gpwlab, which reads up to 1"),
        (HEAD.replace("= 1", '= "1"'), 2, "version is a whole number"),
        (HEAD.replace('"Mine"', "3"), 3, "has a name"),
        (HEAD + "colour = 3\n", 4, "no field 'colour'"),
        (HEAD + 'options = ["air",\n "23.99"]\n', 4, "no rule option '23.99'"),
        (HEAD + 'options = ["23.1.1", "23.1.2"]\n', 4, "conflicts with"),
        (HEAD + "options = 3\n", 4, "options are a list"),
        (HEAD + "tables = 3\n", 4, "tables is a section"),
        (HEAD + '\n[[tables.tec]]\nterrain = "swamp"\nfoot_mp = -1\n', 5, "'-1' must be"),
        (HEAD + '\n[[tables.tec]]\nterrain = "swamp"\ncost = 1\n', 5, "no column 'cost'"),
        (HEAD + "\n[[tables.tec]]\nfoot_mp = 3\n", 5, "names its terrain"),
        (HEAD + SWAMP + '[[tables.tec]]\nterrain = "bog"\nfoot_mp = 4\n', 8, "no row bog"),
        (HEAD + "\n[[tables.teck]]\nterrain = 3\n", 5, "no table 'teck'"),
        (HEAD + '\n[hooks]\nsteps = ["a:b"]\n', 6, "no hook 'steps'"),
        (HEAD + '\n[hooks]\nstep = "a:b"\n', 6, "is a list of module:function"),
        (HEAD + '\n[hooks]\nstep = ["lambda: 3"]\n', 6, "named as module:function"),
        (HEAD + '\n[hooks]\nstep = ["no_such_module:f"]\n', 6, "import it first"),
        (HEAD + '\n[hooks]\nstep = ["gpwlab.gpw.hooks:no_such"]\n', 6, "has no no_such"),
        (HEAD + '\n[hooks]\nstep = ["gpwlab.gpw.hooks:NAMES"]\n', 6, "is a function"),
        (HEAD + '\n[hooks]\nbegin = ["shutil:rmtree"]\n', 6, "belongs to Python"),
        (HEAD + '\n[hooks]\nbegin = ["importlib.resources:path"]\n', 6, "belongs to Python"),
        (HEAD + '\n[hooks]\nbegin = ["gpwlab.gpw.housefile:house"]\n', 6, "is not written in the module"),
        (HEAD.replace("= 1", "= " + 5000 * "1"), 4, "not TOML"),
        ("format = " + 5000 * "[", 1, "not TOML"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_told_with_its_line(text: str, line: int, told: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=told) as caught:
        gpw.house_file(path)
    assert (Path(caught.value.file).name, caught.value.row) == ("mine.toml", line)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        gpw.house_file(tmp_path / "none.toml")
    with pytest.raises(InvalidInput, match="a file is a path"):
        gpw.house_file(3)  # type: ignore[arg-type]


def test_the_example_of_the_module_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The docstring's file loads once its module is there."""
    (tmp_path / "my_rules.py").write_text("def walks(pos, unit):\n    return False\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    importlib.import_module("my_rules")
    try:
        example = (housefile.__doc__ or "").split("::\n")[1].split("\nA row names")[0]
        (tmp_path / "deep.toml").write_text("\n".join(line.strip() for line in example.splitlines()), "utf-8")
        house = gpw.house_file(tmp_path / "deep.toml")
        assert (house.name, house.options) == ("Deep mud", ("increased-infantry-movement",))
        assert house.edits == {"tec": {("river",): {"foot_mp": "2"}}}
    finally:
        del sys.modules["my_rules"]
