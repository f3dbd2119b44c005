"""The combat walk and the artillery explorer: every step with its table, its cell and its exact chances."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from gpwlab import sfs
from gpwlab.core import tables
from gpwlab.sfs.charts import read_charts
from gpwlab.widgets import combatview as view
from gpwlab.widgets.area_clicks import aim
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.artillery import MEASURES, ArtilleryExplorer, matrix
from gpwlab.widgets.combatwalk import STEPS, CombatWalk

CHARTS = read_charts({name: tables.read("sfs", name) for name in tables.names("sfs")})


@pytest.fixture
def session() -> AreaSession:
    """14 Pz (F2) and 29 Mot (F1) before F18, a B division in Southern City; the attack counts double on Sept/1."""
    game = sfs.new("standard", seed=7)
    game.play(phase="German Movement")
    game.do("move 14-pz by SC")
    game.do("move 29-mot by SC")
    game.play(phase="German Attack")
    if game.pending:
        game.do(game.pending.default)
    return AreaSession(game)


def lit(markup: str) -> list[str]:
    """The text of the lit cells of a table."""
    return re.findall(r'<td class="lit[^"]*"[^>]*>([^<]*)</td>', markup)


def test_the_walk_has_the_sequence_in_order() -> None:
    assert [rule for _title, rule in STEPS] == [
        "sfs 5.2.1", "sfs 5.2.2", "sfs 5.2.3", "sfs 5.2.4.B", "sfs 5.2.5", "sfs 5.2.5.1", "sfs 5.2.5.2",
        "sfs 5.2.5.3.B", "sfs 5.2.6", "sfs 5.2.6.2.A",
    ]  # fmt: skip


def test_nothing_planned_is_said(session: AreaSession) -> None:
    walk = CombatWalk(session)
    assert walk.combat is None
    assert walk.text() == "No combat is planned."
    assert "Aim at an enemy stack" in walk.content.value


def test_every_step_of_a_plan_shows_its_table(session: AreaSession) -> None:
    walk = CombatWalk(session)
    aim(session, "F18")
    shown = []
    for step in range(len(STEPS)):
        walk.step = step
        shown.append(walk.content.value)
    assert "F1" in shown[0]
    assert "Everything that fights is known" in shown[1]
    assert "artillery: 0 for the attack" in shown[2]
    assert "42 to 3 is 14:1" in shown[3]
    # 7:1 and more, dice 1 to 6 without a modifier
    column = [str(CHARTS.defender.result(8, die)) for die in range(1, 7)]
    assert lit(shown[4]) == column
    assert lit(shown[5])[:4] == ["cut off"] * 4  # one unit: 1 to 4
    assert lit(shown[6]) == ["–", "–", "–", "cancelled", "cancelled", "cancelled"]  # urban
    assert "the defender loses" in shown[7]
    assert lit(shown[8]) == [str(CHARTS.attacker("urban").result(8, die) or "–") for die in range(1, 7)]
    assert "No defender left where it stood" in shown[9]


def test_artillery_moves_the_lit_cells(session: AreaSession) -> None:
    walk = CombatWalk(session)
    aim(session, "F18")
    walk.step = 4
    walk.german_points.value = 3
    assert lit(walk.content.value) == [str(CHARTS.defender.result(8, die + 3)) for die in range(1, 7)]
    walk.step = 8  # two points ahead: -1 on the A-CRT
    assert lit(walk.content.value) == [str(CHARTS.attacker("urban").result(8, die - 1) or "–") for die in range(1, 7)]


def test_the_summary_is_the_exact_distribution(session: AreaSession) -> None:
    walk = CombatWalk(session)
    aim(session, "F18")
    assert walk.combat is not None
    assert walk.combat.preview is not None
    preview = walk.combat.preview
    assert sum((o.chance for o in preview.outcomes), Fraction(0)) == 1
    assert view.share(preview.captured) in walk.summary.value
    assert view.share(preview.cut_off) in walk.summary.value


def test_declaring_walks_on_with_what_was_thrown(session: AreaSession) -> None:
    walk = CombatWalk(session)
    aim(session, "F18")
    walk.declare.click()
    assert str(session.game.actions[-1]) == "attack F18 by F1 F2"
    assert walk.combat is not None
    assert walk.combat.state == "in progress"
    assert walk.combat.points is None
    while session.game.pending:
        session.attempt(session.game.pending.default)
    assert walk.combat.state == "fought"
    log = session.game.log
    dice = [int(die) for die in log.loc[log["kind"] == "d-crt", "die"]]
    walk.step = 4
    assert len(lit(walk.content.value)) == len(set(dice))
    assert lit(walk.content.value)[0] == str(CHARTS.defender.result(8, dice[0]))
    assert "D-CRT, column 7:1 or more" in walk.content.value
    assert "✓" in walk.chips.value


def test_undoing_the_combat_takes_the_walk_back(session: AreaSession) -> None:
    walk = CombatWalk(session)
    session.attempt("attack F18 by F1 F2")
    assert walk.combat is not None
    session.run(lambda: session.game.undo())
    assert walk.combat is None


def test_an_attack_that_is_refused_says_why(session: AreaSession) -> None:
    walk = CombatWalk(session)
    session.target, session.attackers = "F12", ("F1", "F2")  # two forces against a strongpoint
    assert "No attack." in walk.content.value
    assert "sfs 5.5.2.D" in walk.content.value
    assert walk.declare.layout.display == "none"


def test_a_german_sees_the_mixture_and_after_the_reveal_the_truth(session: AreaSession) -> None:
    session.viewer = "German"
    walk = CombatWalk(session)
    aim(session, "F18")
    assert walk.combat is not None
    assert walk.combat.preview is not None
    assert len(walk.combat.preview.cases) > 1
    session.attempt("attack F18 by F1 F2")
    assert walk.combat.preview is not None
    assert len(walk.combat.preview.cases) == 1


def test_a_walk_that_nobody_sees_computes_nothing(session: AreaSession) -> None:
    walk = CombatWalk(session, active=False)
    aim(session, "F18")
    assert walk.combat is None
    walk.active = True
    assert walk.combat is not None


# ---- tables


def test_a_printed_cell_is_upright_and_a_guess_in_italics() -> None:
    crt = CHARTS.defender
    table = view.crt_table(crt, crt.column(Fraction(3)), 0, [3])  # 13.3.C is printed
    assert '<td class="lit">1</td>' in table
    table = view.crt_table(crt, crt.column(Fraction(3)), 0, [4])
    assert '<td class="lit guess">2</td>' in table


def test_dice_beyond_the_table_are_read_at_its_end() -> None:
    crt = CHARTS.defender
    assert lit(view.crt_table(crt, 0, 9)) == [str(crt.result(0, 15))]
    assert "≤1:3" in view.crt_table(crt, 0, 0)


@pytest.mark.parametrize(
    ("chance", "words"),
    [(Fraction(1), "certain"), (Fraction(0), "never"), (Fraction(1, 3), "1/3 (33.3%)"), (Fraction(1, 60000), "0.00%")],
)
def test_chances_in_words(chance: Fraction, words: str) -> None:
    assert view.share(chance) == words


# ---- artillery


@pytest.mark.rule("sfs 5.4.3.1", kind="shown")
def test_the_matrix_has_both_sides_commitments(session: AreaSession) -> None:
    explorer = ArtilleryExplorer(session)
    assert explorer.values == []
    assert "no attack is planned" in explorer.heading.value
    aim(session, "F18")
    german, soviet = explorer.most
    assert (german, soviet) == (session.game.aps["German"], session.game.aps["Soviet"])
    assert (len(explorer.values), len(explorer.values[0])) == (german + 1, soviet + 1)
    one = session.game.battle("F18", ["F1", "F2"], german=2, soviet=1)
    assert explorer.values[2][1] == one.captured
    assert explorer.frame().loc[2, 1] == pytest.approx(float(one.captured))


@pytest.mark.parametrize("measure", range(len(MEASURES)))
def test_more_guns_never_hurt_their_side(session: AreaSession, measure: int) -> None:
    values = matrix(session.game, "F18", ["F1", "F2"], measure, (5, 5))
    sign = -1 if MEASURES[measure][0].startswith("attacker's") else 1
    if MEASURES[measure][0] == "defender cut off":
        return  # a defender that is eliminated is not cut off: more guns may lower it
    for german in range(5):
        for soviet in range(5):
            assert sign * (values[german + 1][soviet] - values[german][soviet]) >= 0
            assert sign * (values[german][soviet + 1] - values[german][soviet]) <= 0


def test_the_matrix_of_an_attack_that_is_refused_says_why(session: AreaSession) -> None:
    explorer = ArtilleryExplorer(session)
    session.target, session.attackers = "F12", ("F1", "F2")
    assert "No attack." in explorer.content.value
    assert explorer.values == []
