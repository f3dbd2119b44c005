"""Two games on one file: what a save would take the place of is kept beside it, unless the new one tells it all.

Two notebooks that save under one name, or one that saves under the name of last week's game, so lose nothing.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gpwlab.core import saves
from gpwlab.core.errors import DataError

if sys.platform != "win32":
    import fcntl

#: What a file system answers that knows no locks on folders, such as many a network drive.
NO_LOCKS = (errno.EBADF, errno.EINVAL, errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP)
#: What must agree for two saves to be of one game, beside the actions.
SAME = ("game", "start", "opening")


def write(path: str | os.PathLike[str], body: Mapping[str, Any]) -> Path | None:
    """Write a save; where another game or line of play lies at ``path``, that is kept and its new path returned.

    Errors as for :func:`gpwlab.core.saves.write`; nothing is replaced then.
    """
    target = Path(os.path.realpath(saves.as_path(path)))
    with _alone(target.parent):
        kept = _keep(target) if target.is_file() and not told_by(target, body) else None
        saves.write(path, body)
    return kept


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
    """One writer at a time in a folder, as far as the system can say so: between looking and writing comes no other."""
    if sys.platform == "win32" or not folder.is_dir():  # where there is no folder, writing says so
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
        yield
    finally:
        os.close(handle)
