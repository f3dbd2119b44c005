"""Two games on one file: what a save would take the place of is kept beside it, unless the new one tells it all.

Two notebooks that save under one name, or one that saves under the name of last week's game, so lose nothing.  The
same goes for files of scenarios and house variants that somebody else has changed.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from gpwlab.core import saves
from gpwlab.core.errors import DataError

#: The file whose lock lets one writer at a time into a folder; it is there while somebody writes.
LOCK = ".gpwlab.lock"
#: Seconds that a writer waits for another.
WAIT = 30.0
#: What a file system answers that knows no locks, such as many a network drive, or lets us make no file to lock.
NO_LOCKS = (
    *(errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP),
    *(errno.EACCES, errno.EPERM, errno.EROFS),
)
#: What must agree for two saves to be of one game, beside the actions.
SAME = ("game", "start", "opening")


def write(path: str | os.PathLike[str], body: Mapping[str, Any]) -> Path | None:
    """Write a save; where another game or line of play lies at ``path``, that is kept and its new path returned.

    Errors as for :func:`gpwlab.core.saves.write`, and DataError if another program does not let us in for
    :data:`WAIT` seconds; nothing is replaced then.
    """
    target = _place(path)
    with _alone(target.parent):
        kept = _keep(target) if target.is_file() and not told_by(target, body) else None
        saves.write(path, body)
    return kept


#: A hash of what a file of another form held when this program read or wrote it last.
_seen: dict[Path, str] = {}


def read_known(path: str | os.PathLike[str]) -> bytes:
    """A file's content, as :func:`gpwlab.core.saves.read_bytes` gives it; :func:`write_known` may then replace it."""
    data = saves.read_bytes(path)
    _seen[_place(path)] = _hash(data)
    return data


def write_known(path: str | os.PathLike[str], data: bytes) -> Path | None:
    """Write a file that is no save; return where that is kept which lay there and is not known, as for :func:`write`.

    Known is what this program itself has last read or written there, so that nobody else's change is lost.
    """
    target = _place(path)
    with _alone(target.parent):
        known = {_seen.get(target), _hash(data)}
        kept = _keep(target) if target.is_file() and _hash(saves.read_bytes(target)) not in known else None
        saves.write_bytes(path, data)
        _seen[target] = _hash(data)
    return kept


def _place(path: str | os.PathLike[str]) -> Path:
    return Path(os.path.realpath(saves.as_path(path)))


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def told_by(path: Path, body: Mapping[str, Any]) -> bool:
    """Whether all that a file tells is in a save's body too: the same start, and no action that is not there."""
    try:
        old = saves.read(path)
    except DataError:
        return False
    if any(old.get(key) != saves.plain(body[key]) for key in SAME):
        return False
    done = iter(saves.plain(body["history"]))
    return isinstance(old.get("history"), list) and all(entry in done for entry in old["history"])


def _keep(target: Path) -> Path:
    """Copy a file to a name that is free: ``my-game.kept-1.json`` for ``my-game.json``."""
    number = 1
    while (kept := target.with_name(f"{target.stem}.kept-{number}{target.suffix}")).exists():
        number += 1
    saves.write_bytes(kept, saves.read_bytes(target))
    return kept


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One writer at a time in a folder, on every system: between looking and writing comes no other.

    Where no lock can be had, a save goes on without; a folder that cannot be written says so when it is written.
    """
    from filelock import FileLock, Timeout

    if not folder.is_dir():  # the lock would make one; writing says that there is none
        yield
        return
    lock = FileLock(folder / LOCK, timeout=WAIT, mode=0o666, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise DataError("another program is writing here; try again", str(folder)) from None
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise DataError(f"the folder cannot be locked: {error.strerror or error}", str(folder)) from None
        yield
        return
    try:
        yield
    finally:
        # Windows removes it on release; who waits elsewhere sees that it is gone.  One that stays does no harm.
        with suppress(OSError):
            (folder / LOCK).unlink(missing_ok=True)
        lock.release()
