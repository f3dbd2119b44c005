"""A user's own copy handed on: what is shared is received whole, and what is no sound shared copy is refused."""

from __future__ import annotations

import json
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from gpwlab import DataError, InvalidInput
from gpwlab.core import bundle
from gpwlab.study import OwnCopy
from tests.study.copies import UNIT


@pytest.fixture
def shared(copy: OwnCopy, tmp_path: Path) -> Path:
    copy.set("units", UNIT, "attack", "9")
    copy.set("tec", "forest", "shift", "-2")
    return copy.share(tmp_path / "mine.zip")


def test_a_shared_copy_is_received_whole(copy: OwnCopy, shared: Path, tmp_path: Path) -> None:
    other = OwnCopy.receive(shared, tmp_path / "theirs")
    assert other.game == "gpw"
    assert other.diff().equals(copy.diff())
    assert (other.note, other.faults(), other.history.done) == ("", [], 0)
    first = shared.read_bytes()
    assert other.share(tmp_path / "again.zip").read_bytes() == first
    manifest = json.loads(zipfile.ZipFile(shared).read("manifest.json"))
    assert (manifest["game"], sorted(manifest["files"])) == ("gpw", ["tec.csv", "units.csv"])
    assert ["units", UNIT, "attack", "8", "9"] in manifest["diff"]


def test_an_unfinished_copy_may_be_shared(tmp_path: Path) -> None:
    copy = OwnCopy("gpw", tmp_path / "a")
    copy.set("hexes", "B1407", "terrain", "sea")
    other = OwnCopy.receive(copy.share(tmp_path / "a.zip"), tmp_path / "b")
    assert [f.message for f in other.faults()] == [f.message for f in copy.faults()] != []


def test_nothing_is_shared_from_an_empty_copy(copy: OwnCopy, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="nothing to share"):
        copy.share(tmp_path / "x.zip")
    assert not (tmp_path / "x.zip").exists()


def test_tables_of_ones_own_are_not_written_over(copy: OwnCopy, shared: Path) -> None:
    before = {path.name: path.read_bytes() for path in copy.folder.iterdir()}
    with pytest.raises(DataError, match="there are tables already; receive into a new folder"):
        OwnCopy.receive(shared, copy.folder)
    assert {path.name: path.read_bytes() for path in copy.folder.iterdir()} == before


def test_a_copy_of_older_shipped_tables_says_so(shared: Path, tmp_path: Path) -> None:
    manifest, held = bundle.unpack(shared)
    bundle.pack(shared, held, {**manifest, "base": {**manifest["base"], "units": "0" * 64}})
    assert "newer versions of units than" in OwnCopy.receive(shared, tmp_path / "theirs").note
    assert "newer versions of units than" in OwnCopy("gpw", tmp_path / "theirs").note


def test_it_says_so_also_after_more_corrections(shared: Path, tmp_path: Path) -> None:
    manifest, held = bundle.unpack(shared)
    bundle.pack(shared, held, {**manifest, "base": {**manifest["base"], "units": "0" * 64}})
    theirs = OwnCopy.receive(shared, tmp_path / "theirs")
    theirs.set("units", UNIT, "attack", "7")
    assert "newer versions of units than" in OwnCopy("gpw", tmp_path / "theirs").note


def _with(shared: Path, name: str, data: bytes, **about: Any) -> None:
    """A shared file whose manifest fits, with something else in it."""
    manifest, held = bundle.unpack(shared)
    bundle.pack(shared, {**held, name: data}, {**manifest, **about})


def _bad_cell(shared: Path) -> None:
    _manifest, held = bundle.unpack(shared)
    _with(shared, "units.csv", held["units.csv"].replace(b",9,8,6,", b",nine,8,6,"))


HARMFUL: list[tuple[str, Any, str]] = [
    ("a path", lambda z: _with(z, "../units.csv", b"x"), "a shared copy holds no '../units.csv'"),
    ("an absolute path", lambda z: _with(z, "/tmp/units.csv", b"x"), "holds no '/tmp/units.csv'"),
    ("a Windows path", lambda z: _with(z, "..\\units.csv", b"x"), "a shared copy holds no"),
    ("a program", lambda z: _with(z, "setup.py", b"import os"), "gpw has no table 'setup.py'"),
    ("an unknown table", lambda z: _with(z, "spells.csv", b"a\n1\n"), "gpw has no table 'spells.csv'"),
    ("no table", lambda z: _with(z, "tec.csv", b"terrain\n"), "column foot_mp: the column is missing"),
    ("a bad cell", _bad_cell, r"units\.csv, line 5, column attack: 'nine' must be a whole number"),
    ("another game", lambda z: _with(z, "tec.csv", b"", game="chess"), "a copy of 'chess', which is no game"),
    ("another version", lambda z: _with(z, "tec.csv", b"", version=2), "version 2; this gpwlab reads version 1"),
    ("another format", lambda z: _with(z, "tec.csv", b"", format="x"), "a zip file, but no shared copy"),
    ("half a file", lambda z: z.write_bytes(z.read_bytes()[:-30]), "no shared copy, or a damaged one"),
    ("no zip", lambda z: z.write_text("units"), "no shared copy, or a damaged one: File is not a zip file"),
    ("no file", lambda z: z.unlink(), "no shared copy, or a damaged one"),
    ("a bomb", lambda z: _with(z, "tec.csv", bytes(bundle.MOST + 1)), "what it holds is too large"),
    ("too large", lambda z: z.write_bytes(bytes(bundle.MOST_PACKED + 1)), "too large for a shared copy"),
]


@pytest.mark.parametrize(("harm", "text"), [case[1:] for case in HARMFUL], ids=[case[0] for case in HARMFUL])
def test_what_is_no_sound_shared_copy_is_refused_and_writes_nothing(
    shared: Path, tmp_path: Path, harm: Any, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "MOST", 500_000)
    monkeypatch.setattr(bundle, "MOST_PACKED", 100_000)
    harm(shared)
    with pytest.raises(DataError, match=text):
        OwnCopy.receive(shared, tmp_path / "theirs")
    assert not (tmp_path / "theirs").exists()
    assert not (tmp_path / "units.csv").exists()


def test_every_byte_of_a_shared_file_that_matters_is_checked(shared: Path, tmp_path: Path) -> None:
    whole = shared.read_bytes()
    original = bundle.unpack(shared)
    for at in range(0, len(whole), 97):
        shared.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with suppress(DataError):
            assert bundle.unpack(shared) == original  # a date or a flag that nobody reads
