"""What is under the pointer or the cursor, or picked: the area, its stacks and strongpoints, and their supply."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as ipw

from gpwlab.core.svg.build import document
from gpwlab.core.svg.nato import SIDE, counter
from gpwlab.sfs.picture.faces import face
from gpwlab.sfs.picture.stacks import total
from gpwlab.sfs.picture.words import describe_state
from gpwlab.widgets import style
from gpwlab.widgets.area_session import AreaSession
from gpwlab.widgets.texttwin import TextTwin

if TYPE_CHECKING:
    from gpwlab.sfs.looks import Face, Stack


class AreaInspector(TextTwin, ipw.VBox):
    """The area under the pointer or the cursor, else that of the picked force: what it is, whose, and who is there."""

    def __init__(self, game: Any, **traits: Any) -> None:
        self.session = AreaSession.of(game)
        self.content = ipw.HTML()
        super().__init__([ipw.HTML(style.sheet()), self.content], **traits)
        self.add_class("gpwlab")
        self.add_class("gpwlab-card")
        watched = ["version", "viewer", "unit", "hovered", "cursor", "spot", "force"]
        self.session.observe(lambda _: self.refresh(), names=watched)
        self.refresh()

    @property
    def subject(self) -> str:
        """The area that is shown; "" for none."""
        session = self.session
        picked = session.stack(session.unit) if session.unit else None
        return session.hovered or session.cursor or (picked.area if picked else "")

    def refresh(self) -> None:
        """Show the area, or how to see one."""
        area = self.subject
        hint = style.title("Inspector", "point at an area, click a stack")
        self.content.value = self.area_markup(area) if area and self.session.state(area) else hint

    def area_markup(self, code: str) -> str:
        """The card of an area."""
        session, board = self.session, self.session.game.board
        area, state = board.areas[board.area(code)], session.state(code)
        assert state is not None
        told = [area.terrain, describe_state(state), *self._features(code)]
        piles = [stack for stack in session.seen.stacks if stack.area == code]
        chosen = session.force or session.unit
        piles.sort(key=lambda stack: stack.id != chosen)
        near = ", ".join(self._neighbour(code, other) for other in board.near[area.index])
        return (
            style.title(f"{area.name}", code)
            + f"<div>{escape('; '.join(told))}</div>"
            + f'<div class="gpwlab-soft">borders {escape(near)}</div>'
            + "".join(self.stack_markup(stack, stack.id == chosen) for stack in piles)
        )

    def _features(self, code: str) -> list[str]:
        board = self.session.game.board
        area = board.areas[board.area(code)]
        places = [board.strongpoints[i].name for i in board.strongpoints_in[area.index]]
        told = [f"with {', '.join(places)}"] if places else []
        told += ["on the Volga"] if area.west_bank else []
        told += ["+1 artillery to whoever has it"] if area.artillery_drm else []
        return [*told, *(["terrain reconstructed"] if area.provenance == "reconstructed" else [])]

    def _neighbour(self, code: str, other: int) -> str:
        board = self.session.game.board
        barrier = {"tsaritsa_gully": " across the gully", "orlovka_trench": " across trenches"}
        parted = board.barrier[board.area(code), other]
        return str(board.areas[other].name) + barrier.get(parted, "")

    def stack_markup(self, stack: Stack, full: bool) -> str:
        """A stack in a line, with its counters; the chosen one with supply as well."""
        drawn = "".join(_counter(unit) for unit in stack.units)
        board = self.session.game.board
        where = board.strongpoints[board.strongpoint(stack.strongpoint)].name if stack.strongpoint else "free"
        told = [where]
        told += ["cut off"] if stack.cut_off else []
        told += [f"surrounds {stack.surrounds}"] if stack.surrounds else []
        told += ["entering attack to come"] if stack.entering else []
        told += [f"{total(stack)} SPs"] if len(stack.units) > 1 else []
        head = f"{style.side_name(stack.side)} <code>{stack.id}</code> {escape(', '.join(told))}"
        supply = self._supply(stack) if full else ""
        return f'<div class="gpwlab-stack{" now" if full else ""}">{head}<div>{drawn}</div>{supply}</div>'

    def _supply(self, stack: Stack) -> str:
        """Why the stack's first unit is in its supply state; a side is told of its own units only."""
        if self.session.viewer not in ("", stack.side):
            return ""
        return style.reasons(self.session.seen.why_supply(stack.units[0].id))

    def text(self) -> str:
        """The card in words."""
        from gpwlab.sfs.picture.words import describe_area

        state = self.session.state(self.subject) if self.subject else None
        if state is None:
            return "Point at an area."
        return "\n".join(describe_area(self.session.game.board, state, self.session.seen.stacks))


def _counter(unit: Face) -> str:
    name = unit.label or unit.type
    return document(counter(face(unit), SIDE / 2, SIDE / 2, SIDE), (-4, -4, 110, 110), (54, 54), name)
