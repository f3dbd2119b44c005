"""Two games on one file: neither destroys the other, in one process, in two, and in two labs."""

from __future__ import annotations

import errno
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from filelock import FileLock

from gpwlab import gpw, hube, sfs
from gpwlab.core import beside, saves
from gpwlab.core.errors import DataError


def actions(path: Path) -> list[str]:
    """What a save's game has done, in the order of its log."""
    return [text for _before, text, _facts in saves.read(path)["history"]]


def moving() -> gpw.Game:
    """A game in the first Axis Panzer Movement Phase."""
    game = gpw.new("barbarossa", seed=1)
    game.play(phase="Axis Panzer Movement")
    return game


def test_a_game_that_goes_on_takes_the_place_of_its_older_save(tmp_path: Path) -> None:
    path, game = tmp_path / "a.json", moving()
    assert game.save(path) is None
    game.do("move ax-pz-47 B1712")
    assert game.save(path) is None
    game.undo()  # what is undone stays in the history, so that nothing is lost here either
    game.do("move ax-inf-7 B1713")
    assert game.save(path, brief=True) is None
    again = gpw.load(path)
    again.next_phase()
    assert again.save(path) is None
    assert [file.name for file in tmp_path.iterdir()] == ["a.json"]
    assert actions(path)[-3:] == ["move ax-pz-47 B1712", "move ax-inf-7 B1713", "done"]


def test_two_that_part_are_both_kept_and_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "war.gpw.json"
    moving().save(path)
    one, two = gpw.load(path), gpw.load(path)
    one.do("move ax-pz-47 B1712")
    two.next_phase()
    one.save(path)
    with pytest.warns(UserWarning, match=r"another game or line of play, which is kept as .*war\.gpw\.kept-1\.json"):
        kept = two.save(path)
    assert kept == tmp_path / "war.gpw.kept-1.json"
    assert (actions(kept)[-1], actions(path)[-1]) == ("move ax-pz-47 B1712", "done")
    assert gpw.load(kept).position == one.position
    with pytest.warns(UserWarning, match=r"kept-2"):
        one.save(path)
    assert gpw.load(tmp_path / "war.gpw.kept-2.json").position == two.position


@pytest.mark.parametrize("other", [
    gpw.new("barbarossa", seed=2), gpw.new("barbarossa", rules="air", seed=1), hube.new("korsun"), sfs.new("red-square")
], ids=["seed", "rules", "hube", "sfs"])  # fmt: skip
def test_another_game_is_kept(other: gpw.Game | hube.Game | sfs.Game, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    other.save(path)
    before = path.read_bytes()
    with pytest.warns(UserWarning, match="kept-1"):
        gpw.new("barbarossa", seed=1).save(path)
    assert (tmp_path / "a.kept-1.json").read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"my notes", b"\xff\xfe", b'{"format":"gpwlab save","version":9}'])
def test_what_is_no_save_or_a_newer_one_is_kept(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.warns(UserWarning, match="kept-1"):
        gpw.new("barbarossa").save(path)
    assert (tmp_path / "a.kept-1.json").read_bytes() == content
    assert gpw.load(path).cursor == 0


def test_a_damaged_save_is_kept_too(tmp_path: Path) -> None:
    path, game = tmp_path / "a.json", gpw.new("barbarossa")
    game.save(path)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.warns(UserWarning, match="kept-1"):
        game.save(path)


def test_where_the_other_cannot_be_kept_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    path.write_text("my notes")

    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(DataError, match=r"kept-1\.json: the file cannot be written: No space left"):
        gpw.new("barbarossa").save(path)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("a.json", "my notes")]


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS, errno.EACCES], ids=errno.errorcode.get)
def test_where_no_lock_can_be_had_it_still_saves(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_arguments: object, **_named: object) -> None:
        raise OSError(number, "No locks available")

    monkeypatch.setattr("filelock.FileLock.acquire", none)
    gpw.new("barbarossa").save(tmp_path / "a.json")
    assert gpw.load(tmp_path / "a.json").cursor == 0


def test_a_lock_that_fails_in_another_way_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object, **_named: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("filelock.FileLock.acquire", broken)
    with pytest.raises(DataError, match="the folder cannot be locked: Input/output error"):
        gpw.new("barbarossa").save(tmp_path / "a.json")
    assert not list(tmp_path.iterdir())


CHILD = """
import sys, warnings
from pathlib import Path
from gpwlab.core import beside
warnings.simplefilter("ignore")
path, name = Path(sys.argv[1]), sys.argv[2]
done = []
print("ready", flush=True)
sys.stdin.readline()
for number in range(40):
    done.append([number, f"{name} {number}", []])
    beside.write(path, {"game": "none", "start": 1, "opening": [], "history": done})
"""


def test_two_processes_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    pair = [
        subprocess.Popen([sys.executable, "-c", CHILD, str(path), name], stdin=-1, stdout=-1, text=True)
        for name in ("one", "two")
    ]
    for child in pair:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in pair:
        child.communicate("go\n", timeout=60)
    found = [actions(file) for file in tmp_path.iterdir()]
    for name in ("one", "two"):
        assert [f"{name} {number}" for number in range(40)] in found
    assert all(file.suffix == ".json" for file in tmp_path.iterdir())


def test_one_waits_for_the_other(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    writer = threading.Thread(target=gpw.new("barbarossa").save, args=(path,))
    with FileLock(tmp_path / beside.LOCK):
        writer.start()
        writer.join(0.3)
        assert not path.exists()
    writer.join(20)
    assert gpw.load(path).cursor == 0


def test_nobody_waits_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "WAIT", 0.1)
    with FileLock(tmp_path / beside.LOCK), pytest.raises(DataError, match="another program is writing here; try again"):
        gpw.new("barbarossa").save(tmp_path / "a.json")
    assert not (tmp_path / "a.json").exists()


# ---- files of other forms


def known(path: Path) -> list[str]:
    return [file.read_text() for file in sorted(path.parent.iterdir())]


def test_what_somebody_else_wrote_there_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert beside.write_known(path, b"1") is None
    assert beside.write_known(path, b"2") is None  # it is our own that goes
    path.write_text("theirs")
    assert beside.write_known(path, b"3") == tmp_path / "mine.kept-1.toml"
    assert known(path) == ["theirs", "3"]
    path.write_text("4")
    assert beside.write_known(path, b"4") is None  # nothing is lost
    path.write_text("theirs again")
    assert beside.read_known(path) == b"theirs again"
    assert beside.write_known(path, b"5") is None  # we have seen it
    assert known(path) == ["theirs", "5"]


def test_what_was_there_before_the_program_began_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("of last week")
    assert beside.write_known(path, b"1") == tmp_path / "mine.kept-1.toml"


def test_a_house_file_changed_by_hand_is_kept(tmp_path: Path) -> None:
    path, house = tmp_path / "mine.toml", gpw.house("Mine", tables={"tec": {"river": {"foot_mp": "2"}}})
    assert house.save(path) is None
    path.write_text(path.read_text() + "# by hand\n")
    with pytest.warns(UserWarning, match=r"mine\.toml held something else, which is kept as .*mine\.kept-1\.toml"):
        kept = house.save(path)
    assert kept is not None
    assert kept.read_text().endswith("# by hand\n")
    path.write_text(path.read_text() + "# again\n")
    assert gpw.house_file(path).save(path) is None  # read here, changed here


def test_a_scenario_file_of_somebody_else_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "korsun.json"
    hube.new("korsun").edit().save(path, "Mine")
    other = path.read_bytes().replace(b'"Mine"', b'"Hers"')
    path.write_bytes(other)
    with pytest.warns(UserWarning, match=r"korsun\.json held something else, which is kept as .*korsun\.kept-1\.json"):
        kept = hube.new("korsun").edit().save(path, "Mine")
    assert kept is not None
    assert kept.read_bytes() == other
    again = hube.new(path)
    assert again.edit().save(path, "Mine, later") is None


def test_a_body_tells_what_a_file_tells(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    body = {"game": "none", "start": 1, "opening": [], "history": [[0, "a", []], [1, "b", []]]}
    saves.write(path, body)
    assert beside.told_by(path, body)
    assert beside.told_by(path, body | {"history": [(0, "a", ()), (0, "x", ()), (1, "b", ())]})
    for history in ([], [[0, "a", []]], [[1, "b", []], [0, "a", []]], [[0, "a", [6]], [1, "b", []]]):
        assert not beside.told_by(path, body | {"history": history})
    assert not beside.told_by(path, body | {"start": 2})
    assert not beside.told_by(path, body | {"opening": [1]})


def test_what_a_link_pointed_to_is_kept_beside_it(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link, real = tmp_path / "war.json", tmp_path / "real" / "x.json"
    gpw.new("barbarossa", seed=1).save(real)
    link.symlink_to(real)
    with pytest.warns(UserWarning, match=r"kept as .*real.x\.kept-1\.json"):
        kept = gpw.new("barbarossa", seed=2).save(link)
    assert kept == tmp_path / "real" / "x.kept-1.json"
    assert [gpw.load(path)._pos.seed for path in (kept, real)] == [1, 2]
    assert link.is_symlink()


@pytest.mark.parametrize("error", [errno.EACCES, errno.EBUSY])
def test_a_lock_file_that_cannot_be_removed_hinders_nobody(
    error: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, missing_ok: bool = False) -> None:
        raise OSError(error, "it stays")

    monkeypatch.setattr(Path, "unlink", refuse)
    game, path = moving(), tmp_path / "a.json"
    game.save(path)
    game.do("move ax-pz-47 B1712")
    assert game.save(path) is None
    assert actions(path)[-1] == "move ax-pz-47 B1712"
