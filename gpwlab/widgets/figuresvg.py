"""A bokeh chart of the notebooks as an SVG by itself: bokeh alone needs a browser for that.

It knows what :mod:`gpwlab.widgets.figures` draws with: bars, lines, steps, marks and text over numbers, dates, names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, pairwise
from typing import Any

from gpwlab.core.errors import InvalidInput
from gpwlab.core.svg.build import document, el, label, num, points, uid
from gpwlab.widgets.figurescale import Scale, scale

INK, SOFT, PAPER = "#222222", "#666666", "#ffffff"
#: Pixels: letters, one of them across, room at the edges, a line of the head, of the foot.
_SIZE, _LETTER, _EDGE, _LEAD = 12, 6.9, 12.0, 20.0
#: Hatching by its name at bokeh: path data in a square of ten.
_HATCHES = {"/": "M-2 12L12 -2M8 12L12 8M-2 2L2 -2", "x": "M0 0L10 10M0 10L10 0", "-": "M0 5H10", "+": "M5 0V10M0 5H10",
            ".": "M4 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0"}  # fmt: skip
#: Bars without hatching, at bokeh.
_PLAIN = (" ", "blank")
#: Marks by their name at bokeh: a path around (0, 0) of a size of two.
_MARKS = {
    "square": "M-1 -1H1V1H-1Z",
    "circle": "M-1 0A1 1 0 1 0 1 0A1 1 0 1 0 -1 0Z",
    "triangle": "M-1 0.87L0 -0.87L1 0.87Z",
    "diamond": "M-0.7 0L0 -1L0.7 0L0 1Z",
    "star": "M0 -1L0.25 -0.34L0.95 -0.31L0.4 0.13L0.59 0.81L0 0.42L-0.59 0.81L-0.4 0.13L-0.95 -0.31L-0.25 -0.34Z",
    "cross": "M-1 0H1M0 -1V1",
}
#: What of a glyph may differ from row to row.
_BY_ROW = {"x", "y", "width", "height", "bottom", "top", "left", "right", "text"}
_ANCHORS = {"left": "start", "center": "middle", "right": "end"}


def drawn(chart: Any, title: str, note: str, high: float) -> str:
    """A finished figure as an SVG on white, ``high`` pixels of plot and axes below title, note and legend.

    InvalidInput for a figure with glyphs, marks, hatching or looks that the charts of the notebooks do not have.
    """
    wide = float(chart.max_width or chart.width)
    keys = list(_keys(chart, wide))
    top = 32.0 + (18.0 if note else 0.0)
    legend_high = (keys[-1][1] + 1) * _LEAD + 4 if keys else 0.0
    left, foot = _margins(chart)
    plot = (left, top + legend_high + 6, wide - 2 * _EDGE, top + legend_high + high - foot)
    x = scale(chart, "x", plot[0], plot[2])
    y = scale(chart, "y", plot[3], plot[1])
    body = [label(title, _EDGE, 22, font_size=16, font_weight="bold", fill=INK)]
    body += [label(note, _EDGE, 42, font_size=_SIZE, fill=SOFT)] if note else []
    body += [_key(item, _EDGE + at, top + _LEAD * row) for at, row, item in keys]
    body += [*_axis_x(chart, x, plot), *_axis_y(chart, y, plot)]
    body += [_glyph(renderer, x, y) for renderer in chart.renderers]
    size = (wide, top + legend_high + high)
    patterns = {look: None for renderer in chart.renderers if (look := _hatching(renderer.glyph))}
    defs = el("defs", *(_pattern(*look) for look in patterns))
    ground = el("rect", width=size[0], height=size[1], fill=PAPER)
    return document(defs + ground + "".join(body), (0, 0, *size), size, title)


# -- legend and axes ---------------------------------------------------------------------------------------------------


def _keys(chart: Any, wide: float) -> Iterator[tuple[float, int, Any]]:
    """The items of a legend with their places: pixels from the left, and line."""
    items = chart.legend[0].items if chart.legend and chart.legend[0].visible else []
    at, row = 0.0, 0
    for item in items:
        need = 34 + _LETTER * len(item.label.value)
        if at and at + need > wide - 2 * _EDGE:
            at, row = 0.0, row + 1
        yield at, row, item
        at += need


def _key(item: Any, x: float, y: float) -> str:
    out = [label(item.label.value, x + 26, y + 14, font_size=_SIZE, fill=INK)]
    for renderer in item.renderers:
        glyph = renderer.glyph
        kind = type(glyph).__name__
        if kind in ("Line", "Step"):
            out.append(el("path", d=f"M{num(x)} {num(y + 9)}h22", **_stroke(glyph)))
        elif kind == "Scatter":
            out.append(_mark(glyph, x + 11, y + 9))
        else:
            out += _bar(glyph, x + 2, y + 2, 18, 14)
    return "".join(out)


def _margins(chart: Any) -> tuple[float, float]:
    """Room left of the plot and below it."""
    names = getattr(chart.y_range, "factors", None)
    label_room = 20.0 if chart.yaxis[0].axis_label else 0.0
    left = _EDGE + label_room + _LETTER * (max(map(len, names)) if names else 7)
    return left, 24.0 + (20.0 if chart.xaxis[0].axis_label else 0.0)


def _axis_x(chart: Any, x: Scale, plot: tuple[float, float, float, float]) -> list[str]:
    left, top, right, foot = plot
    out = [el("path", d=f"M{num(left)} {num(foot)}H{num(right)}", stroke=SOFT, stroke_width=1)]
    for at, text in x.ticks:
        if chart.xgrid[0].visible:
            out.append(el("path", d=f"M{num(at)} {num(top)}V{num(foot)}", stroke=SOFT, stroke_opacity=0.25))
        out.append(label(text, at, foot + 17, font_size=_SIZE, fill=SOFT, text_anchor="middle"))
    name = chart.xaxis[0].axis_label
    middle = (left + right) / 2
    return [*out, label(name, middle, foot + 37, font_size=13, fill=SOFT, text_anchor="middle")] if name else out


def _axis_y(chart: Any, y: Scale, plot: tuple[float, float, float, float]) -> list[str]:
    left, top, right, foot = plot
    out = [el("path", d=f"M{num(left)} {num(top)}V{num(foot)}", stroke=SOFT, stroke_width=1)]
    for at, text in y.ticks:
        if chart.ygrid[0].visible:
            out.append(el("path", d=f"M{num(left)} {num(at)}H{num(right)}", stroke=SOFT, stroke_opacity=0.25))
        out.append(label(text, left - 7, at + 4, font_size=_SIZE, fill=SOFT, text_anchor="end"))
    name = chart.yaxis[0].axis_label
    if name:
        place = (_EDGE + 4, (top + foot) / 2)
        turned = f"rotate(-90 {num(place[0])} {num(place[1])})"
        out.append(label(name, *place, font_size=13, fill=SOFT, text_anchor="middle", transform=turned))
    return out


# -- glyphs ------------------------------------------------------------------------------------------------------------


def _glyph(renderer: Any, x: Scale, y: Scale) -> str:
    kind = type(renderer.glyph).__name__
    if kind not in _GLYPHS:
        raise InvalidInput(f"a chart with the glyph {kind} is saved by its buttons only; there is {', '.join(_GLYPHS)}")
    _check_look(renderer)
    return _GLYPHS[kind](renderer, x, y)


def _check_look(renderer: Any) -> None:
    """InvalidInput for a look that differs from row to row, and for a mark or hatching that is not drawn here."""
    glyph, data = renderer.glyph, renderer.data_source.data
    for name in sorted(set(glyph.dataspecs()) - _BY_ROW):
        spec = getattr(glyph, name)
        named = name.endswith(("color", "alpha", "width", "size")) and isinstance(spec, str) and spec in data
        if named or hasattr(spec, "field"):
            raise InvalidInput(f"a chart whose {name} differs from row to row is saved by its buttons only")
    for name, known in (("marker", _MARKS), ("hatch_pattern", (*_HATCHES, *_PLAIN))):
        look = _plain(getattr(glyph, name, None))
        if look is not None and look not in known:
            raise InvalidInput(
                f"a chart with the {name} {look!r} is saved by its buttons only; there is {', '.join(known)}"
            )


def column(renderer: Any, name: str) -> list[Any]:
    """The values of a property of a glyph, one a row of its data; a dodge is added to names."""
    spec, data = getattr(renderer.glyph, name), renderer.data_source.data
    rows = max((len(values) for values in data.values()), default=0)
    field = spec if isinstance(spec, str) and spec in data else getattr(spec, "field", None)
    if field is None:
        return [getattr(spec, "value", spec)] * rows
    values = list(data[field])
    shift = getattr(getattr(spec, "transform", None), "value", None)
    return values if shift is None else [(value, shift) for value in values]


def _vbars(renderer: Any, x: Scale, y: Scale) -> str:
    out = []
    rows = (column(renderer, name) for name in ("x", "width", "bottom", "top"))
    for place, wide, low, high in zip(*rows, strict=True):
        if high is not None and high == high:
            left, right = x.at(place, -wide / 2), x.at(place, wide / 2)
            out += _bar(renderer.glyph, left, min(y.at(low), y.at(high)), right - left, abs(y.at(low) - y.at(high)))
    return "".join(out)


def _hbars(renderer: Any, x: Scale, y: Scale) -> str:
    out = []
    rows = (column(renderer, name) for name in ("y", "height", "left", "right"))
    for place, high, low, far in zip(*rows, strict=True):
        if far is not None and far == far:
            top, foot = y.at(place, high / 2), y.at(place, -high / 2)
            out += _bar(renderer.glyph, min(x.at(low), x.at(far)), top, abs(x.at(far) - x.at(low)), foot - top)
    return "".join(out)


def _bar(glyph: Any, x: float, y: float, wide: float, high: float) -> list[str]:
    """A bar, and its hatching over it."""
    box = {"x": num(x), "y": num(y), "width": num(wide), "height": num(high)}
    out = [el("rect", **box, fill=_plain(glyph.fill_color), fill_opacity=_plain(glyph.fill_alpha),
              stroke=_plain(glyph.line_color), stroke_width=_plain(glyph.line_width))]  # fmt: skip
    look = _hatching(glyph)
    return [*out, el("rect", **box, fill=f"url(#{uid(*look)})")] if look else out


def _hatching(glyph: Any) -> tuple[str, str, float] | None:
    """Pattern, colour and opacity of a bar's hatching, None without one."""
    name = _plain(getattr(glyph, "hatch_pattern", None))
    return (name, _plain(glyph.hatch_color), _plain(glyph.hatch_alpha)) if name in _HATCHES else None


def _pattern(name: str, colour: str, alpha: float) -> str:
    line = el("path", d=_HATCHES[name], stroke=colour, stroke_width=1.4, stroke_opacity=alpha, fill="none")
    return el("pattern", line, id=uid(name, colour, alpha), width=10, height=10, patternUnits="userSpaceOnUse")


def _line(renderer: Any, x: Scale, y: Scale) -> str:
    return el("path", d="".join(map(points, _runs(renderer, x, y))), **_stroke(renderer.glyph))


def _runs(renderer: Any, x: Scale, y: Scale) -> Iterator[list[tuple[float, float]]]:
    """The places of a line, in a run from each gap, where a value is missing, to the next."""
    rows = zip(column(renderer, "x"), column(renderer, "y"), strict=True)
    for known, run in groupby(rows, lambda row: row[1] == row[1]):
        if known:
            yield [(x.at(a), y.at(b)) for a, b in run]


def _step(renderer: Any, x: Scale, y: Scale) -> str:
    lines = ""
    for ends in _runs(renderer, x, y):
        path = ends[:1]
        for (before, level), (after, new) in pairwise(ends):
            turn = {"after": after, "before": before, "center": (before + after) / 2}[renderer.glyph.mode]
            path += [(turn, level), (turn, new), (after, new)]
        lines += points(path)
    return el("path", d=lines, **_stroke(renderer.glyph))


def _marks(renderer: Any, x: Scale, y: Scale) -> str:
    places = zip(column(renderer, "x"), column(renderer, "y"), strict=True)
    return "".join(_mark(renderer.glyph, x.at(a), y.at(b)) for a, b in places)


def _mark(glyph: Any, x: float, y: float) -> str:
    half = _plain(glyph.size) / 2
    return el("path", d=_MARKS[_plain(glyph.marker)], fill=_plain(glyph.fill_color), stroke=_plain(glyph.line_color),
              stroke_width=_plain(glyph.line_width) / half,
              transform=f"translate({num(x)} {num(y)}) scale({half:g})")  # fmt: skip


def _texts(renderer: Any, x: Scale, y: Scale) -> str:
    glyph = renderer.glyph
    look = {"font_size": _plain(glyph.text_font_size), "fill": _plain(glyph.text_color),
            "text_anchor": _ANCHORS[_plain(glyph.text_align)]}  # fmt: skip
    rows = (column(renderer, name) for name in ("x", "y", "text"))
    return "".join(
        label(text, x.at(a) + _plain(glyph.x_offset), y.at(b) + 4, **look)
        for a, b, text in zip(*rows, strict=True)
        if a is not None and text
    )


def _stroke(glyph: Any) -> dict[str, Any]:
    dash = " ".join(map(str, glyph.line_dash)) if not isinstance(glyph.line_dash, str) else ""
    return {
        "stroke": glyph.line_color,
        "stroke_width": glyph.line_width,
        "stroke_dasharray": dash or None,
        "fill": "none",
    }


def _plain(spec: Any) -> Any:
    """A property that is the same for all rows."""
    return getattr(spec, "value", spec)


_GLYPHS: Mapping[str, Callable[[Any, Scale, Scale], str]] = {
    "VBar": _vbars, "HBar": _hbars, "Line": _line, "Step": _step, "Scatter": _marks, "Text": _texts,
}  # fmt: skip
