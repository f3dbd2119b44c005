"""Who plays the games of a simulation: this process, processes beside it, or a Dask cluster.

A job travels as bytes of cloudpickle, so that house rules and players from a notebook's cell go with it.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_all_start_methods, get_context
from typing import Any

from gpwlab.core.errors import GameError, InvalidInput
from gpwlab.study.onegame import Job, play

#: A pool that breaks so often without one game between is given up.
MOST_BREAKS = 3
Row = dict[str, Any]


def here(job: Job, todo: list[tuple[int, int]]) -> Iterator[Row]:
    """Play one game after the other in this process."""
    for number, seed in todo:
        yield play(job, number, seed)


def in_processes(job: Job, todo: list[tuple[int, int]], count: int) -> Iterator[Row]:
    """Play in so many processes; a process that dies is replaced, and its games are played again."""
    packed, waiting, breaks = pack(job), dict(todo), 0
    while waiting:
        before = len(waiting)
        try:
            yield from _in_pool(packed, waiting, count)
        except BrokenProcessPool:
            breaks = 0 if len(waiting) < before else breaks + 1
            if breaks >= MOST_BREAKS:
                raise InvalidInput(
                    f"worker processes died {breaks} times before one game was over, last in games "
                    f"{', '.join(map(str, sorted(waiting)[:count]))}; workers=1 shows why"
                ) from None


def _in_pool(packed: bytes, waiting: dict[int, int], count: int) -> Iterator[Row]:
    """The rows of the games that wait, which are crossed off; BrokenProcessPool where a process dies."""
    context = get_context(_method())
    if _method() == "forkserver":
        context.set_forkserver_preload(["gpwlab.gpw", "gpwlab.sfs", "gpwlab.study.onegame"])  # imported once for all
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_leave_signals)
    try:
        queue = iter(sorted(waiting.items()))
        running: set[Future[Row]] = set()
        while True:
            for number, seed in queue:
                running.add(pool.submit(play_packed, packed, number, seed))
                if len(running) >= 2 * count:  # enough that no process waits, few enough to be cancelled
                    break
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                row = future.result()
                del waiting[row["game"]]
                yield row
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _method() -> str:
    """How processes start: never as a copy of a process that may have threads."""
    return "forkserver" if "forkserver" in get_all_start_methods() else "spawn"


def _leave_signals() -> None:
    """An interrupt is for the process that the user watches."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_cluster(job: Job, todo: list[tuple[int, int]], client: Any) -> Iterator[Row]:
    """Play on the cluster of a Dask client; InvalidInput where it is not connected or is lost on the way."""
    try:
        from distributed import as_completed
    except ImportError:
        raise InvalidInput("a cluster needs the package distributed: pip install 'gpwlab[cluster]'") from None
    if getattr(client, "status", None) != "running":
        raise InvalidInput(f"the Dask client {client!r} is not connected to a running cluster")
    packed = client.scatter(pack(job), broadcast=True, hash=False)  # not the key of an equal job that is being dropped
    futures = [client.submit(play_packed, packed, number, seed, pure=False) for number, seed in todo]
    try:
        for _future, row in as_completed(futures, with_results=True):  # type: ignore[no-untyped-call]
            if isinstance(row, BaseException):  # a game that the cluster has dropped
                raise row
            yield row
            if client.status != "running":
                raise InvalidInput("the Dask cluster is gone")
    except (GameError, KeyboardInterrupt, GeneratorExit):
        raise
    except Exception as error:  # whatever the network, scheduler or workers raise when a cluster dies
        raise InvalidInput(f"the Dask cluster could not go on: {type(error).__name__}: {error}") from error
    finally:
        if client.status == "running":
            client.cancel(futures)


def pack(job: Job) -> bytes:
    """A job as bytes; InvalidInput where a rule or player cannot travel."""
    import cloudpickle

    try:
        return bytes(cloudpickle.dumps(job))
    except Exception as error:  # pickling calls what users wrote
        raise InvalidInput(f"these rules or players cannot be sent to a worker: {error}") from error


@lru_cache(maxsize=4)
def _unpack(packed: bytes) -> Job:
    import cloudpickle

    job: Job = cloudpickle.loads(packed)
    return job


def play_packed(packed: bytes, number: int, seed: int) -> Row:
    """Play one game of a packed job, in a worker."""
    return play(_unpack(packed), number, seed)
