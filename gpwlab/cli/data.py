"""``gpwlab data check``: validate a user's own tables."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gpwlab.core import tables


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser("data", help="check your own tables")
    actions = command.add_subparsers(metavar="ACTION", required=True)
    check = actions.add_parser(
        "check",
        help="check every table in a folder",
        description="Check the CSV files of a folder as a game would read them: each against its schema, and together "
        "with the shipped tables for those that the folder lacks.",
    )
    check.add_argument("folder", metavar="DIR", type=Path)
    check.add_argument("--game", choices=("gpw", "hube", "sfs"), default="gpw")
    check.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Every fault on a line of its own, with file, line and column; 2 if there is one."""
    faults = tables.check(arguments.game, arguments.folder)
    for fault in faults:
        print(f"gpwlab: {fault}", file=sys.stderr)
    if faults:
        return 2
    names = sorted(path.stem for path in arguments.folder.glob("*.csv"))
    print(f"{len(names)} tables are sound: {', '.join(names)}" if names else "no tables here: *.csv finds nothing")
    return 0
