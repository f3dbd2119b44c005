"""Pictures on one page that share what they have in common, and pictures that stand alone."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from gpwlab import sfs
from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import document, el, label
from gpwlab.core.svg.plain import png, stand_alone
from gpwlab.core.svg.share import Shared


def picture(x: float, fill: str = "#3a6") -> str:
    """A ground that is the same everywhere, a clip, and a counter that moves."""
    ground = "".join(
        el("path", d=f"M{n} 0L{n + 5} 60L{n + 9} {n}", stroke="#a52", stroke_width=1.5) for n in range(0, 90, 6)
    )
    clip = el("defs", el("clipPath", el("rect", x=10, y=10, width=80, height=60), id="clip"))
    face = el("rect", width=20, height=20, rx=3, fill=fill, stroke="#000000", stroke_width=2) + el(
        "title", "3 &lt; 4 &amp; 5"
    )
    counter = el("g", face, el("circle", cx=10, cy=10, r=5, fill="#fff"), transform=f"translate({x} 30)scale(1.2)")
    shape = el("path", d="M" + "L".join(f"{n} {70 + n % 3}" for n in range(60, 90)) + "L90 78L60 78Z")
    band = el("clipPath", shape, id=f"band{fill[1:]}") + el("rect", x=55, y=66, width=40, height=9, fill=fill,
                                                           clip_path=f"url(#band{fill[1:]})")  # fmt: skip
    lone = el("g", el("path", d=f"M10 62H90{'L90 62' * 20}", fill="none", stroke="#06c"), opacity=0.8 + x / 1000)
    tint = el(
        "rect", x=10, y=10, width=80, height=20, fill="#fd0", style="mix-blend-mode:multiply;stroke-width:0.100001px"
    )
    turn = label("turn", 20, 20, fill="#222222")
    body = clip + band + lone + el("g", el("g", ground), tint, counter, turn, clip_path="url(#clip)")
    return document(body, (0, 0, 100, 80), (200, 160), "a < b")


def painted(svg: str) -> Image.Image:
    return Image.open(io.BytesIO(png(svg, 1.0))).convert("RGB")


def test_shared_pictures_look_as_they_did() -> None:
    drawn = [picture(12), picture(48), picture(48, "#d33")]
    shared = Shared(drawn)
    parts = [shared.picture(n, label="map") for n in range(3)]
    cut, whole_size = 'viewBox="10 10 80 60" width="80" height="60"', 'viewBox="0 0 100 80" width="200" height="160"'
    for whole, part in zip(drawn, parts, strict=True):
        alone = part.replace(">", f">{shared.defs}", 1).replace(cut, whole_size)
        assert alone.count("viewBox") == 1
        gap = ImageChops.difference(painted(whole), painted(alone))
        assert gap.getextrema() == ((0, 0), (0, 0), (0, 0))


def test_what_is_drawn_twice_is_written_once() -> None:
    shared = Shared([picture(12), picture(48)])
    parts = [shared.picture(n) for n in range(2)]
    page = shared.defs + "".join(parts)
    assert page.count("M6 0L11 60L15 6") == 1  # the ground
    assert page.count('rx="3"') == 1  # the counter, which has moved
    assert page.count('id="clip"') == 1
    assert all("translate(" in part for part in parts)
    assert all("a &lt; b" not in part for part in parts)  # the name is the label's
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)


def test_a_game_takes_a_fraction_of_its_maps() -> None:
    game = sfs.new("red-square", seed=2)
    stills = []
    for _ in range(6):
        stills.append(str(game.picture()))
        game.play()
    shared = Shared(stills)
    size = sum(len(shared.picture(n)) for n in range(len(stills))) + len(shared.defs)
    assert size < 0.35 * sum(map(len, stills))
    for n in range(len(stills)):  # sound XML, cut to the map without its bar
        whole, made = ElementTree.fromstring(stills[n]), ElementTree.fromstring(shared.picture(n))
        above, view = (list(map(float, str(drawn.get("viewBox")).split())) for drawn in (whole, made))
        assert (view[0], view[2]) == (above[0], above[2])
        assert view[1] > above[1]
        assert view[1] + view[3] == pytest.approx(above[1] + above[3], abs=0.2)


def test_a_picture_alone_needs_no_page() -> None:
    bar = el("rect", width=9, height=9, fill="var(--gl-axis, #3f6d33)")
    alone = stand_alone(
        f'<svg width="20" height="20" viewBox="0 0 20 20">{bar}<g class="axis"><text>x</text></g></svg>'
    )
    root = ElementTree.fromstring(alone)
    assert root.get("color") == "#222222"
    assert "var(" not in alone
    assert 'fill="#3f6d33"' in alone
    middle = painted(f'<svg width="20" height="20" viewBox="0 0 20 20">{bar}</svg>')
    assert middle.getpixel((4, 4)) == (0x3F, 0x6D, 0x33)
    assert middle.getpixel((15, 15)) == (255, 255, 255)


def test_text_is_painted() -> None:
    blank = '<svg width="60" height="20" viewBox="0 0 60 20"></svg>'
    assert ImageChops.difference(painted(blank), painted(blank.replace("></", '><text y="15">Mm</text></'))).getbbox()


@pytest.mark.parametrize("wrong", ["", "no picture", "<p>text</p>"])
def test_what_is_no_picture_is_refused(wrong: str) -> None:
    with pytest.raises(InvalidInput, match="begins with <svg"):
        png(wrong)


def test_a_scale_out_of_reason_is_refused() -> None:
    with pytest.raises(InvalidInput, match="at most 8"):
        png(picture(1), 100)
