"""Draw the layers of docs/architecture.md from the imports that the code has.

    python -m tools.architecture_picture [--out FILE]

An arrow is an import between two boxes; how they lie is told here, which of them there are is read from the code.
Needs the test packages (grimp comes with import-linter).
"""

from __future__ import annotations

import argparse
from itertools import permutations
from pathlib import Path

import grimp

from gpwlab.core.resources import PACKAGE
from gpwlab.core.svg.build import el

FILE = Path(__file__).resolve().parents[1] / "docs" / "architecture.svg"
#: A box: left, top, width, what it holds.  The height is that of its floor.
BOXES = {
    "cli": (20, 20, 250, "the gpwlab command"),
    "widgets": (20, 130, 420, "what a notebook shows: maps, stepper, odds"),
    "study": (460, 130, 420, "odds, plans, players, simulation, history"),
    "gpw": (20, 250, 280, "The Great Patriotic War"),
    "sfs": (310, 250, 280, "Struggle for Stalingrad"),
    "hube": (600, 250, 280, "Hube's Pocket"),
    "core": (20, 370, 860, "actions, journal, dice, saves, tables, reasons, options, errors, drawing"),
}
#: What is no package: (left, top, width, name, what it is).
BESIDE = (
    (290, 20, 590, "notebooks", "numbered tutorials and studies; each runs headless in the tests"),
    (20, 480, 860, "data", "tables as CSV, each row with provenance and basis; beside the package, inside the wheel"),
)
HEIGHT, SIZE = 64, (900, 564)
#: Colours, light and dark, of what is named as in the style sheet below.
INK = {
    "page": ("#fffdf8", "#1d1b18"),
    "ink": ("#2b2622", "#efe8dc"),
    "soft": ("#6f665c", "#b3a999"),
    "box": ("#f6f0e3", "#2a2723"),
    "game": ("#e6e4cf", "#363a2b"),
    "edge": ("#a89a84", "#7d725f"),
    "arrow": ("#8c2f1b", "#eda98f"),
}
STYLE = """text { font-family: system-ui, sans-serif; font-size: 14px; fill: var(--soft); }
text.name { font-size: 17px; font-weight: 600; fill: var(--ink); }
rect { fill: var(--box); stroke: var(--edge); } rect.game { fill: var(--game); }
rect.page { fill: var(--page); stroke: none; }
rect.beside { stroke-dasharray: 6 4; fill: var(--page); }
line { stroke: var(--arrow); stroke-width: 1.6; } path { fill: var(--arrow); }"""


def imports() -> frozenset[tuple[str, str]]:
    """The pairs of boxes of which the first imports the second, also inside functions and for types alone."""
    graph = grimp.build_graph(PACKAGE.name, cache_dir=None)

    def imported(box: str, other: str) -> bool:
        return graph.direct_import_exists(
            importer=f"{PACKAGE.name}.{box}", imported=f"{PACKAGE.name}.{other}", as_packages=True
        )

    return frozenset(pair for pair in permutations(BOXES, 2) if imported(*pair))


def picture() -> str:
    """The picture as SVG text; it follows the reader's light or dark theme."""
    games = dict.fromkeys(("gpw", "sfs", "hube"), "game")
    boxes = [_box(*spot, f"gpwlab.{name}", games.get(name)) for name, spot in BOXES.items()]
    beside = [_box(left, top, width, what, name, "beside") for left, top, width, name, what in BESIDE]
    arrows = [_arrow(start, end) for start, end in sorted(imports())]
    notes = [_line(585, 84, 330, 130), _line(700, 84, 670, 130), _line(450, 434, 450, 480)]  # of what is no package
    head = el("path", d="M0 0 8 4 0 8z")
    size = {"refX": 7, "refY": 4, "markerWidth": 7, "markerHeight": 7}
    marker = el("marker", head, id="head", viewBox="0 0 8 8", orient="auto", **size)
    page = el("rect", class_="page", width=SIZE[0], height=SIZE[1], rx=10)
    return el(
        "svg",
        el("style", _style()) + el("defs", marker) + page,
        *boxes,
        *beside,
        *arrows,
        *notes,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE[0]} {SIZE[1]}",
    ) + "\n"  # fmt: skip


def _style() -> str:
    light, dark = (" ".join(f"--{name}: {both[n]};" for name, both in INK.items()) for n in (0, 1))
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n{STYLE}"


def _box(left: int, top: int, width: int, what: str, name: str, kind: str | None) -> str:
    frame = el("rect", class_=kind, x=left, y=top, width=width, height=HEIGHT, rx=8)
    return frame + el("text", name, class_="name", x=left + 14, y=top + 27) + el("text", what, x=left + 14, y=top + 49)


def _arrow(start: str, end: str) -> str:
    """From the foot of a box to the head of one on the next floor, or to the side of one on the same; else ""."""
    (x0, y0, w0, _a), (x1, y1, w1, _b) = BOXES[start], BOXES[end]
    if y0 == y1:
        return _line(x0 + w0, y0 + HEIGHT / 2, x1, y1 + HEIGHT / 2)
    if y1 - y0 > 130:
        return ""
    middle = (max(x0, x1) + min(x0 + w0, x1 + w1)) / 2
    return _line(_within(middle, x0, w0), y0 + HEIGHT, _within(middle, x1, w1), y1)


def _within(x: float, left: int, width: int) -> float:
    return min(max(x, left + 24), left + width - 24)


def _line(x0: float, y0: float, x1: float, y1: float) -> str:
    return el("line", x1=x0, y1=y0, x2=x1, y2=y1, marker_end="url(#head)")


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=FILE, help="file to write")
    parser.parse_args().out.write_text(picture(), "utf-8")


if __name__ == "__main__":
    main()
