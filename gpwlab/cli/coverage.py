"""``gpwlab coverage``: which rule stands in which code and which test holds it."""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter

from gpwlab.core.coverage import Report
from gpwlab.core.coverage import coverage as report_coverage
from gpwlab.core.inventory import GAMES

EPILOG = """The state of a rule is one of these; the last lines count them:

  implemented   code applies it, and a test that fails without that code cites it
  shown         a component that the lab displays, and a test looks for it
  narrative     the entry states no rule: a heading, a description of the components
  missing       a rule that nothing holds yet
  cited         only without a checkout: code cites it, and there are no tests at hand to ask
"""

COLUMNS = ("game", "section", "paragraph", "status", "where", "tests")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "coverage",
        help="list every rule with its code and its tests",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--format", choices=("text", "csv"), default="text")
    command.add_argument("--game", choices=GAMES)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the table; 1 when a citation names no rule or a test cites too many."""
    report = report_coverage(arguments.game)
    if arguments.format == "csv":
        _print_csv(report)
    else:
        _print_text(report)
    if not report.tests_found:
        print(
            "no tests beside this package: they are only in a checkout, and without them a rule that the code "
            "cites is called cited",
            file=sys.stderr,
        )
    for error in report.errors:
        print(f"gpwlab: {error}", file=sys.stderr)
    return 1 if report.errors else 0


def _print_csv(report: Report) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in report.rows:
        entry = row.entry
        cells = (entry.game, entry.section, entry.paragraph, row.status, ";".join(row.where), ";".join(row.tests))
        writer.writerow(cells)


def _print_text(report: Report) -> None:
    width = max(len(row.entry.id) for row in report.rows)
    for row in report.rows:
        counts = f"{len(row.where):3} in code {len(row.tests):3} tests"
        print(f"{row.entry.id:{width}}  {row.status:11} {counts}  {row.entry.title}")
    for game in GAMES:
        states = Counter(row.status for row in report.rows if row.entry.game == game)
        if states:
            states.setdefault("missing", 0)  # that nothing is missing is worth a word
            print(f"{game}: " + ", ".join(f"{number} {status}" for status, number in sorted(states.items())))
    print("(what these words mean: gpwlab coverage --help)")
