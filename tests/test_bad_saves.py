"""Files whose checksum is right and whose content is not: each is refused by name, or opens; nothing else happens."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from gpwlab import DataError, InvalidInput, gpw, hube, sfs
from gpwlab.core import saves
from gpwlab.widgets.autosave import found

GAMES: dict[str, tuple[Any, str]] = {
    "gpw": (gpw, "uranus"), "sfs": (sfs, "red-square"), "hube": (hube, "moving-pocket")
}  # fmt: skip
#: How often each kind of file is changed.
TRIALS = max(12, settings.get_profile(settings.get_current_profile_name()).max_examples // 4)
NASTY: tuple[Any, ...] = (
    None, -1, 10**400, 1e308, "", [], {}, "\ud800", True, 0, 99, "x" * 5000, [None], [[]], {"a": 1}, "../../etc",
    "<script>", 2**63, ["__import__", "os"],
)  # fmt: skip
HEAD = ("format", "version", "checksum")
Path_ = tuple[Any, ...]


def places(value: Any, at: Path_ = ()) -> Iterator[Path_]:
    """Where there is something in a value, from the outside in."""
    if at:
        yield at
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield from places(inner, (*at, key))


def changed(body: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """A body with one thing in it gone, doubled, renamed or replaced, near the surface more often than deep inside."""
    twin: dict[str, Any] = json.loads(json.dumps(body))
    known = list(places(twin))
    at = dice.choices(known, [1 / len(place) ** 1.5 for place in known])[0]
    inner: Any = twin
    for key in at[:-1]:
        inner = inner[key]
    how = dice.choice(("gone", "other", "other", "twice"))
    if how == "gone":
        del inner[at[-1]]
    elif how == "twice" and isinstance(inner, list):
        inner.insert(at[-1], inner[at[-1]])
    elif how == "twice":
        inner["zz"] = inner.pop(at[-1])
    else:
        inner[at[-1]] = dice.choice(NASTY)
    return twin


@cache
def played(name: str) -> Any:
    """A game of some phases, with a bookmark."""
    module, scenario = GAMES[name]
    game = module.new(scenario, seed=5)
    game.play()
    game.play()
    game.mark("here")
    return game


def body_of(path: Path) -> dict[str, Any]:
    """What a save says, without what is the same in every one."""
    return {key: value for key, value in saves.read(path).items() if key not in HEAD}


def opens_or_is_refused(work: Callable[[], Any], path: Path) -> int:
    """1 if it is refused with a DataError that names the file, 0 if it opens."""
    told = ""
    try:
        work()
    except DataError as error:
        told = str(error)
    assert told == "" or path.name in told
    return int(told != "")


@pytest.mark.parametrize("name", GAMES)
def test_a_save_with_other_content(name: str, tmp_path: Path) -> None:
    path, dice = tmp_path / "bad.json", random.Random(1)
    played(name).save(path, brief=True)
    body = body_of(path)
    refused = 0
    for _trial in range(TRIALS):
        saves.write(path, changed(body, dice))
        refused += opens_or_is_refused(lambda: GAMES[name][0].load(path), path)
    assert refused > TRIALS // 4


@pytest.mark.parametrize("name", GAMES)
def test_a_scenario_file_with_other_content(name: str, tmp_path: Path) -> None:
    path, dice = tmp_path / "bad.json", random.Random(2)
    played(name).fork().edit().save(path, "A title", "and a note")
    body = body_of(path)
    refused = 0
    for _trial in range(TRIALS):
        saves.write(path, changed(body, dice))
        refused += opens_or_is_refused(lambda: GAMES[name][0].new(path), path)
    assert refused > TRIALS // 2


@pytest.mark.parametrize("name", GAMES)
def test_an_autosave_with_other_content_is_listed_and_says_so(name: str, tmp_path: Path) -> None:
    game, dice = played(name), random.Random(3)
    path = tmp_path / f"{game.scenario}.20261130-120000-abcdef.autosave.gpw.json"
    game.save(path, brief=True)
    body = body_of(path)
    for _trial in range(TRIALS):
        saves.write(path, changed(body, dice))
        (one,) = found(game.scenario, tmp_path)
        assert one.path == path
        assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d: ", one.text)
        assert one.is_part_of(game) in (True, False)


@pytest.mark.parametrize("cursor", [None, -1, 99, "1", 1.0])
def test_an_autosave_that_stands_nowhere_is_listed(cursor: Any, tmp_path: Path) -> None:
    game = played("gpw")
    path = tmp_path / f"{game.scenario}.20261130-120000-abcdef.autosave.gpw.json"
    game.save(path, brief=True)
    saves.write(path, body_of(path) | {"cursor": cursor})
    (one,) = found(game.scenario, tmp_path)
    assert "cannot be read: it stands after" in one.text
    assert not one.is_part_of(game)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_with_other_content(name: str) -> None:
    prefix, _, text = played(name).position.partition(" ")
    body, dice, refused = json.loads(text), random.Random(4), 0
    for _trial in range(TRIALS):
        try:
            GAMES[name][0].from_position(f"{prefix} {json.dumps(changed(body, dice))}")
        except InvalidInput:
            refused += 1
    assert refused > TRIALS // 2


#: Files that people write, each with what reads it.
WRITTEN: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "house": (
        'format = "gpwlab house variant"\nversion = 1\nname = "Mud"\nnote = "more of it"\noptions = ["20.4"]\n'
        '[[tables.tec]]\nterrain = "river"\nfoot_mp = 2\n[hooks]\nearly = []\n',
        gpw.house_file,
    ),
    "scenario": (
        'format = "gpwlab scenario"\nversion = 1\nname = "Minsk"\nfirst_turn = 2\nlast_turn = 3\n'
        'map = ["B1305", "B1306", "B1407"]\n[supply]\nAxis = ["B1407"]\nSoviet = ["B1305"]\n[units]\n'
        'ax-pz-56 = "B1407"\nsu-inf-3 = "B1305/1"\n[[victory]]\nside = "Axis"\nhold = ["Minsk"]\n',
        gpw.new,
    ),
}


@pytest.mark.parametrize("kind", WRITTEN)
def test_a_file_that_people_write_with_other_bytes(kind: str, tmp_path: Path) -> None:
    text, read = WRITTEN[kind]
    path, dice, refused = tmp_path / "bad.toml", random.Random(5), 0
    whole = text.encode()
    for _trial in range(5 * TRIALS):
        place, byte = dice.randrange(len(whole)), dice.choice(b'\x00\xff"[]={}.\n\t 09aZ-_')
        kept = dice.choice((whole[place:], whole[place + 1 :], whole[place + 1 :], b""))
        path.write_bytes(whole[:place] + bytes([byte]) + kept)
        refused += opens_or_is_refused(lambda: read(path), path)
    assert refused > 2 * TRIALS


@pytest.mark.parametrize(
    "more", ["name = " + "9" * 5000, "map = " + "[" * 4000, "a." * 400 + "b = 1", "turn = nan", "version = 2", "\x00"]
)
@pytest.mark.parametrize("kind", WRITTEN)
def test_a_file_that_people_write_with_something_monstrous(kind: str, more: str, tmp_path: Path) -> None:
    text, read = WRITTEN[kind]
    path = tmp_path / "bad.toml"
    path.write_text(f"{more}\n{text}", encoding="utf-8")
    assert opens_or_is_refused(lambda: read(path), path) == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_save_of_another_game_is_refused_as_such(name: str, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    played(name).save(path)
    for other in GAMES.keys() - {name}:
        with pytest.raises(DataError, match=rf"other\.json: a save of '{name}', not of {other}"):
            GAMES[other][0].load(path)


def test_a_save_that_names_a_hook_needs_it_and_looks_for_it_nowhere(tmp_path: Path) -> None:
    """The name of a hook in a save is a word: nothing is imported or called for it."""
    path = tmp_path / "hook.json"
    ran = tmp_path / "ran"
    (tmp_path / "evil.py").write_text(f"open({str(ran)!r}, 'w')\ndef early(pos, unit): return True\n")
    house = gpw.house("Mine", base=gpw.rules(), hooks={"early": lambda pos, unit: True})
    game = gpw.new("barbarossa", rules=house)
    game.save(path)
    body = json.loads(json.dumps(body_of(path)).replace(house.hooks[0].name, "evil:early"))
    assert "evil:early" in json.dumps(body)
    saves.write(path, body)
    with pytest.raises(DataError, match="evil:early"):
        gpw.load(path)
    assert not ran.exists()
