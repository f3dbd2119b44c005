"""What the keys of the map editor do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpwlab.widgets.keys import Command

if TYPE_CHECKING:
    from gpwlab.widgets.mapeditor.editor import MapEditor


def commands(editor: MapEditor) -> list[Command]:
    """Keys of the whole editor."""
    desk, canvas = editor.desk, editor.canvas
    zoom = {"+": 0.5, "=": 0.5, "-": -0.5}
    kind = desk.kind

    def nearer(key: str) -> None:
        leaf = canvas.map
        leaf.zoom = max(leaf.min_zoom, min(leaf.max_zoom, leaf.zoom + zoom[key]))

    found = [
        Command(kind.keys, f"cursor to the next {kind.place} that way", "Cursor",
                lambda key: editor.put(desk.ground.step(editor.here, key) if desk.cursor else editor.here)),
        Command(("n", "p"), f"next, previous {kind.place} that is reconstructed", "Cursor",
                lambda key: editor.next_open(1 if key == "n" else -1)),
        Command(tuple(tool.key for tool in editor.tools), ", ".join(tool.caption.lower() for tool in editor.tools),
                "Tools", lambda key: editor.take([tool.key for tool in editor.tools].index(key))),
        Command(("[", "]"), "brush: previous, next value", "Tools",
                lambda key: editor.brush.next_value(1 if key == "]" else -1)),
        Command(("x",), "erase instead of drawing, and back", "Tools", lambda _: editor.toggle_erase()),
        Command(("Enter",), "use the tool at the cursor", "Changing", lambda _: editor.use()),
        Command(("Space",), "right as it stands; then the next", "Changing", lambda _: editor.right_and_next()),
        Command(("!",), "change a printed fact all the same", "Changing", lambda _: desk.insist()),
        Command(("Escape",), "drop what has begun", "Changing", lambda _: editor.drop()),
        Command(("u",), "undo", "Changing", lambda _: desk.undo()),
        Command(("r",), "redo", "Changing", lambda _: desk.redo()),
        Command(("m",), "marks: where the facts come from", "Looking", lambda _: editor.bar.flip("Marks")),
        Command(("+", "=", "-"), "closer, farther", "Looking", nearer),
        Command(("l",), "centre the map on the cursor", "Looking", lambda _: canvas.look_at(editor.here)),
        Command(("w",), "the whole map", "Looking", lambda _: canvas.look_at_all()),
        Command(("t",), "the map as a table", "Looking", lambda _: editor.bar.flip("Table")),
    ]  # fmt: skip
    if kind.directions:
        sides = ", ".join(f"{n} {name}" for n, name in enumerate(kind.directions, 1))
        found.insert(6, Command(
            tuple("123456"), f"hexside of the cursor: {sides}", "Changing",
            lambda key: editor.tool.towards(editor.here, int(key) - 1),
        ))  # fmt: skip
    return found
