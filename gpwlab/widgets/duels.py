"""What an interception would do, exactly: to either aircraft, and to the battle below them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import Picture
from gpwlab.gpw.game import Game
from gpwlab.gpw.odds import ladder_name
from gpwlab.gpw.preview import Preview
from gpwlab.widgets import peek, style
from gpwlab.widgets.tablepicture import table_picture

HEADS = ("over", "its target", "the fighter", "column then")
RULES = ("gpw 11.1.2.F", "gpw 11.1.2.G")


def rows(game: Game) -> list[tuple[str, ...]]:
    """The attacks over which a fighter may still be sent up, and what one would bring there, in the order of HEADS."""
    battles = [game.battle(target, attackers) for target, attackers, result in game.attacks if not result]
    return [_row(game, battle) for battle in battles if battle.contested[0]]


def duels(game: Game) -> str:
    """The same as a table for a page; "" for none."""
    told = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows(game))
    if not told:
        return ""
    heads = "".join(f"<th>{head}</th>" for head in HEADS)
    return (
        f"<table><thead><tr>{heads}</tr></thead><tbody>{told}</tbody></table>{' '.join(style.rule(r) for r in RULES)}"
    )


def picture(game: Game) -> Picture:
    """The same as a picture by itself; InvalidInput where no fighter may be sent up."""
    found = rows(game)
    if not found:
        raise InvalidInput("no aircraft can be intercepted now: there is nothing to draw")
    return table_picture("Interception", HEADS, found, f"{game.phase.title}, exact chances", [f"({', '.join(RULES)})"])


def _row(game: Game, battle: Preview) -> tuple[str, ...]:
    aloft, _fighters = battle.contested
    chances = battle.interception
    columns = ", ".join(
        f"{'no attack' if column is None else ladder_name(column)} {_share(chance)}"
        for column, chance in battle.columns.items()
    )
    target = f"{peek.unit(game, aloft).label}: {_fates(chances['target'])}"
    return game.board.label(battle.target), target, _fates(chances["interceptor"]), columns


def _fates(chances: Mapping[str, Fraction]) -> str:
    """What may happen to an aircraft, without what does nothing."""
    told = [f"{fate} {_share(chance)}" for fate, chance in chances.items() if fate != "none"]
    return ", ".join(told) or "nothing"


def _share(chance: Fraction) -> str:
    return "for certain" if chance == 1 else f"{chance.numerator}/{chance.denominator}"
