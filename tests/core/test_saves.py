"""Save files: written whole or not at all, and refused when anything about them has changed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpwlab import DataError, InvalidInput
from gpwlab.core import saves

BODY = {"game": "none", "list": [1, [2, 3], {"b": True, "a": None}], "text": 'Königsberg \u2028 "quoted"', "empty": {}}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def written(path: Path, **changes: Any) -> Path:
    saves.write(path, BODY | changes)
    return path


def altered(path: Path, **changes: Any) -> Path:
    """The save with other values of its own making, its checksum as it was or given."""
    whole = json.loads(path.read_text()) | changes
    path.write_text(json.dumps(whole))
    return path


@given(body=st.dictionaries(st.text(max_size=5).filter(lambda key: key not in ("format", "version", "checksum")), JSON))
def test_what_is_written_is_read(body: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("saves") / "a.json"
    saves.write(path, body)
    read = saves.read(path)
    assert {key: value for key, value in read.items() if key not in ("format", "version")} == body


def test_every_byte_matters(tmp_path: Path) -> None:
    """Each byte becomes each of ten others: none passes, not even a blank for a blank of another kind."""
    path = written(tmp_path / "a.json")
    whole = path.read_bytes()
    for place, byte in enumerate(whole):
        for other in {32, 9, 10, 13, 44, 48, 49, 125, 255, byte ^ 1, byte ^ 32} - {byte}:
            path.write_bytes(whole[:place] + bytes([other]) + whole[place + 1 :])
            with pytest.raises(DataError):
                saves.read(path)


@pytest.mark.parametrize("change", [
    lambda text: text[:-1],
    lambda text: text + b" ",
    lambda text: b"\xef\xbb\xbf" + text,
    lambda text: text.replace(b"\n", b"\r\n"),
    lambda text: text.replace(b'"game"', b'"game":"none","game"', 1),   # a doubled key
    lambda text: text.replace(b'"game"', b'"\\u0067ame"', 1),           # the same key in an escape
    lambda text: text.replace(b"[2,3]", b"[2, 3]"),
    lambda text: b"",
    lambda text: b"[]",
    lambda text: b"{}",
    lambda text: b"[" * 100_000,
    lambda text: b"\xff\xfe",
])  # fmt: skip
def test_other_damage_is_refused_by_name(change: Any, tmp_path: Path) -> None:
    path = written(tmp_path / "damaged.json")
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(DataError, match=r"damaged\.json"):
        saves.read(path)


def test_a_save_of_a_newer_format_is_refused_as_such(tmp_path: Path) -> None:
    path = altered(written(tmp_path / "a.json"), version=2)
    with pytest.raises(DataError, match="save version 2; this gpwlab reads version 1"):
        saves.read(path)


def test_a_file_of_another_format_is_refused_as_such(tmp_path: Path) -> None:
    path = altered(written(tmp_path / "a.json"), format="something else")
    with pytest.raises(DataError, match="not a gpwlab save"):
        saves.read(path)


def test_a_save_without_a_checksum_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json")
    whole = json.loads(path.read_text())
    del whole["checksum"]
    path.write_text(json.dumps(whole))
    with pytest.raises(DataError, match="has been changed"):
        saves.read(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"absent\.json: the save cannot be read"):
        saves.read(tmp_path / "absent.json")
    with pytest.raises(DataError, match="cannot be read"):
        saves.read(tmp_path)


@pytest.mark.parametrize("wrong", [None, 5, ["a"]])
def test_a_path_must_be_one(wrong: Any) -> None:
    with pytest.raises(InvalidInput, match="a save is a path"):
        saves.read(wrong)
    with pytest.raises(InvalidInput, match="a save is a path"):
        saves.write(wrong, {})


def test_a_save_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "a.json")
    before = path.read_bytes()

    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(DataError, match="cannot be written: No space left on device"):
        saves.write(path, BODY | {"more": 1})
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]  # and nothing else


def test_a_body_that_is_no_json_leaves_the_old_save(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json")
    before = path.read_bytes()
    with pytest.raises(TypeError):
        saves.write(path, {"bad": object()})
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"a\.json: the file cannot be written"):
        saves.write(tmp_path / "absent" / "a.json", BODY)


def test_the_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert saves.digest({"a": 1, "b": [2]}) == saves.digest({"b": [2], "a": 1})
    assert saves.digest({"a": 1}) != saves.digest({"a": 2})
    assert saves.digest([1, 2]) != saves.digest([2, 1])
