"""Whole games by the hundred: played by players on every core or on a cluster, the same whatever plays them.

A game depends on its seed alone, so that neither the number of workers nor their speed changes a result, and a game
that is lost with its worker is played again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import W_OK, PathLike, access, cpu_count
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from gpwlab.core.errors import DataError, GameError, InvalidInput
from gpwlab.core.game import folder
from gpwlab.study import gamefile, workers
from gpwlab.study.onegame import Job, with_tables
from gpwlab.study.players import Maker, named
from gpwlab.study.progress import Progress, Told, shown

if TYPE_CHECKING:
    from pandas import DataFrame

#: Seconds between two writings of the games done so far.
KEEP_EVERY = 30.0
#: So few games are played sooner than processes of their own have begun.
FEW = 6


class Stopped(InvalidInput):
    """A simulation that could not go on; ``done`` has the games that were finished."""

    def __init__(self, message: str, done: DataFrame) -> None:
        super().__init__(message)
        self.done = done


def simulate(
    scenario: str,
    rules: Any = None,
    games: int = 1000,
    seed: int = 1,
    *,
    players: str | Maker | Sequence[str | Maker] = "cautious",
    workers: int | None = None,
    client: Any = None,
    progress: Told | None = None,
    out: str | PathLike[str] | None = None,
    overlay: str | PathLike[str] | None = None,
) -> DataFrame:
    """Play a scenario many times; one row a game, in the order of the games.

    rules: as ``new`` takes them.  The game number n has the seed ``seed + n``.  players: one for both sides or one a
    side, by name or as a function of a seed that makes one.  workers: processes, by default one a core, but none of
    their own for six games or fewer; 1 plays in this one.  client: a Dask client whose cluster plays instead.
    progress: is told after each game; where it returns False, the simulation ends and keeps what is done, as it does
    when it is interrupted; without it a notebook with :mod:`gpwlab.widgets` shows a bar where it takes long.  out: a
    Parquet file that is written now and then and at the end; where it has games of the same simulation, they are not
    played again.  overlay: a folder with the user's own tables, as for ``new``; workers read it too, and a change on
    the way is a DataError.

    Columns: game, seed, winner, why, turn, turns (played), actions, battles; for each side steps lost, units and
    strength left; cities (of the goals) or areas that the first side holds at the end; ``held`` and ``strengths`` by
    turn, packed (see :mod:`gpwlab.study.shares`); seconds.  All but the last depend on the seed only.  ``frame.attrs``
    tells scenario, rules, players, seed, version.  InvalidInput for what makes no sense, for a cluster that is gone, as
    Stopped for a file that cannot be written; BotError for a player that breaks the rules.  An error on the way has the
    games that were finished as ``done``.
    """
    if type(games) is not int or games < 1:
        raise InvalidInput(f"a simulation has at least one game, not {games!r}")
    if type(seed) is not int:
        raise InvalidInput(f"a seed is a whole number, not {seed!r}")
    own = folder(overlay)
    job = Job(scenario, rules, named(players, _system(scenario)), overlay=None if own is None else str(own))
    job = with_tables(job, seed)  # unknown rules and bad tables are told before any worker starts
    if out is not None:
        _check_place(Path(out))
    meta = gamefile.meta(job, games, seed)
    run = _Run(meta, games, None if out is None else Path(out), progress)
    todo = [(number, seed + number) for number in range(games) if number not in run.rows]
    return run.collect(_plays(job, todo, workers, client))


def _check_place(out: Path) -> None:
    """InvalidInput for a file that nobody could write once the games are played."""
    folder = out.absolute().parent
    if not folder.is_dir():
        raise InvalidInput(f"{out} cannot be written: there is no folder {folder}")
    if out.is_dir() or not access(folder, W_OK):
        raise InvalidInput(f"{out} cannot be written: it is a folder, or lies in one that is read-only")


def _system(scenario: str) -> str:
    from gpwlab.study.onegame import system_with

    return system_with(scenario)


def _plays(job: Job, todo: list[tuple[int, int]], count: int | None, client: Any) -> Iterator[dict[str, Any]]:
    """The rows of some games, as they are finished."""
    if client is not None:
        return workers.on_cluster(job, todo, client)
    if count is not None and (type(count) is not int or count < 1):
        raise InvalidInput(f"there is at least one worker, not {count!r}")
    usual = 1 if len(todo) <= FEW else cpu_count() or 1
    number = min(count or usual, len(todo))
    return workers.here(job, todo) if number <= 1 else workers.in_processes(job, todo, number)


class _Run:
    """The games that are done, and what is told and written of them."""

    def __init__(self, meta: dict[str, Any], games: int, out: Path | None, progress: Told | None) -> None:
        self._meta, self._games, self._out, self._progress = meta, games, out, progress
        self.rows: dict[int, dict[str, Any]] = gamefile.known(out, meta) if out is not None else {}
        self._before = len(self.rows)
        self._began = self._kept = perf_counter()

    def collect(self, plays: Iterator[dict[str, Any]]) -> DataFrame:
        """Take the games as they come; what is done is kept whatever ends it."""
        try:
            for row in plays:
                self.rows[row["game"]] = row
                if self._tell() is False:
                    break
        except KeyboardInterrupt:
            pass  # the user has seen enough: what is done is the result
        except GameError as error:
            error.done = self._finish(error)  # type: ignore[attr-defined]
            raise
        finally:
            close = getattr(plays, "close", None)
            if close is not None:
                close()
        return self._finish()

    def _tell(self) -> object:
        now = perf_counter()
        if self._out is not None and now - self._kept > KEEP_EVERY:
            self._write(self.frame())
            self._kept = perf_counter()
        played, spent = len(self.rows) - self._before, now - self._began
        left = spent / played * (self._games - len(self.rows)) if played else None
        if self._progress is None and left is not None:
            self._progress = shown("simulation", spent + left)
        if self._progress is None:
            return None
        return self._progress(Progress(len(self.rows), self._games, spent, left))

    def frame(self) -> DataFrame:
        """The games that are done, in order."""
        return gamefile.frame([self.rows[number] for number in sorted(self.rows)], self._meta)

    def _finish(self, error: GameError | None = None) -> DataFrame:
        frame = self.frame()
        if self._out is not None and not isinstance(error, Stopped):
            self._write(frame)
        return frame

    def _write(self, frame: DataFrame) -> None:
        assert self._out is not None
        try:
            gamefile.write(frame, self._out)
        except DataError as error:
            raise Stopped(f"{error}; `done` has {len(frame)} games", frame) from error
