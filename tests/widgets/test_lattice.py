"""Outlines and lines along hexsides, on an uneven patch of hexes, so that nothing transposed can pass."""

from __future__ import annotations

import pytest

from gpwlab.core.svg.build import Picture, el, label, num, uid
from gpwlab.core.svg.lattice import ACROSS, at, blob, chains, corner, loops, node, outline, side, smooth_line
from gpwlab.gpw.board import grid_position, plane

# an L of four hexes and one apart
PATCH = [node(*plane(*grid_position(name))) for name in ("B1010", "B1009", "B0909", "B0809", "B1215")]


def test_every_corner_lies_where_the_board_has_it() -> None:
    from gpwlab import gpw

    board = gpw.new("barbarossa").board
    for name in ("A0101", "B1407", "B3322"):
        centre = node(*plane(*grid_position(name)))
        for k, (x, y) in enumerate(board.corners(board.hex(name))):
            assert at(corner(centre, k)) == pytest.approx((100 * x, -100 * y), abs=1e-6)


def test_neighbours_share_the_side_between_them() -> None:
    from gpwlab import gpw

    board = gpw.new("barbarossa").board
    for name in ("B1407", "B1507"):  # an even and an odd row
        here = node(*plane(*grid_position(name)))
        for h in board.near[board.hex(name)]:
            there = node(*plane(*grid_position(board.ids[h])))
            assert (there[0] - here[0], there[1] - here[1]) in ACROSS
            assert set(side(here, there)) == set(side(there, here))


def test_outline_goes_round_each_stretch_once() -> None:
    found = loops(PATCH)
    assert sorted(map(len, found)) == [6, 6 * 4 - 2 * 3]  # each of three shared sides drops out of two hexes
    assert sum(len(loop) for loop in found) == outline(PATCH).count("L") + outline(PATCH).count("M")


def test_a_hole_is_an_outline_of_its_own() -> None:
    middle = PATCH[0]
    around = [(middle[0] + dp, middle[1] + dq) for dp, dq in ACROSS]
    assert sorted(map(len, loops(around))) == [6, 18]


def test_inset_moves_an_outline_inwards() -> None:
    def width(path: str) -> float:
        xs = [float(pair.split()[0]) for pair in path.strip("MZ").replace("L", "M").split("M")]
        return max(xs) - min(xs)

    assert width(outline(PATCH[:1], 10)) == pytest.approx(width(outline(PATCH[:1])) - 20, abs=0.2)


def test_a_patch_looks_the_same_whatever_else_is_drawn() -> None:
    assert blob(PATCH[-1:], 3, 5, "wood") in blob(PATCH, 3, 5, "wood")
    assert blob(PATCH, 3, 5, "wood") != blob(PATCH, 3, 5, "marsh")


def test_chains_use_every_edge_once_and_end_where_names_meet() -> None:
    corners = [corner(PATCH[0], k) for k in range(6)]
    main = [(corners[k], corners[k + 1], "Bug") for k in range(4)]
    branch = (corners[2], (corners[2][0] + 1, corners[2][1] + 1), "Narew")
    found = chains([*main, branch])
    assert sorted((name, len(line)) for name, line in found) == [("Bug", 5), ("Narew", 2)]
    ring = [(corners[k], corners[(k + 1) % 6], "lake") for k in range(6)]
    assert [len(line) for _name, line in chains(ring)] == [7]
    assert sorted(len(line) for _name, line in chains(main, stops={corners[1]})) == [2, 4]


def test_a_smooth_line_keeps_its_ends() -> None:
    line = smooth_line([(0, 0), (50, 0), (50, 50), (100, 50)])
    assert line.startswith("M0 0")
    assert line.endswith("L100 50")


def test_markup_is_escaped_and_numbers_are_short() -> None:
    assert el("g", title='a"b<', stroke_width=1.50, fill=None) == '<g title="a&quot;b&lt;" stroke-width="1.5"/>'
    assert label("R&R", 1, 2) == '<text x="1" y="2">R&amp;R</text>'
    assert [num(v) for v in (1.0, -0.01, 2.25)] == ["1", "0", "2.2"]
    assert uid("a", "b") != uid("ab") != uid("a", "c")


def test_a_picture_survives_pickling() -> None:
    import pickle

    drawn = Picture("<svg/>", "words")
    again = pickle.loads(pickle.dumps(drawn))
    assert (str(again), again.text, repr(again)) == ("<svg/>", "words", "words")
