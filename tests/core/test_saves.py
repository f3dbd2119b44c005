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
from gpwlab.core.files import write_all

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
    lambda text: text.replace(b"[2,3]", b"[" * 2000 + b"]" * 2000),
    lambda text: text.replace(b"[2,3]", b"[" * 600 + b"]" * 600),
    lambda text: text.replace(b"[2,3]", b"NaN"),
    lambda text: text.replace(b"[2,3]", b"-Infinity"),
    lambda text: text.replace(b"[2,3]", b"9" * 5000),
    lambda text: text.replace(b'"version":1', b'"version":1.0'),
    lambda text: text.replace(b'"version":1', b'"version":true'),
    lambda text: text.replace(b'"version":1', b'"version":null'),
    lambda text: text * 2,
    lambda text: text[::-1],
    lambda text: b"\xff\xfe",
])  # fmt: skip
def test_other_damage_is_refused_by_name(change: Any, tmp_path: Path) -> None:
    path = written(tmp_path / "damaged.json")
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(DataError, match=r"damaged\.json"):
        saves.read(path)


def test_every_length_and_every_byte_less_or_twice_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json")
    whole = path.read_bytes()
    for place in range(len(whole)):
        for other in (whole[:place], whole[:place] + whole[place + 1 :], whole[: place + 1] + whole[place:]):
            path.write_bytes(other)
            with pytest.raises(DataError, match=r"a\.json"):
                saves.read(path)


def test_what_is_no_number_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        saves.write(tmp_path / "a.json", {"chance": float("nan")})
    assert list(tmp_path.iterdir()) == []


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(saves.LARGEST + 1)  # of holes, it takes no room
    with pytest.raises(DataError, match=r"huge\.json: the file cannot be read: it has 200,000,001 bytes"):
        saves.read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_what_is_no_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    for path in (tmp_path / "pipe.json", Path("/dev/zero")):
        with pytest.raises(DataError, match="a folder or a device"):
            saves.read(path)


def test_a_save_of_a_newer_format_is_refused_as_such(tmp_path: Path) -> None:
    path = altered(written(tmp_path / "a.json"), version=2)
    with pytest.raises(DataError, match=r"a\.json: save version 2; this gpwlab reads version 1: a newer one"):
        saves.read(path)


def test_a_file_of_another_format_is_refused_as_such(tmp_path: Path) -> None:
    path = altered(written(tmp_path / "a.json"), format="something else")
    with pytest.raises(DataError, match="no save of gpwlab"):
        saves.read(path)


def test_a_save_without_a_checksum_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json")
    whole = json.loads(path.read_text())
    del whole["checksum"]
    path.write_text(json.dumps(whole))
    with pytest.raises(DataError, match="has been changed"):
        saves.read(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"absent\.json: the file cannot be read"):
        saves.read(tmp_path / "absent.json")
    with pytest.raises(DataError, match="cannot be read"):
        saves.read(tmp_path)


@pytest.mark.parametrize("wrong", [None, 5, ["a"], b"a.json", "a\0.json"])
def test_a_path_must_be_one(wrong: Any) -> None:
    with pytest.raises(InvalidInput, match="a file is a path"):
        saves.read(wrong)
    with pytest.raises(InvalidInput, match="a file is a path"):
        saves.write(wrong, {})


#: Each step of writing, by the function that fails, with what is there when it does.
STEPS = ("open", "write", "fsync", "replace")


def fails(step: str, monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let one step of writing a file fail; the one before it has been done."""

    def full(*_arguments: object) -> None:
        raise error

    if step == "write":  # the file is there, and half of it
        real = os.fdopen

        class Half:
            def __init__(self, handle: int) -> None:
                self.file = real(handle, "wb")

            def __enter__(self) -> Half:
                return self

            def __exit__(self, *_: object) -> None:
                self.file.close()

            def write(self, data: bytes) -> None:
                self.file.write(data[: len(data) // 2])
                self.file.flush()
                raise error

        monkeypatch.setattr(os, "fdopen", lambda handle, _mode: Half(handle))
    else:
        monkeypatch.setattr(os, step, full)


@pytest.mark.parametrize("step", STEPS)
def test_a_save_that_cannot_be_written_leaves_the_old_one(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "a.json")
    before = path.read_bytes()
    fails(step, monkeypatch, OSError(28, "No space left on device"))
    with pytest.raises(DataError, match=r"a\.json: the file cannot be written: No space left on device"):
        saves.write(path, BODY | {"more": 1})
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]  # and nothing else
    monkeypatch.undo()
    saves.write(path, BODY | {"more": 1})
    assert saves.read(path)["more"] == 1


@pytest.mark.parametrize("step", STEPS)
def test_an_interrupt_while_it_is_written_leaves_the_old_one(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path / "a.json")
    before = path.read_bytes()
    fails(step, monkeypatch, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        saves.write(path, BODY | {"more": 1})
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, real = written(tmp_path / "a.json"), os.open
    monkeypatch.setattr(os, "open", lambda *_arguments: real("/dev/full", os.O_WRONLY))
    with pytest.raises(DataError, match="No space left on device"):
        saves.write(path, BODY | {"more": 1})
    assert saves.read(path)["text"] == BODY["text"]


def test_a_read_only_file_is_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json")
    path.chmod(0o444)
    with pytest.raises(DataError, match=r"a\.json: the file cannot be written: the file is read-only"):
        saves.write(path, BODY | {"more": 1})
    assert "more" not in saves.read(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such modes and links")
def test_a_file_keeps_its_mode_and_a_link_goes_on_pointing(tmp_path: Path) -> None:
    path = written(tmp_path / "a.json")
    path.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(path)
    saves.write(link, BODY | {"more": 1})
    assert link.is_symlink()
    assert saves.read(path)["more"] == 1
    assert path.stat().st_mode & 0o777 == 0o640


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


def test_half_a_character_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="whole characters"):
        saves.write_text(tmp_path / "a.toml", "name = '\ud800'")
    assert list(tmp_path.iterdir()) == []


def test_the_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert saves.digest({"a": 1, "b": [2]}) == saves.digest({"b": [2], "a": 1})
    assert saves.digest({"a": 1}) != saves.digest({"a": 2})
    assert saves.digest([1, 2]) != saves.digest([2, 1])


def test_of_several_files_none_is_written_and_nothing_left_behind(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("old")
    with pytest.raises(DataError, match=r"none.b\.csv: the file cannot be written"):
        write_all({tmp_path / "a.csv": b"new", tmp_path / "none" / "b.csv": b"new"})
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.csv", "old")]
