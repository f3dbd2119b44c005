"""What a side knows (sfs 2.2.2): the German view is computed from what lies open, whatever lies face down."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpwlab import GameError, InvalidInput, sfs
from gpwlab.core.dice import roll
from gpwlab.sfs import losses
from gpwlab.sfs.board import SOVIET
from gpwlab.sfs.game import Game
from gpwlab.sfs.position import ON_MAP, Position
from tests.sfs.boards import answer, events_of, force_of, game_at, game_in, seed_for
from tests.sfs.player import RandomPlayer

DIVISIONS = ("13-guards", "10-nkvd", "37-guards", "39-guards", "g", "a", "b", "c", "m")


def disguise(pos: Position, seed: int) -> Position:
    """The same position with other classes under the backs, at random within the counters that there are."""
    twin, dice = pos.copy(), random.Random(seed)
    hidden = [u for u in pos.on_map(SOVIET) if u not in pos.revealed and not pos.counter(u).leader]
    for unit in hidden:
        twin.piece[unit] = ""
        twin.fate[unit] = 0
    for unit in hidden:
        kinds = ("tank-1", "tank-2") if pos.counter(unit).support else DIVISIONS
        twin.piece[unit] = dice.choice([kind for kind in kinds if losses.free_counters(twin, kind) > 0])
        twin.fate[unit] = ON_MAP
    return twin


def seen(game: Game) -> dict[str, Any]:
    """Everything that the German view of a position tells."""
    view = game.view("German")
    tried = [
        "done",
        "attack F1 by F2",
        "stuka F5",
        "move su-6 by SC",
        "stack su-6 to new",
        "commit 1",
        "overrun F1 by F3",
    ]
    targets = [stack.id for stack in view.stacks if stack.side == "Soviet"][:3]
    own = [stack.id for stack in view.stacks if stack.side == "German"]
    return {
        "units": view.units.to_csv(),
        "legal": [str(action) for action in view.legal],
        "why_not": {text: told(view.why_not, text) for text in tried},
        "battles": {(t, f): told(lambda t=t, f=f: view.battle(t, [f])) for t in targets for f in own[:4]},
        "log": view.log.to_csv(),
        "actions": view.actions,
        "position": view.position,
        "picture": str(view.picture()),
        "repr": repr(view),
        "pending": str(view.pending),
        "table": (view.stacks, view.areas, view.aps, view.ferries, view.pool, view.markers, view.last_turn),
        "supply": [view.supply_line(stack.id) for stack in view.stacks],
        "phase": str(view.phase),
    }


def told(ask: Any, *arguments: Any) -> str:
    """An answer, or the refusal, as text."""
    try:
        found = ask(*arguments)
    except GameError as error:
        return f"{type(error).__name__}: {error}"
    if hasattr(found, "losses"):
        return f"{found.losses} {found.cut_off} {found.captured} {[str(r) for r in found.reasons]}"
    return str(found)


@settings(max_examples=10)
@given(seed=st.integers(0, 2**20), steps=st.integers(0, 90), other=st.integers(0, 2**20))
def test_the_german_view_does_not_depend_on_what_lies_face_down(seed: int, steps: int, other: int) -> None:
    slug = random.Random(seed).choice(("standard", "red-square", "standard"))
    game, player = sfs.new(slug, seed=seed), RandomPlayer(seed, calm=0.3)
    for _step in range(steps):
        if game.winner is not None:
            return
        game.do(player.choose(game))
    one = Game(game._pos.copy())
    two = Game(disguise(game._pos, other))
    assert seen(one) == seen(two)


@pytest.mark.parametrize("phase", ["German Attack", "German Movement", "Soviet Attack", "Soviet Movement"])
def test_battles_and_refusals_tell_nothing_of_hidden_classes(phase: str) -> None:
    looks = []
    for hidden in ("g m tank-2", "c 13-guards tank-1", "m m tank-1", "a b tank-2"):
        one, two, three = hidden.split()
        forces = (f"RS: {one} {three}", f"RS-univermag: {two}", "RS: 14-pz", "SC: 29-mot", "CC: a")
        game = game_in(phase, *forces, ap=[4, 3])
        looks.append(seen(game))
    assert all(look == looks[0] for look in looks[1:])
    refused = sum(text.startswith("Illegal") for text in looks[0]["battles"].values())
    assert refused < len(looks[0]["battles"])  # some of them are battles


@pytest.mark.rule("sfs 3.3.3.B")
def test_what_soviets_do_under_their_backs_is_told_without_names() -> None:
    """The same Soviet actions with other classes leave the same German log."""
    logs = []
    for counters in (("g", "m"), ("c", "a")):
        game = game_at("Soviet Movement", f"RS: {counters[0]} tank-1", f"CC: {counters[1]}", "EAST: b", "SC: 14-pz")
        for text in ("move su-1 su-2 by MK", "stack su-3 to CC-station", "ferry su-4 RS-landing", "done"):
            game.do(text)
        view = game.view("German")
        logs.append((view.log.to_csv(), view.actions, view.position, view.units.to_csv()))
    assert logs[0] == logs[1]
    assert "su-1" not in logs[0][0]
    assert "su-?" in logs[0][0]


def test_a_german_sees_backs_of_a_type() -> None:
    """See docs/rulings_sfs.md S31."""
    game = game_in("German Attack", "RS: g tank-2 chuikov", "SC: 14-pz")
    faces = force_of(game.view("German"), "F1.1").units
    assert [(face.type, face.hidden, face.figure, face.steps) for face in faces] == [
        ("infantry", True, "?", None),
        ("armor", True, "?", None),
        ("leader", True, "?", None),
    ]
    assert [face.label for face in force_of(game.view("Soviet"), "su-1").units] == ["G", "T", "Ch"]
    assert [face.id for face in faces] == ["F1.1", "F1.2", "F1.3"]  # nobody can be followed by name


def test_units_that_are_shown_lie_open_until_the_soviet_movement_ends() -> None:
    """See docs/rulings_sfs.md S32."""
    game = game_in("Soviet Movement", "RS: g", "SC: 14-pz", revealed=["su-1"])
    assert force_of(game.view("German"), "F1.1").units[0].label == "G"
    events = game.next_phase()
    assert events_of(events, "hide")
    assert force_of(game.view("German"), "F1.1").units[0].hidden


def test_the_pool_is_what_can_have_come_without_what_lies_open() -> None:
    """See docs/rulings_sfs.md S33."""
    mini = sfs.new("red-square", seed=1)
    # the most that an option has: five C, three B, one A, the NKVD; one tank
    assert mini.view("German").pool == {
        "division": {"10-nkvd": 1, "a": 1, "b": 3, "c": 5},
        "tank brigade": {"tank-1": 1},
    }
    standard = sfs.new("standard", seed=1).view("German").pool
    assert standard["division"] == {"10-nkvd": 1, "a": 2, "b": 10, "c": 7, "m": 3}
    assert standard["tank brigade"] == {"tank-2": 3, "tank-1": 3}  # two each, and what one turn may have made
    shown = game_in("German Attack", "RS: 10-nkvd", "RS: c", "SC: 14-pz", turn=3, revealed=["su-1", "su-2"])
    pool = shown.view("German").pool["division"]
    assert "10-nkvd" not in pool
    # seven of the set-up and three arrivals by turn 3 are more than the eight counters; one of them lies open
    assert (pool["c"], pool["13-guards"]) == (7, 1)
    assert "37-guards" not in pool
    late = game_in("German Attack", "RS: a", "SC: 14-pz", turn=9, corps=1).view("German").pool["division"]
    assert (late["g"], late["37-guards"], late["39-guards"], late["a"]) == (1, 1, 1, 7)


def test_counters_that_units_got_by_losing_steps_are_in_the_pool() -> None:
    forces = ("RS: b", "RS: c", "SC: 14-pz")
    mini: dict[str, Any] = {"scenario": "red-square", "fortified": False, "length": 4, "turn": 2}
    before = game_in("German Attack", *forces, **mini).view("German").pool["division"]
    changed = game_in("German Attack", *forces, **mini, changed={"division": 2})
    after = changed.view("German").pool["division"]
    assert {c: after[c] - before.get(c, 0) for c in after if after[c] != before.get(c, 0)} == {
        "g": 1, "a": 2, "b": 2, "c": 2, "m": 2,
    }  # fmt: skip


def test_a_position_with_more_backs_than_can_have_come_has_the_whole_sheet() -> None:
    crowd = [f"{area}: c c c" for area in ("RS", "CC")] + ["SC: b b b", "RS: 14-pz"]
    game = game_in("German Attack", *crowd, scenario="red-square", fortified=False, length=4, turn=2)
    pool = game.view("German").pool["division"]
    assert sum(pool.values()) == 10  # five C, three B, an A and the NKVD for nine backs
    more = game_in("German Attack", *crowd, "SC: m m", scenario="red-square", fortified=False, length=4, turn=2)
    assert more.view("German").pool["division"]["b"] == 10


def test_a_german_cannot_name_a_soviet_unit_nor_a_class() -> None:
    game = game_in("German Attack", "RS: 10-nkvd", "RS: 14-pz")
    view = game.view("German")
    for ask in (lambda: view.legal.of("su-1"), lambda: view.why_supply("su-1"), lambda: view.why_not("loss su-1")):
        with pytest.raises(InvalidInput):
            ask()
    for text in ("attack 10-nkvd by F2", "attack G by F2", "stuka su-1"):
        with pytest.raises(InvalidInput):
            view.why_not(text)
        with pytest.raises(InvalidInput):
            game.do(text)
    with pytest.raises(InvalidInput):
        view.battle("10-nkvd", ["F2"])


def test_a_side_has_legal_actions_only_when_it_must_act() -> None:
    game = game_in("German Movement", "RS: a", "YE: 14-pz")
    german, soviet = game.view("German"), game.view("Soviet")
    assert list(german.legal) == list(game.legal)
    assert list(soviet.legal) == []
    assert not soviet.legal
    assert "done" not in soviet.legal
    assert "for the German player" in str(soviet.why_not("done")[0])
    assert german.why_not("done") == []


def test_what_is_noted_in_secret_stays_so() -> None:
    game = game_in("German Attack", "RS: a", "RS: 14-pz", ap=[4, 3])
    game.do("attack F1 by F2")
    while game.pending is not None and game.pending.kind != "guns":
        game.do("proceed")
        if "commit 0" in game.legal:
            break
    game.do("commit 3")
    view = game.view("Soviet")
    assert "commit 3" not in view.actions
    assert "commit ?" in view.actions
    assert "3 artillery" not in view.log["text"].to_string()
    assert '"fight"' in view.position
    seen_fight = json.loads(view.position.partition("{")[1] + view.position.partition("{")[2])["fight"]
    assert seen_fight[3] == [-1, -1]


def test_the_set_up_is_a_secret_and_so_is_the_length_of_red_square() -> None:
    one, two = (sfs.new("red-square", seed=5, option=option) for option in ("I", "IV"))
    assert one.view("German").log.to_csv() == two.view("German").log.to_csv()
    assert one.view("German").position == two.view("German").position
    assert one.view("German").last_turn is None
    assert one.view("Soviet").last_turn == 3
    free = sfs.new("red-square", seed=5, setup="free")
    answer(free, "option", "choose option III")
    assert free.view("German").actions == ["choose ?"]
    assert "III" not in free.view("German").log.to_csv()
    assert "III" in free.view("Soviet").log.to_csv()


def test_what_came_of_the_tractor_works_is_a_secret() -> None:
    texts = set()
    for die in (3, 6):
        seed = seed_for("Soviet Command", die, "tanks", "dzerzhinsky", 0, turn=10)
        game = game_at("Soviet Command", "TW: a", turn=10, seed=seed)
        texts.add(tuple(event.text for event in game.view("German").opening))
    assert len(texts) == 1


def test_the_cards_keep_points_secret() -> None:
    game = game_in("Mutual Artillery", "RS: a", "SC: 14-pz", rules=sfs.rules("fog-of-war"))
    game.next_phase()
    assert set(game.aps) == {"German", "Soviet"}
    assert set(game.view("German").aps) == {"German"}
    assert set(game.view("Soviet").aps) == {"Soviet"}


def test_views_follow_the_game_and_name_their_side() -> None:
    game = sfs.new("standard", seed=1)
    view = game.view("German")
    game.next_phase()
    assert view.phase == game.phase
    assert view.side == "German"
    for wrong in ("Axis", "", None):
        with pytest.raises(InvalidInput):
            game.view(wrong)  # type: ignore[arg-type]


def test_nothing_lets_a_german_tell_one_back_from_another() -> None:
    """The order of the pieces is that of the set-up table, class by class: no look may follow it (S31)."""
    game = game_in("German Attack", "RS: a tank-2", "SC: b", "RS: 14-pz", air=4, turn=3)
    swapped = game_in("German Attack", "RS: b tank-2", "SC: a", "RS: 14-pz", air=4, turn=3)
    pos = swapped._pos
    first, last = pos.world.unit("su-1").index, pos.world.unit("su-3").index
    pos.forces[1].units[0], pos.forces[2].units[0] = last, first
    pos.force_of[first], pos.force_of[last] = 2, 1
    assert seen(game) == seen(swapped)
    assert list(game.view("German").units["unit"])[-3:] == ["F1.1", "F1.2", "F2.1"]


def test_a_german_sees_no_numbers_of_soviet_units_in_a_combat() -> None:
    """Stukas show nothing (sfs 5.4.4.2.B), so the numbers of what they strike may not either (S31)."""
    game = game_in("German Attack", "RS: a a", "RS: 14-pz", "EAST: c", air=4)
    game.reseed(next(s for s in range(99) if roll(s, "stuka", 3, game._pos.phase, "su-1", 0) == 1
                     and roll(s, "stuka terrain", 3, game._pos.phase, "su-1", 0) == 1))  # fmt: skip
    game.do("stuka F1")
    ours, theirs = game.view("German").fight, game.view("Soviet").fight
    assert ours is not None
    assert theirs is not None
    assert (ours.defenders, ours.units, ours.unsupplied) == ((), (), ())
    assert len(theirs.defenders) == 2
    attack = game_in("German Attack", "RS: a a", "RS: 14-pz")
    attack.do("attack F1 by F2")
    fight = attack.view("German").fight
    assert fight is not None
    assert (fight.defenders, fight.units) == ((), (attack._pos.world.unit("14-pz").index,))


def test_battles_name_no_soviet_unit_to_a_german() -> None:
    game = game_in(
        "Soviet Movement",
        "RS: a tank-2",
        "RS: 14-pz",
        "SC: c",
        oos=["su-1"],
        disrupted={"su-1": 20},
        infiltrators=["su-3"],
    )
    view = game.view("German")
    found = view.battle("F1", ["F2"])
    assert "su-" not in f"{found.odds} {[str(reason) for reason in found.reasons]}"
    assert {part.name for part in found.odds.defender.parts} == {"F1.1", "F1.2"}
    for overrun in (False, True):
        refused = told(lambda overrun=overrun: view.battle("F2", ["F1"], overrun=overrun))
        assert refused.startswith("IllegalAction")
        assert "su-1" not in refused
