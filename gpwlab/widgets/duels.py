"""What an interception would do, exactly: to either aircraft, and to the battle below them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape

from gpwlab.gpw.game import Game
from gpwlab.gpw.odds import ladder_name
from gpwlab.gpw.preview import Preview
from gpwlab.widgets import peek, style


def duels(game: Game) -> str:
    """A table of the attacks over which a fighter may still be sent up: what one would bring there; "" for none."""
    battles = [game.battle(target, attackers) for target, attackers, result in game.attacks if not result]
    rows = "".join(_row(game, battle) for battle in battles if battle.contested[0])
    if not rows:
        return ""
    rules = f"{style.rule('gpw 11.1.2.F')} {style.rule('gpw 11.1.2.G')}"
    heads = "<th>over</th><th>its target</th><th>the fighter</th><th>column then</th>"
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{rules}"


def _row(game: Game, battle: Preview) -> str:
    aloft, _fighters = battle.contested
    chances = battle.interception
    columns = ", ".join(
        f"{'no attack' if column is None else ladder_name(column)} {_share(chance)}"
        for column, chance in battle.columns.items()
    )
    place = escape(game.board.label(battle.target))
    target = f"{escape(peek.unit(game, aloft).label)}: {_fates(chances['target'])}"
    return f"<tr><td>{place}</td><td>{target}</td><td>{_fates(chances['interceptor'])}</td><td>{columns}</td></tr>"


def _fates(chances: Mapping[str, Fraction]) -> str:
    """What may happen to an aircraft, without what does nothing."""
    told = [f"{fate} {_share(chance)}" for fate, chance in chances.items() if fate != "none"]
    return ", ".join(told) or "nothing"


def _share(chance: Fraction) -> str:
    return "for certain" if chance == 1 else f"{chance.numerator}/{chance.denominator}"
