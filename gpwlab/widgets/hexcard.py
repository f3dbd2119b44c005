"""A hex in full: terrain with its costs, hexsides, railways, who holds it, whose ZOC and supply lines reach it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from gpwlab.gpw.board import DIRECTIONS, Board
from gpwlab.gpw.charts import ALL_LEFT, NO_ENTRY
from gpwlab.gpw.movement import features
from gpwlab.gpw.reader import Reader
from gpwlab.gpw.units import SIDES
from gpwlab.widgets import style

#: How a kind of hexside is called.
_SIDES = {"river": "river", "strait": "strait", "sea": "sea, closed", "lake": "lake, closed"}


def hex_markup(game: Reader, hex_id: str) -> str:
    """The card of a hex."""
    board, h = game.board, game.board.hex(hex_id)
    city = board.city.get(h)
    kind = [board.terrain[h], *([city.cls.replace("_", " ")] if city else []), *filter(None, [board.country[h]])]
    if not board.in_play[h]:
        kind.append("out of play")
    lines = [*_sides(board, h), _held(game, hex_id)]
    if hex_id in board.reconstructed:
        lines.append('<span class="gpwlab-unsure">? terrain reconstructed, not printed</span>')
    return style.title(board.label(h), ", ".join(kind)) + _costs(game, h) + "<br>".join(lines)


def _costs(game: Reader, h: int) -> str:
    """The TEC rows of the hex as a small table (gpw 5.1): of the costs the dearest counts, the shifts add up."""
    board, tec = game.board, game.charts.tec
    kinds = [*features(board, h)]
    if board.river[h]:
        kinds.append("river")
    if board.strait[h]:
        kinds.append("strait")
    rows = [tec[kind] for kind in kinds if kind in tec]
    cells = "".join(
        f"<tr><td>{escape(row.name.replace('_', ' '))}</td><td>{_mp(row.foot_mp, row.name)}</td>"
        f"<td>{_mp(row.armour_mp, row.name)}{' and stops' if row.armour_stops else ''}</td>"
        f"<td>{_shift(row.shift)}</td><td>{'may stand' if row.may_stand else ''}</td></tr>"
        for row in rows
    )
    head = f"<tr><th>{style.rule('gpw 5.1')}</th><th>foot</th><th>armour</th><th>odds shift</th><th></th></tr>"
    return f'<table class="gpwlab-tec"><thead>{head}</thead><tbody>{cells}</tbody></table>' if rows else ""


def _mp(cost: int, name: str) -> str:
    if cost == ALL_LEFT:
        return "all MP"
    if cost == NO_ENTRY:
        return "no entry"
    return f"+{cost} MP" if name in ("river", "strait") else f"{cost} MP"


def _shift(columns: int) -> str:
    return f"{columns:+d} column{'' if abs(columns) == 1 else 's'}".replace("-", "−") if columns else "–"


def _sides(board: Board, h: int) -> Iterator[str]:
    """Rivers, water and borders by direction, and where railways lead."""
    for kind, called in _SIDES.items():
        for name, directions in _named(board, h, kind).items():
            yield f"{' '.join(directions)}: {called}{f' {escape(name)}' if name else ''}"
    rails = [DIRECTIONS[d] for d in (board.direction(h, other) for other in board.rail[h]) if d >= 0]
    if rails:
        yield f"{' '.join(rails)}: railway"


def _named(board: Board, h: int, kind: str) -> dict[str, list[str]]:
    """Directions of the hexsides of a kind by the name of river or water."""
    found: dict[str, list[str]] = {}
    for a, b, name in board.hexside_pairs.get(kind, ()):
        if h in (a, b):
            found.setdefault(name, []).append(DIRECTIONS[board.direction(h, b if a == h else a)])
    return found


def _held(game: Reader, hex_id: str) -> str:
    """Whose the hex is, and what reaches it."""
    holder = [side for side in SIDES if hex_id in game.controlled(side)]
    zoc = [side for side in SIDES if hex_id in game.zoc(side)]
    fed = [side for side in SIDES if hex_id in game.supplied(side)]
    return " · ".join((
        f"held by {_who(holder)} {style.rule('gpw 5.5.1.E')}",
        f"ZOC {_who(zoc)} {style.rule('gpw 4.0.A')}",
        f"supply {_who(fed)} {style.rule('gpw 8.1.A')}",
    ))  # fmt: skip


def _who(sides: list[str]) -> str:
    return " and ".join(map(style.side_name, sides)) or "no one"
