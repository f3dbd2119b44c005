"""``gpwlab app``: the notebooks as dashboards, with Voila."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from gpwlab.cli import lab
from gpwlab.core.errors import InvalidInput
from gpwlab.core.resources import notebooks_dir

GALLERY = "/voila"
#: A page that goes says so; where it cannot (the browser was killed), its kernel ends after so many seconds unused.
CULL_SECONDS = 600
OPTIONS = (
    f"--MappingKernelManager.cull_idle_timeout={CULL_SECONDS}",
    "--MappingKernelManager.cull_interval=60",
    # Voila answers no ping while a cell runs, and Jupyter would cut off a page whose cell takes a minute and a half.
    "--ServerApp.tornado_settings={'ws_ping_interval': 0}",
)


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "app",
        help="open the notebooks as dashboards",
        description="Open a gallery of the notebooks, or one of them, as dashboards: maps, widgets and text without "
        "the code. The notebooks are those of a checkout, else copied to DIR first, as for gpwlab lab. Options after "
        "that go to Jupyter.",
        usage="gpwlab app [-h] [DIR] [NOTEBOOK] [JUPYTER OPTIONS]",
    )
    command.add_argument("words", metavar="DIR NOTEBOOK", nargs="*", help="a folder; the name of a notebook")
    command.set_defaults(run=run, jupyter=[])


def run(arguments: argparse.Namespace) -> int:
    """Copy where needed, then become the server; InvalidInput without Voila or for a notebook that is not there."""
    folder, name = _asked(arguments.words)
    if find_spec("voila") is None:
        raise InvalidInput("gpwlab app needs Voila, which is not installed here: python -m pip install voila")
    served = lab.notebooks_in(folder)
    if name and not (served / name).is_file():
        there = ", ".join(sorted(file.name for file in served.glob("*.ipynb")))
        raise InvalidInput(f"no notebook {name} in {served}; there are {there or 'none'}")
    first = f"{GALLERY}/render/{name}" if name else GALLERY
    return lab.become(lab.lab_command(served, first, (*OPTIONS, *arguments.jupyter)))


def _asked(words: list[str]) -> tuple[Path | None, str]:
    """The folder and the notebook named: a notebook is a word that ends in .ipynb, or the name of one of ours."""
    ours = {file.stem for file in notebooks_dir().glob("*.ipynb")}
    names = [word for word in words if word.endswith(".ipynb") or word in ours]
    folders = [word for word in words if word not in names]
    if len(names) > 1 or len(folders) > 1:
        raise InvalidInput(f"gpwlab app takes a folder and a notebook, not {' '.join(words)}")
    return (Path(folders[0]) if folders else None), (names[0].removesuffix(".ipynb") + ".ipynb" if names else "")
