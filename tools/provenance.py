"""Count how many rows of each table are printed, derived, published or reconstructed.

python tools/provenance.py [FOLDER]    a Markdown table of the tables in FOLDER (data/gpw)
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from pathlib import Path

KINDS = ("printed", "derived", "published", "reconstructed")
DATA = Path(__file__).resolve().parents[1] / "data" / "gpw"


def counts(folder: Path) -> str:
    """One line a table, one column a provenance."""
    lines = [f"| table | {' | '.join(KINDS)} |", "|---|" + "---:|" * len(KINDS)]
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            found = Counter(row["provenance"] for row in csv.DictReader(file))
        lines.append(f"| {path.stem} | " + " | ".join(str(found[kind] or "") for kind in KINDS) + " |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(counts(Path(sys.argv[1]) if len(sys.argv) > 1 else DATA))
