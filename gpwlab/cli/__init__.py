"""The ``gpwlab`` command: laboratory, dashboards, odds, play, exports, rule coverage, checks of data, for a terminal.

Exit status: 0 done; 1 an action is against a rule, or the citations of rules are wrong; 2 the input is not of the
form, a table fails its schema, or a file cannot be read.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

from gpwlab import GameError, IllegalAction, __version__
from gpwlab.cli import app, coverage, data, export, lab, odds, play, simulate

_COMMANDS = (lab, app, odds, play, simulate, export, coverage, data)


def parser() -> argparse.ArgumentParser:
    """The command line; each command is a module of this package with ``add`` and ``run``."""
    top = _Parser(prog="gpwlab", description="Study board wargames of the Eastern Front.")
    top.add_argument("--version", action="version", version=f"gpwlab {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status. Errors of the game are messages on stderr, never a traceback."""
    words, jupyter_words = lab.split(sys.argv[1:] if argv is None else argv)
    arguments = parser().parse_args(words)
    if jupyter_words:
        arguments.jupyter = jupyter_words
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except IllegalAction as error:
        return _failed(error, 1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader had enough; say nothing at exit
        return 0
    except (GameError, OSError) as error:
        return _failed(error, 2)
    return status


class _Parser(argparse.ArgumentParser):
    """A parser that answers an argument it does not know with its own usage, not with that of the whole command."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return known, unknown


def _failed(error: Exception, status: int) -> int:
    print(f"gpwlab: {_told(error)}", file=sys.stderr)
    return status


def _told(error: Exception) -> str:
    """What went wrong; of a file, its name and the system's words for it, without the number of the error."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)
