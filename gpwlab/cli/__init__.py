"""The ``gpwlab`` command: laboratory, dashboards, odds, play, exports, rule coverage, checks of data, for a terminal.

Exit status: 0 done; 1 an action is against a rule, or the citations of rules are wrong; 2 the input is not of the
form, a table fails its schema, or a file cannot be read.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from gpwlab import GameError, IllegalAction, __version__
from gpwlab.cli import app, coverage, data, export, lab, odds, play, simulate

_COMMANDS = (lab, app, odds, play, simulate, export, coverage, data)


def parser() -> argparse.ArgumentParser:
    """The command line; each command is a module of this package with ``add`` and ``run``."""
    top = argparse.ArgumentParser(prog="gpwlab", description="Study board wargames of the Eastern Front.")
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


def _failed(error: Exception, status: int) -> int:
    print(f"gpwlab: {error}", file=sys.stderr)
    return status
