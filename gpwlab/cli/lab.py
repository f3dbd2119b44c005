"""``gpwlab lab``: JupyterLab on the notebooks."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from gpwlab.core import saves
from gpwlab.core.errors import DataError
from gpwlab.core.resources import checkout, notebooks_dir

TOUR = "00_tour.ipynb"
DEFAULT_COPY = "gpwlab-notebooks"
RECORD = ".gpwlab-copied.json"
NO_RECORD = "not the record of which notebooks were copied; delete it, and changed ones count as your own"
#: Options of Jupyter that let others in: another address than this computer's own, or no token.
ADDRESS = re.compile(r"--(?:\w+\.)?ip(?:=(.*))?", re.DOTALL)
TOKEN = re.compile(r"--\w+\.(?:token|password|allow_unauthenticated_access)(?:=(.*))?", re.DOTALL)
LOOPBACK = ("127.0.0.1", "localhost", "::1")
JUPYTER_SETTINGS = Path(__file__).parent / "jupyter"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "lab",
        help="open JupyterLab on the notebooks",
        description="Open JupyterLab on the notebooks: in place from a checkout, else copied to DIR first. "
        "Notebooks that you changed are never overwritten. Options after DIR go to JupyterLab.",
        usage="gpwlab lab [-h] [DIR] [JUPYTER OPTIONS]",
    )
    command.add_argument("folder", metavar="DIR", nargs="?", type=Path, help=f"default: {DEFAULT_COPY} for a wheel")
    command.set_defaults(run=run, jupyter=[])


def split(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """Words for our parser and, of ``lab`` and ``app`` alone, the options that Jupyter reads itself."""
    if not argv or argv[0] not in ("lab", "app"):
        return list(argv), []
    options = [i for i, word in enumerate(argv) if word.startswith("-") and word not in ("-h", "--help")]
    cut = options[0] if options else len(argv)
    return list(argv[:cut]), [word for word in argv[cut:] if word != "--"]


def run(arguments: argparse.Namespace) -> int:
    """Copy where needed, then become JupyterLab."""
    folder = notebooks_in(arguments.folder)
    first = f"/lab/tree/{TOUR}" if (folder / TOUR).is_file() else "/lab"
    return become(lab_command(folder, first, arguments.jupyter))


def notebooks_in(folder: Path | None) -> Path:
    """The folder to serve: a checkout's own where none is named, else a folder with a copy of the notebooks."""
    if folder is None and checkout() is not None:
        return notebooks_dir()
    folder = folder or Path(DEFAULT_COPY)
    for kept in copy_notebooks(notebooks_dir(), folder):
        print(f"kept your own {folder / kept}", file=sys.stderr)
    return folder.resolve()


def become(command: list[str]) -> int:
    """Run a server in the place of this process; options that open it to others are warned of."""
    for warning in exposed(command):
        print(f"gpwlab: {warning}", file=sys.stderr)
    os.environ.update(lab_environment(os.environ))
    if os.name == "nt":
        return subprocess.call(command)  # there, exec would detach from the terminal
    os.execv(command[0], command)


def copy_notebooks(source: Path, target: Path) -> list[str]:
    """Copy a tree of notebooks; returns the names of files left alone because their owner changed them.

    A file is the owner's when it is neither the shipped one nor what an earlier copy wrote, which a record in the
    target folder tells.
    """
    target.mkdir(parents=True, exist_ok=True)
    record_file = target / RECORD
    record = _read_record(record_file)
    kept = []
    for path in sorted(p for p in source.rglob("*") if p.is_file() and not _hidden(p.relative_to(source))):
        name = path.relative_to(source).as_posix()
        shipped, copy = path.read_bytes(), target / name
        if copy.exists() and _digest(copy.read_bytes()) not in (_digest(shipped), record.get(name)):
            kept.append(name)
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        saves.write_bytes(copy, shipped)  # whole or not at all: half a notebook would count as changed by its owner
        record[name] = _digest(shipped)
    saves.write_text(record_file, json.dumps(record, indent=1, sort_keys=True) + "\n")
    return kept


def _read_record(file: Path) -> dict[str, str]:
    """What an earlier copy wrote, by name; DataError for a record that is none."""
    if not file.exists():
        return {}
    try:
        record = json.loads(saves.read_bytes(file))
    except (ValueError, RecursionError) as error:
        raise DataError(f"{NO_RECORD}: {error}", str(file)) from None
    if not isinstance(record, dict):
        raise DataError(NO_RECORD, str(file))
    return record


def lab_command(folder: Path, first: str, options: Sequence[str], *, as_root: bool | None = None) -> list[str]:
    """The command that opens the page ``first`` over a folder; token and loopback stay as Jupyter has them."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0 if as_root is None else as_root
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}", f"--LabApp.default_url={first}"]
    if root:
        command.append("--allow-root")  # Jupyter refuses root without it, and a container has nobody else
    return [*command, *options]


def exposed(options: Sequence[str]) -> list[str]:
    """Warnings for options that open the lab to others, who could then run anything in it."""
    warnings = []
    for word, following in zip(options, [*options[1:], ""], strict=False):
        if found := ADDRESS.fullmatch(word):
            address = following if found[1] is None else found[1]
            if address not in LOOPBACK:
                warnings.append(f"{word}: with {address or 'no address'} other computers can reach the lab")
        elif (found := TOKEN.fullmatch(word)) and (following if found[1] is None else found[1]) in ("", "True"):
            warnings.append(f"{word}: without a token whoever reaches the lab can run anything in it")
    return warnings


def lab_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """What Jupyter needs to stay offline: no news pop-up, dashboards in our frame, charts that carry their script."""
    paths = {
        name: os.pathsep.join(filter(None, (str(JUPYTER_SETTINGS), environment.get(name, ""))))
        for name in ("JUPYTER_CONFIG_PATH", "JUPYTER_PATH")
    }
    return paths | {"BOKEH_RESOURCES": "inline"}


def _hidden(path: Path) -> bool:
    return any(part.startswith((".", "__pycache__")) for part in path.parts)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
