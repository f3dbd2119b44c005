"""The legend: every sign of the map, drawn by the same code as there, and its meaning (sfs 2.1.1, sfs 2.2.1.1)."""

from __future__ import annotations

from dataclasses import dataclass

from gpwlab.core.svg import legend as signs
from gpwlab.core.svg.build import Picture, document, el, num, uid
from gpwlab.core.svg.legend import Entry, Group
from gpwlab.core.svg.nato import counter
from gpwlab.sfs.board import Board
from gpwlab.sfs.picture import borders, control, ground, overlays, stacks
from gpwlab.sfs.picture.faces import face
from gpwlab.sfs.picture.plane import Point
from gpwlab.sfs.picture.sheet import Sheet, sheet_of

#: A place of the sheet for each kind of ground, and what is told of it.
_GROUND = (
    ((1500.0, 420.0), "open: steppe"),
    ((1560.0, 800.0), "rough: slopes, no blocks"),
    ((1060.0, 860.0), "urban: blocks of houses"),
    ((2260.0, 1300.0), "works"),
    ((2350.0, 1620.0), "Volga, island"),
)
#: Unit types by their symbol (sfs 2.2.1.1).
_TYPES = (
    ("infantry", "XX", "infantry"),
    ("motorized", "XX", "motorized infantry"),
    ("armor", "XX", "armor; tanks"),
    ("assault_gun", "III", "assault guns"),
    ("engineer", "III", "engineers (pioneers)"),
    ("flak", "X", "motorized flak"),
    ("leader", "", "General Chuikov"),
)


@dataclass(frozen=True)
class _Counter:
    """A counter for show."""

    type: str
    size: str
    figure: str
    side: str = "German"
    label: str = ""
    id: str = ""
    strength: int | None = None
    steps: int | None = None
    reduced: bool = False
    hidden: bool = False
    oos: bool = False
    disrupted: bool = False
    reserve: bool = False
    support: bool = False


@dataclass(frozen=True)
class _Pile:
    """A stack for show."""

    units: tuple[_Counter, ...]
    side: str = "German"
    id: str = ""
    area: str = ""
    strongpoint: str = ""
    cut_off: bool = False
    surrounds: str = ""
    entering: bool = False


def legend(board: Board, theme: str = "paper", width: float = 760) -> Picture:
    """The legend as a picture of its own, ``width`` pixels wide, with its text twin."""
    sheet = sheet_of(board, theme)
    body, height = panel(sheet, width)
    return Picture(document(body, (0, 0, width, height), (width, height), "legend"), signs.text(groups(sheet)))


def text(board: Board) -> str:
    """The legend in words: every heading and what stands under it."""
    return signs.text(groups(sheet_of(board, "paper")))


def panel(sheet: Sheet, width: float) -> tuple[str, float]:
    """The legend in columns on its own ground, and its height, in units of a page's text; its corner is (0, 0)."""
    return signs.panel(groups(sheet), sheet.palette, width)


def groups(sheet: Sheet) -> tuple[Group, ...]:
    """All signs: ground, borders, control, places, counters, marks."""
    return (
        Group("Ground", _ground(sheet)),
        Group("Borders", _borders(sheet)),
        Group("Control", _control(sheet)),
        Group("Places", _places(sheet)),
        Group("Counters", _counters(sheet)),
        Group("Marks", _marks(sheet)),
    )


def _cut(drawn: str, at: Point, half: float = 70.0) -> str:
    """A square cut out of something drawn on the sheet, moved to (0, 0)."""
    x, y = at
    ident = uid("cut", x, y, len(drawn))
    window = el("rect", x=x - half, y=y - half * 0.62, width=2 * half, height=half * 1.24)
    body = el("defs", el("clipPath", window, id=ident)) + el("g", drawn, clip_path=f"url(#{ident})")
    return el("g", body, transform=f"scale({num(60 / half)})translate({num(-x)} {num(-y)})")


def _ground(sheet: Sheet) -> tuple[Entry, ...]:
    drawn = ground.ground(sheet)
    ident = uid("ground", sheet.palette)
    first = el("defs", el("g", drawn, id=ident))  # drawn once, shown through several windows
    out = []
    for n, (at, told) in enumerate(_GROUND):
        out.append(Entry((first if n == 0 else "") + _cut(el("use", href=f"#{ident}"), at), told))
    return tuple(out)


def _borders(sheet: Sheet) -> tuple[Entry, ...]:
    drawn = borders.borders(sheet)
    at: dict[str, Point] = {}
    for border in sheet.borders:
        at.setdefault(border.kind, border.line[len(border.line) // 2])
    p = sheet.palette
    base = el("rect", x=-200, y=-200, width=4000, height=3000, fill=p.steppe)
    told = (
        ("border", "border of areas"),
        ("tsaritsa_gully", "gully: attack halved"),
        ("orlovka_trench", "trench: attack halved"),
    )
    return tuple(Entry(_cut(base + drawn, at[kind], 60), words) for kind, words in told)


def _control(sheet: Sheet) -> tuple[Entry, ...]:
    told = (
        ("German", "German", "German: full band"),
        ("Soviet", "Soviet", "Soviet: beads"),
        ("contested", "", "contested: both"),
        ("empty", "German", "empty: hollow, narrow"),
    )
    return tuple(Entry(_band(sheet, control_, side), words) for control_, side, words in told)


def _band(sheet: Sheet, held: str, side: str) -> str:
    badge = control.badge(sheet, held, side or "German", (-26, 0))
    return badge + el("g", control.band(sheet, held, side, "M8 0H48"), transform="scale(1.1)")


def _places(sheet: Sheet) -> tuple[Entry, ...]:
    def one(landing: bool, gun: bool = False) -> str:
        return el("g", borders.slot(sheet, 0, 0, landing, gun), transform="scale(0.7)")

    return (
        Entry(one(False), "strongpoint: urban, +2"),
        Entry(one(False, True), "artillery spot"),
        Entry(one(True), "landing: rough, +2"),
        Entry(el("g", control.fort(sheet, 0, -26), transform="scale(0.9)"), "fortified salient"),
    )


def _drawn(shown: _Counter) -> str:
    return counter(face(shown), 0, 0, 84)


def _counters(sheet: Sheet) -> tuple[Entry, ...]:
    out = [
        Entry(
            _drawn(_Counter(kind, size, "1" if kind == "leader" else "7", "Soviet" if kind == "leader" else "German")),
            t,
        )
        for kind, size, t in _TYPES
    ]
    return (
        *out,
        Entry(_drawn(_Counter("infantry", "XX", "?", "Soviet", hidden=True)), "Soviet back: strength hidden"),
        Entry(_drawn(_Counter("infantry", "XX", "7", "Soviet", "G")), "Guards: yellow print"),
    )


def _marks(sheet: Sheet) -> tuple[Entry, ...]:
    gun = _Counter("assault_gun", "III", "+4", label="STG", strength=4, support=True)
    tank = _Counter("armor", "XX", "11", label="14", strength=11)

    def pile(*units: _Counter, **state: bool | str) -> str:
        found = _Pile(units, **state)  # type: ignore[arg-type]
        return el("g", stacks.stack(sheet, found, (0, 0), 76), transform="scale(0.9)")

    return (
        Entry(_drawn(gun), "+ support; (2) defends only; * no step"),
        Entry(_drawn(_Counter("armor", "XX", "9", label="14", reduced=True)), "pale band: has lost steps"),
        Entry(_drawn(_Counter("armor", "XX", "11", label="14", oos=True)), "barrel: out of supply"),
        Entry(pile(gun, tank), "stack: number and sum"),
        Entry(pile(_Counter("armor", "XX", "11", reserve=True)), "R: in reserve"),
        Entry(pile(_Counter("armor", "XX", "11", disrupted=True)), "D: disrupted"),
        Entry(pile(tank, entering=True), "E: entering attack to come"),
        Entry(pile(_Counter("infantry", "XX", "3", "Soviet", "B"), side="Soviet", cut_off=True), "cut off"),
        Entry(pile(tank, surrounds="F1"), "surrounds the force beneath"),
        Entry(
            el("g", overlays.ring(sheet, (0, 0), sheet.palette.chosen, 44), transform="scale(0.9)"),
            "ring: picked; red: aimed at",
        ),
    )
