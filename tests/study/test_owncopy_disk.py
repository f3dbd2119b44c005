"""A user's own copy on disk: two programs on one folder, killed programs, folders that cannot be written."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from gpwlab import DataError, InvalidInput
from gpwlab.core import files, tables
from gpwlab.core.ownfolder import JOURNAL
from gpwlab.study import OwnCopy
from tests.study.copies import UNIT, state

# -- two programs, killed programs, folders that cannot be written ----------------------------------------------------


def test_two_programs_do_not_destroy_each_others_edits(tmp_path: Path) -> None:
    one, two = OwnCopy("gpw", tmp_path), OwnCopy("gpw", tmp_path)
    one.set("units", UNIT, "attack", "9")
    with pytest.raises(DataError, match=r"another program has changed it since it was read; nothing was written"):
        two.set("tec", "forest", "shift", "-2")
    assert two.own == []
    two.reload()
    two.set("tec", "forest", "shift", "-2")
    assert OwnCopy("gpw", tmp_path).own == ["tec", "units"]
    (tmp_path / "tec.csv").unlink()  # by hand
    with pytest.raises(DataError, match=r"tec\.csv: another program has changed it"):
        two.undo()


def test_a_table_changed_by_hand_is_read_and_undo_begins_anew(tmp_path: Path) -> None:
    copy = OwnCopy("gpw", tmp_path)
    copy.set("units", UNIT, "attack", "9")
    file = tmp_path / "units.csv"
    file.write_text(file.read_text().replace("ax-inf-6,Axis", "ax-inf-6,Soviet"))
    again = OwnCopy("gpw", tmp_path)
    assert again.row("units", "ax-inf-6")["side"] == "Soviet"
    assert again.history == ((), 0)
    assert "cannot be undone" in again.note
    again.set("units", "ax-inf-6", "side", "Axis")
    again.undo()
    assert again.row("units", "ax-inf-6")["side"] == "Soviet"


def test_a_hand_that_changes_another_row_is_not_taken_for_a_killed_program(tmp_path: Path) -> None:
    """The last step would fit on what it wrote, and is not made again over it."""
    copy = OwnCopy("gpw", tmp_path)
    copy.set("units", UNIT, "attack", "9")
    rows = tables.shipped("gpw", "units").rows
    by_hand = [{**row, "attack": "7"} if row["unit_id"] == "ax-inf-6" else row for row in rows]
    (tmp_path / "units.csv").write_bytes(tables.to_bytes(by_hand, list(rows[0])))
    again = OwnCopy("gpw", tmp_path)
    assert "changed by another program" in again.note
    assert again.rows("units") == by_hand
    assert again.history.done == 0


def test_a_writer_that_waits_in_vain_is_told(copy: OwnCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    from filelock import FileLock

    monkeypatch.setattr("gpwlab.core.ownfolder.WAIT", 0.05)
    with FileLock(copy.folder / ".own-copy.lock"), pytest.raises(DataError, match="another program is writing here"):
        copy.set("units", UNIT, "attack", "9")
    copy.set("units", UNIT, "attack", "9")


KILLED = """
import os, sys
from gpwlab.core import files
from gpwlab.study import OwnCopy
copy, left = OwnCopy("gpw", sys.argv[1]), int(sys.argv[2])
put = files._put
def die(staged, target):
    global left
    if not left:
        os._exit(9)
    left -= 1
    put(staged, target)
files._put = die
copy.set_many([("units", "ax-inf-5", "attack", "9"), ("tec", "forest", "shift", "-2")])
"""


def _after_a_kill(folder: Path, renamed: int) -> None:
    """What a step of two tables comes to when it was cut off after so many files."""
    copy = OwnCopy("gpw", folder)
    assert copy.own == (["turns"] if renamed == 0 else ["turns", "tec", "units"])
    assert copy.history.done == (1 if renamed == 0 else 2)
    assert copy.note == ""
    for _ in range(copy.history.done):
        copy.undo()
    assert copy.own == []


def test_a_killed_program_leaves_a_step_whole(tmp_path: Path) -> None:
    OwnCopy("gpw", tmp_path).set("turns", "1", "period", "June")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), "1"], check=False)
    assert killed.returncode == 9
    _after_a_kill(tmp_path, 1)


@pytest.mark.parametrize("renamed", [0, 2, 3])
def test_a_step_cut_off_anywhere_is_whole_or_not_begun(
    tmp_path: Path, renamed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = OwnCopy("gpw", tmp_path)
    copy.set("turns", "1", "period", "June")

    def cut_off(given: dict[Path, bytes | None], what: str = "") -> None:
        for path, data in list(given.items())[:renamed]:
            files.write_all({path: data})
        raise KeyboardInterrupt

    monkeypatch.setattr("gpwlab.core.ownfolder.write_all", cut_off)
    with pytest.raises(KeyboardInterrupt):
        copy.set_many([("units", UNIT, "attack", "9"), ("tec", "forest", "shift", "-2")])
    monkeypatch.undo()
    _after_a_kill(tmp_path, renamed)


def test_a_full_disk_changes_nothing(copy: OwnCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    copy.set("units", UNIT, "attack", "9")
    before, rows = state(copy.folder), copy.rows("tec")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(DataError, match=r"own-copy\.json: the file cannot be written: No space left on device"):
            copy.set("tec", "forest", "shift", "-2")
    assert state(copy.folder) == before
    assert copy.rows("tec") == rows
    assert not [path for path in copy.folder.iterdir() if path.name.endswith((".csv.", "tmp"))]
    copy.set("tec", "forest", "shift", "-2")  # room again


def test_a_file_that_cannot_be_replaced_takes_the_others_back(copy: OwnCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    before = state(copy.folder)
    put = files._put

    def held(staged: Path | None, target: Path) -> None:
        if target.name == "units.csv":
            raise PermissionError(13, "the file is open elsewhere")
        put(staged, target)

    monkeypatch.setattr(files, "_put", held)
    with pytest.raises(DataError, match=r"units\.csv: the file cannot be written: the file is open elsewhere"):
        copy.set_many([("tec", "forest", "shift", "-2"), ("units", UNIT, "attack", "9")])
    assert state(copy.folder) == before
    assert copy.own == []


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_read_and_not_written(copy: OwnCopy) -> None:
    copy.folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        again = OwnCopy("gpw", copy.folder)
        with pytest.raises(DataError, match=r"the folder cannot be written: Permission denied"):
            again.set("units", UNIT, "attack", "9")
        assert again.own == []
    finally:
        copy.folder.chmod(stat.S_IRWXU)


def test_a_folder_that_may_not_be_written_says_so(copy: OwnCopy, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_given: object, **_named: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("filelock.FileLock.acquire", refused)
    with pytest.raises(DataError, match=r"own: the folder cannot be written: Permission denied"):
        copy.set("units", UNIT, "attack", "9")
    assert (copy.own, state(copy.folder)) == ([], {})


def test_a_folder_of_another_game_or_with_a_damaged_journal_is_refused(copy: OwnCopy) -> None:
    copy.set("units", UNIT, "attack", "9")
    with pytest.raises(DataError, match=r"a copy of 'gpw', not of sfs"):
        OwnCopy("sfs", copy.folder)
    journal = copy.folder / JOURNAL
    journal.write_bytes(journal.read_bytes().replace(b'"8"', b'"7"', 1))
    with pytest.raises(DataError, match=r"the checksum does not fit.*remove it to go on without undo"):
        OwnCopy("gpw", copy.folder)
    journal.unlink()
    assert OwnCopy("gpw", copy.folder).own == ["units"]
    with pytest.raises(InvalidInput, match="a game is one of gpw, sfs, hube, not 'chess'"):
        OwnCopy("chess", copy.folder)
    file = copy.folder / "units.csv"
    with pytest.raises(DataError, match="the folder cannot be made"):
        OwnCopy("gpw", file)
