"""What lies under the pointer or the cursor: the hex, its worth, who stands there; what the picked unit may do."""

from __future__ import annotations

from html import escape
from itertools import islice
from typing import Any

import ipywidgets as ipw

from gpwlab.hube.picture.layers import points, standings
from gpwlab.hube.picture.words import describe_hex
from gpwlab.widgets import style
from gpwlab.widgets.hube_session import HubeSession
from gpwlab.widgets.texttwin import TextTwin

#: So many units of a hex, and so many actions of a unit, are told; the rest is counted.
_UNITS, _ACTIONS = 12, 8


class HubeInspector(TextTwin, ipw.VBox):
    """The card of a hex and of the picked unit."""

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = HubeSession.of(game)
        self.hex, self.unit = ipw.HTML(), ipw.HTML()
        super().__init__([ipw.HTML(style.sheet()), self.hex, self.unit], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        self.session.observe(lambda _: self.refresh(), names=["version", "hovered", "cursor", "unit"])
        self.refresh()

    def refresh(self) -> None:
        """Tell it again."""
        self.hex.value, self.unit.value = self._hex(), self._unit()

    def _hex(self) -> str:
        game, here = self.session.game, self.session.hovered or self.session.cursor
        if not here:
            return style.title("Hex", "point at one, or move the cursor with the arrow keys")
        h = game.board.hex(here)
        side = game.sides[h]
        held = f"{style.side_name(side)} side of the front" if side else "not in this scenario"
        parts = [style.title(here, ""), f"<div>{escape(describe_hex(game.board, h))}; {held}</div>"]
        vp = points(game).get(h)
        if vp:
            now = "they count now" if here in game.vp_held else "they do not count now"
            parts.append(f"<div>{vp} VP: {now} {style.rule('hube 5.2')}</div>")
        if here in game.fortresses:
            parts.append(f"<div>declared fortress {style.rule('hube 3.9')}</div>")
        found = [s for s in standings(game) if s.hex == h]
        units = "".join(f"<li>{escape(s.title)}</li>" for s in found[:_UNITS])
        more = f"<li>{len(found) - _UNITS} more</li>" if len(found) > _UNITS else ""
        tokens = [f"{m.kind} {m.count}" for m in game.markers if m.hex == here]
        stores = f"<div>{escape(', '.join(tokens))}</div>" if tokens else ""
        return "".join([*parts, f"<ul>{units}{more}</ul>" if found else "", stores])

    def _unit(self) -> str:
        session = self.session
        if not session.unit:
            return ""
        piece = session.piece(session.unit)
        where = piece.hex if piece is not None else session.game.placing.get(session.unit, "not on the map")
        head = style.title(session.unit, str(where))
        actions = list(islice(session.game.legal.of(session.unit), _ACTIONS))
        lines = "".join(f"<li><code>{escape(str(action))}</code></li>" for action in actions)
        may = f"<div>It may, among others:</div><ul>{lines}</ul>" if actions else "<div>It may do nothing now.</div>"
        return head + may

    def text(self) -> str:
        """The card in words."""
        from gpwlab.widgets.keys import plain

        return plain(self.hex.value + self.unit.value)
