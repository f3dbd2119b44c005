"""Players: they see a view, act through legal actions, and do the same whenever the seed is the same."""

from __future__ import annotations

from typing import Any

import pytest

from gpwlab import IllegalAction, InvalidInput, gpw, hube, sfs, study
from gpwlab.sfs.losses import kind_of
from gpwlab.study import players
from gpwlab.study.players.base import BotError

GPW = ("random", "cautious", "aggressive", "historical", "planner")
SFS = ("random", "cautious", "aggressive")


def play(game: Any, who: Any, seed: int = 1) -> Any:
    return players.play_out(game, players.pair(who, game, seed))


def lines(game: Any) -> list[str]:
    return [str(action) for action in game.actions]


@pytest.mark.parametrize("who", GPW)
def test_a_game_of_gpw_is_played_to_its_end_and_the_same_again(who: str) -> None:
    first, again = (play(gpw.new("barbarossa", seed=5), who) for _ in range(2))
    assert first.winner is not None
    assert lines(first) == lines(again)


@pytest.mark.parametrize("who", SFS)
def test_a_game_of_sfs_is_played_to_its_end_and_the_same_again(who: str) -> None:
    first, again = (play(sfs.new("red-square", seed=5), who) for _ in range(2))
    assert first.winner is not None
    assert lines(first) == lines(again)


@pytest.mark.parametrize("slug", ["fall-blau", "uranus", "citadel", "bagration"])
def test_all_advanced_rules_are_played(slug: str) -> None:
    game = play(gpw.new(slug, seed=2), ("aggressive", "cautious"))
    kinds = {type(action).__name__ for action in game.actions}
    assert {"Move", "Attack", "Resolve", "Fly", "Base", "Lead", "Rebuild"} <= kinds


def test_free_set_ups_are_played() -> None:
    game = gpw.new("barbarossa", seed=2, setup="free")
    chosen = players.pair("cautious", game)
    while game.phase.kind == "setup":
        players.step(game, chosen)
    assert game.phase.turn == 1
    assert len(game.units[game.units["hex"] != ""]) == len(gpw.new("barbarossa").units.query("hex != ''"))
    other = sfs.new("red-square", seed=2, setup="free")
    assert play(other, "cautious").winner is not None


def test_variants_with_phases_and_decisions_of_their_own_are_played() -> None:
    slugs = [
        slug for slug in gpw.options()["slug"] if slug not in gpw.rules(*gpw.new("campaign").rules.options).options
    ]
    for slug in slugs[::7]:
        try:
            game = gpw.new("barbarossa", rules=[slug], seed=3)
        except InvalidInput:  # it needs or excludes another
            continue
        assert play(game, "aggressive").winner is not None, slug


def test_a_player_does_what_a_variant_asks_for_before_a_phase_may_end() -> None:
    game = gpw.new("campaign", rules=(*gpw.new("campaign").rules.options, "23.4.3", "23.5.4.8"), seed=3)
    chosen = players.pair("cautious", game)
    while game.phase.kind != "mobile" or not game.why_not("done"):  # a unit too many must move on (gpw 23.5.4.8.B)
        players.step(game, chosen)
    phase = game.phase
    while game.phase == phase:
        players.step(game, chosen)


def test_hube_has_its_ruled_decisions_answered() -> None:
    game = hube.new("kirovograd", seed=3)
    play(game, "random")
    assert game.winner is not None
    assert {type(action).__name__ for action in game.actions} >= {"Weather", "First", "Supply", "Done"}


# -- what they are like ---------------------------------------------------------------------------------------------


def test_the_aggressive_axis_attacks_more_and_gets_farther_east_than_the_cautious_one() -> None:
    games = {who: [play(gpw.new("barbarossa", seed=s), (who, "cautious"), s) for s in range(4)] for who in GPW[1:3]}
    attacks = {who: sum(str(a).startswith("attack") for g in of for a in g.actions) for who, of in games.items()}
    held = {who: sum(len(g.controlled("Axis")) for g in of) for who, of in games.items()}
    assert attacks["aggressive"] > attacks["cautious"] > 0
    assert held["aggressive"] > held["cautious"]


def test_planned_players_beat_random_ones() -> None:
    held = {"aggressive": 0, "random": 0}
    for seed in range(3):
        for who in held:
            game = play(gpw.new("barbarossa", seed=seed), (who, "random"), seed)
            held[who] += sum(game._pos.control[game.board.hex(hex_)] == 0 for hex_, _side, _done in game.goals)
    assert held["aggressive"] >= 5 > held["random"]


def test_the_historical_axis_stays_nearer_to_the_front_of_the_time() -> None:
    gaps = {}
    for who in ("historical", "random"):
        game = play(gpw.new("barbarossa", seed=4), (who, "historical"))
        rows = study.unit_distances(game)
        gaps[who] = rows[rows["side"] == "Axis"]["km"].abs().median()
    assert gaps["historical"] < gaps["random"]


def test_planned_players_attack_only_at_odds_that_they_can_calculate() -> None:
    game = gpw.new("barbarossa", seed=6)
    chosen = players.pair("cautious", game)
    seen = 0
    while game.winner is None:
        action = chosen[players.deciding(game)].choose(game.view(players.deciding(game)))
        if isinstance(action, gpw.Attack):
            seen += 1
            battle = game.battle(action.target, action.attackers)
            gain = sum(
                o.chance * (o.defender_points + 7 * o.vacated) - o.chance * o.attacker_points for o in battle.outcomes
            )
            assert gain > 0, action
        game.do(action)
    assert seen > 5


# -- hidden information ---------------------------------------------------------------------------------------------


def test_the_german_player_does_the_same_whatever_lies_face_down() -> None:
    """Two positions that look alike to the Germans: what is under the Soviet units is swapped."""
    game = sfs.new("standard", seed=9)
    game.play("German Movement")
    twin = game.fork()
    pos = twin._pos
    hidden = [u for u in sorted(pos.on_map(1)) if u not in pos.revealed and pos.world.units[u].counter is None]
    pair = next(
        (a, b) for a in hidden for b in hidden
        if pos.piece[a] != pos.piece[b] and kind_of(pos.counter(a)) == kind_of(pos.counter(b))
    )  # fmt: skip
    pos.piece[pair[0]], pos.piece[pair[1]] = pos.piece[pair[1]], pos.piece[pair[0]]
    assert game.view("German").position == twin.view("German").position
    assert game.position != twin.position
    chosen = [players.make("aggressive", g, 1) for g in (game, twin)]
    for _step in range(25):
        if players.deciding(game) != "German" or game.pending is not None:
            break
        asked = [who.choose(g.view("German")) for who, g in zip(chosen, (game, twin), strict=True)]
        assert asked[0] == asked[1]
        if not str(asked[0]).startswith(("move", "stack")):
            break
        game.do(asked[0])
        twin.do(asked[1])
    else:
        pytest.fail("the Germans never stopped moving")


def test_sfs_players_read_the_public_surface_only() -> None:
    import ast
    import inspect

    from gpwlab.study.players import sfs as module

    tree = ast.parse(inspect.getsource(module))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.startswith("_")}
    own = {name for cls in (module.Random, module.Planned) for name in vars(cls)}
    assert used - own <= {"_dice", "_calm", "_when", "_agenda", "_known"}


# -- bad input ------------------------------------------------------------------------------------------------------


class Cheat:
    """Names an action that is never legal."""

    name = "cheat"

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: Any) -> str:
        """Move a unit that is not there."""
        return "move ax-pz-24 A0101"


def test_a_player_that_names_an_illegal_action_is_named_and_the_game_is_as_it_was() -> None:
    game = gpw.new("barbarossa", seed=1)
    game.play("Axis Panzer Movement")
    before = game.position
    with pytest.raises(IllegalAction, match=r"'cheat' named 'move ax-pz-24 A0101'") as caught:
        players.play_out(game, players.pair((Cheat, "random"), game))
    assert isinstance(caught.value, BotError)
    assert caught.value.reasons
    assert game.position == before


@pytest.mark.parametrize("given", ["brilliant", (), ("random", "random", "random"), ("random", "nobody")])
def test_unknown_players_are_named(given: Any) -> None:
    with pytest.raises(InvalidInput):
        players.pair(given, "gpw")


def test_players_are_those_of_the_game() -> None:
    assert set(GPW) <= set(players.names("gpw"))
    assert players.names(sfs.new("red-square")) == SFS
    assert players.names(hube.new("kirovograd")) == ("random",)
    with pytest.raises(InvalidInput, match="chess"):
        players.names("chess")


def test_a_phase_is_finished_and_stops_where_the_other_side_decides() -> None:
    game = gpw.new("barbarossa", seed=3)
    game.play("Axis Panzer Movement")
    events = players.play_phase(game, players.make("aggressive", game, 1))
    assert game.phase.name == "Axis Combat"
    assert sum(event.kind == "move" for event in events) > 10
    while game.phase.name == "Axis Combat" and game.pending is None:
        players.play_phase(game, players.make("aggressive", game, 1))
    assert game.pending is None or game.pending.side == "Soviet" or game.phase.name != "Axis Combat"
