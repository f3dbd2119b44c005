"""Which face a counter shows: the colours of its nation, those of its symbol (hube 2.8), and its printed numbers."""

from __future__ import annotations

from dataclasses import dataclass

from gpwlab.core.svg.nato import Face
from gpwlab.core.words import counted

_INK, _WHITE = "#111111", "#ffffff"
#: nation: colour of the counter, ink
COLOURS: dict[str, tuple[str, str]] = {
    "German": ("#9fae93", _INK),
    "German SS": ("#1b1b1b", _WHITE),
    "Hungarian": ("#c9b58b", _INK),
    "Soviet": ("#cf9a6a", _INK),
    "Soviet Guards": ("#c8392d", _WHITE),
}
#: The colour of a symbol tells armour and mechanised troops; other troops have none (hube 2.8).
SYMBOLS = {"armor": "#f2d94e", "mech": "#e2604f"}
#: kind of unit: symbol of gpwlab.core.svg.nato
KINDS: dict[str, str] = {
    "hq": "HQ",
    "inf-div": "INF",
    "mtn-div": "MTN",
    "abn-div": "AB",
    "inf-kg": "INF",
    "fj-kg": "AB",
    "inf-rgt": "INF",
    "alert-bn": "INF",
    "mtr-inf-bde": "MECH",
    "mtr-inf-rgt": "MECH",
    "mech-bde": "MECH",
    "pg-rgt": "PG",
    "pg-bde": "PG",
    "tk-bde": "TK",
    "tk-bn": "TK",
    "pz-bn": "PZ",
    "ag-bn": "AG",
    "pj-bn": "AT",
    "at-bn": "AT",
    "recon-bn": "REC",
    "cav-bde": "CAV",
    "arty-bn": "ART",
    "arm-arty-bn": "SPG",
    "arty-rgt": "ART",
    "arty-bde": "ART",
    "lt-arty-bde": "ART",
    "h-arty-bde": "ART",
    "katy-bde": "ROC",
    "katy-rgt": "ROC",
    "werfer-rgt": "ROC",
    "mortar-bde": "MOR",
    "ur-bde": "FORT",
    "fort-bn": "FORT",
    "rr-bde": "RR",
    "rr-rgt": "RR",
    "pontoon-bde": "PON",
    "organic-truck": "TRK",
}
#: A formation that is drawn as one counter: symbol and category by a word of its name.
FORMATIONS = (
    ("Cav", "CAV", "other"),
    ("Arty", "ART", "other"),
    ("Mech", "MECH", "mech"),
    ("PG", "PG", "mech"),
    ("Tk", "TK", "armor"),
    ("Pz", "PZ", "armor"),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """A counter on the map.

    hex: index on the board.  kind: of kinds.csv, or formation.  size: XX and so on.  category: armor, mech or other.
    numbers: what is printed along the foot, the formation's name standing in where that is unknown.  lost: steps or
    components lost.
    """

    unit: str
    hex: int
    side: str
    nation: str
    kind: str
    size: str
    category: str
    label: str
    numbers: tuple[str, ...]
    lost: int = 0
    supplied: bool = True
    formation: str = ""

    @property
    def title(self) -> str:
        """The counter in a few words."""
        lost = f", {counted(self.lost, 'component' if self.kind == 'formation' else 'step')} lost" if self.lost else ""
        out = "" if self.supplied else ", out of supply"
        of = f" of {self.formation}" if self.formation else ""
        parts = (f"{self.unit}:", self.nation, self.label, self.kind, "-".join(self.numbers))
        return " ".join(filter(None, parts)) + of + lost + out


def nation_of(nationality: str, label: str, formation: str = "") -> str:
    """The nation by whose colours a counter is printed: SS and Guards have their own."""
    words = f"{label} {formation}".split()
    if nationality == "German" and "SS" in words:
        return "German SS"
    if nationality == "Soviet" and ("Gd" in words or "Gds" in words):
        return "Soviet Guards"
    return nationality


def box_of(nation: str, category: str) -> tuple[str, str]:
    """Colour and ink of the symbol: yellow armour, red mechanised; white for other Guards, whose counters are red
    themselves (hube 2.8)."""
    field, ink = COLOURS[nation]
    if category in SYMBOLS:
        return SYMBOLS[category], _INK
    return (_WHITE, _INK) if nation == "Soviet Guards" else (field, ink)


def symbol_of(kind: str, label: str) -> tuple[str, str]:
    """The symbol of a kind of unit, and the category of a formation ("" for other kinds)."""
    if kind in KINDS:
        return KINDS[kind], ""
    return next(((symbol, category) for word, symbol, category in FORMATIONS if word in label), ("INF", "other"))


def face(standing: Standing) -> Face:
    """The face of a counter as it stands."""
    field, ink = COLOURS[standing.nation]
    symbol, category = symbol_of(standing.kind, standing.label)
    box, box_ink = box_of(standing.nation, category or standing.category)
    return Face(
        field=field,
        ink=ink,
        box=box,
        box_ink=box_ink,
        kind=symbol,
        size=standing.size,
        label=_short(standing.label) if standing.kind == "formation" else standing.label,
        strengths=standing.numbers or (_of(standing.formation),),
        reduced=standing.lost > 0,
        lost=standing.lost,
        out_of_supply=not standing.supplied,
        title=standing.title,
    )


def _of(formation: str) -> str:
    """A formation's name as it fits on the foot of a counter."""
    return " ".join(word for word in formation.split() if word not in ("Div", "Corps"))


def _short(label: str) -> str:
    """The unit id without the words that the symbol tells."""
    return " ".join(w for w in label.split() if w not in ("Div", "Corps", "Pz", "Tk", "Mech", "Cav", "Arty", "PG"))
