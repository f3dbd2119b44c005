"""Where every corner and every centre of the grid of The Great Patriotic War lies on the earth, as a table.

    python -m tools.earth_gpw [--out data/geo/gpw_earth.csv]

Needs numpy, pyproj and shapely besides the package; the table is made once and kept, so the package needs none of it.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from gpwlab.core import tables
from gpwlab.core.svg.lattice import CORNERS, HEX, Node, at, node
from gpwlab.gpw.board import grid_position, plane
from tools.gpw_fit import fit

BASIS = "fit of tools/gpw_fit.py"


def nodes() -> list[Node]:
    """The lattice points of all hexes, each once."""
    centres = [node(*plane(*grid_position(row["hex"]))) for row in tables.read("gpw", "hexes")]
    corners = {(p + dp, q + dq) for p, q in centres for dp, dq in CORNERS}
    return sorted({*centres, *corners})


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("data/geo/gpw_earth.csv"), help="file to write")
    options = parser.parse_args()
    points = nodes()
    places = [at(point) for point in points]
    lon, lat = fit().to_earth([x / HEX for x, _y in places], [-y / HEX for _x, y in places])
    with options.out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["p", "q", "lon", "lat", "provenance", "basis"])
        for (p, q), east, north in zip(points, lon, lat, strict=True):
            writer.writerow([p, q, f"{east:.4f}", f"{north:.4f}", "derived", BASIS])
    print(f"{len(points)} points in {options.out}")


if __name__ == "__main__":
    main()
