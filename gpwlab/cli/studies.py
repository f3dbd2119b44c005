"""What the dashboards show of the notebooks: titles and pictures for a gallery, and a folder of their own to run in."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from gpwlab.core.resources import dashboards_dir

PICTURES = Path(__file__).parent / "jupyter" / "nbconvert" / "templates" / "gpwlab" / "static" / "studies"
LONGEST_LINE = 170
#: The first digit of a notebook's number, and what its tens are about.
PARTS = {
    "0": "Begin here",
    "1": "The Great Patriotic War",
    "2": "House variants",
    "3": "Struggle for Stalingrad",
    "4": "Hube's Pocket",
    "5": "Odds, plans and simulations",
    "6": "Design notes and history",
    "7": "Maps and tables of your own",
}
OWN = "Your own notebooks"


@dataclass(frozen=True)
class Study:
    """A notebook of the gallery.

    name: its file.  path: that from the server's root.  title, line: its first heading and what follows.  part: where
    it stands in the gallery, with its heading.  picture: the template's file, "" where there is none.
    """

    name: str
    path: str
    title: str
    line: str
    part: str
    heading: str
    picture: str


def studies(root: Path, folder: str = "") -> list[Study]:
    """The notebooks of a folder below the server's root, in the order of their names."""
    return [_study(file, file.relative_to(root).as_posix()) for file in sorted((root / folder).glob("*.ipynb"))]


def _study(file: Path, path: str) -> Study:
    title, line = _opening(file)
    part = file.name[0] if re.match(r"\d\d_", file.name) and file.name[0] in PARTS else "own"
    picture = f"static/studies/{file.stem}.webp" if (PICTURES / f"{file.stem}.webp").is_file() else ""
    return Study(file.name, path, title or file.stem, line, part, PARTS.get(part, OWN), picture)


def _opening(file: Path) -> tuple[str, str]:
    """The first heading of a notebook and the sentences after it, as many as fit into a card."""
    try:
        cells = json.loads(file.read_text("utf-8"))["cells"]
        text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    except (OSError, ValueError, KeyError, TypeError) as error:
        return "", f"This file cannot be read as a notebook: {type(error).__name__}."
    heading = re.search(r"^# (.+)$", text, flags=re.MULTILINE)
    after = text[heading.end() :] if heading else text
    paragraph = " ".join(after.strip().partition("\n\n")[0].split())
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`]", r"\1", paragraph)
    sentences = re.split(r"(?<=[.?!]) ", plain)
    line = sentences[0]
    for sentence in sentences[1:]:
        if len(line) + len(sentence) >= LONGEST_LINE:
            break
        line += f" {sentence}"
    return re.sub(r"[*`]", "", heading[1]) if heading else "", line


def page_config(config: dict[str, Any], *, settings: dict[str, Any], notebook_path: str, **_: Any) -> dict[str, Any]:
    """Voila's hook for what a page knows: the gallery of a folder, or a study between its neighbours."""
    config["fullMathjaxUrl"] = config["mathjaxConfig"] = None  # Voila's own copy, not the one of a CDN
    root = Path(settings["contents_manager"].root_dir)
    if notebook_path.endswith(".ipynb"):
        place = PurePosixPath(notebook_path)
        folder = place.parent.as_posix().strip(".")
        config["gpwlab"] = {"folder": folder} | _beside(studies(root, folder), place.name)
    else:
        folder = notebook_path.strip("/")
        config["gpwlab"] = {"folder": folder, "studies": [asdict(study) for study in studies(root, folder)]}
    return config


def _beside(all_of_them: list[Study], name: str) -> dict[str, Any]:
    """A study, the one before it and the one after; nothing where there is none, which Voila then says itself."""
    told = [None, *map(asdict, all_of_them), None]
    for before, here, after in zip(told, told[1:], told[2:], strict=False):
        if here and here["name"] == name:
            return here | {"before": before, "after": after}
    return {}


def in_own_folder(request: Any, notebook: Any, cwd: str) -> Any:
    """Voila's hook before a kernel starts: a first cell takes it to the folder of the dashboards, tables in words."""
    from nbformat.v4 import new_code_cell

    _ = request.xsrf_token  # sets the cookie without which the page's farewell, which ends its kernel, is refused
    folder = dashboards_dir()
    folder.mkdir(parents=True, exist_ok=True)
    lines = (
        f'__import__("os").chdir({str(folder)!r})',
        '__import__("gpwlab.cli.frames").cli.frames.install(get_ipython())',
    )
    first = new_code_cell("\n".join(lines))  # type: ignore[no-untyped-call]  # it leaves no name behind
    notebook.cells.insert(0, first)
    return notebook
