"""Nothing that a lab shows the German side depends on what lies face down (sfs 2.2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gpwlab import sfs
from gpwlab.sfs.game import Game
from gpwlab.widgets.area_clicks import click
from gpwlab.widgets.area_keys import area_line
from gpwlab.widgets.area_lab import AreaLab
from gpwlab.widgets.area_map import Spot
from gpwlab.widgets.combatwalk import STEPS
from tests.sfs.test_hidden import disguise


def shown(widget: Any) -> Iterator[str]:
    """Every text and choice of a widget and of those in it."""
    for name in ("value", "description", "url", "tooltip"):
        yield str(getattr(widget, name, ""))
    for name in ("options", "rows", "lines"):
        found = getattr(widget, name, "")
        yield "" if callable(found) else str(found)
    inner = getattr(widget, "layers", ()) if hasattr(widget, "crs") else ()
    for child in (*getattr(widget, "children", ()), *inner):
        yield from shown(child)


def tour(lab: AreaLab) -> list[str]:
    """What a German sees who looks at everything, aims, and walks a plan through."""
    seen: list[str] = []
    lab.table.open_ = True
    for what in ("Areas", "Units"):
        lab.table.what.value = what
        seen += shown(lab)
    for force, area in (("F18", "SC"), ("F10", "RS"), ("F11", "MK")):
        lab.session.force, lab.session.hovered = force, area
        seen += [lab.inspector.content.value, lab.inspector.text(), area_line(lab.session)]
        click(lab.session, Spot(area, "", force))
        for name in lab.tabs.names:
            lab.tabs.turn_to(name)
            seen += shown(lab)
        for step in range(len(STEPS)):
            lab.walk.step = step
            seen += [lab.walk.content.value, lab.walk.summary.value, lab.walk.text()]
        seen += [str(lab.artillery.values), lab.said.value, lab.status.value]
    return seen


@pytest.mark.rule("sfs 2.2.2")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_german_s_lab_is_the_same_whatever_lies_face_down(seed: int) -> None:
    game = sfs.new("standard", seed=7)
    game.play(phase="German Movement")
    game.do("move 14-pz by SC")
    game.play(phase="German Attack")
    if game.pending:
        game.do(game.pending.default)
    start = game._pos
    told = [tour(AreaLab(Game(pos.copy()), viewer="German")) for pos in (start, disguise(start, seed))]
    assert told[0] == told[1]
    open_ = [AreaLab(Game(pos.copy()))._repr_mimebundle_() for pos in (start, disguise(start, seed))]
    assert open_[0] != open_[1]  # one who sees both sides does see the difference
