"""Writing files so that nothing is lost: all of them whole on disk before the first is put in its place."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Mapping
from pathlib import Path

from gpwlab.core.errors import DataError

#: How a file is opened that must not be there yet.
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def write_all(given_files: Mapping[Path, bytes | None], what: str = "the file") -> None:
    """Write files, or remove those given as None: every one of them, or none.

    Each is complete beside its place before the first is renamed, in the order given, so that a full disk or a killed
    program leaves old or new files, never a part of one.  DataError, which begins with ``what``, names the file that
    cannot be written; those put in place before it are put back.
    """
    files: dict[Path, bytes | None] = {}
    before: dict[Path, bytes | None] = {}
    staged: dict[Path, Path] = {}
    done: list[Path] = []
    at = Path()
    try:
        for given, data in given_files.items():
            at = Path(os.path.realpath(given))  # a link goes on pointing where it does
            files[at] = data
            if data is not None:
                staged[at] = _staged(at, data)
        for at in files if len(files) > 1 else ():
            before[at] = at.read_bytes() if at.is_file() else None
        for at in files:
            _put(staged.pop(at, None), at)
            done.append(at)
    except BaseException as error:
        for copy in staged.values():
            copy.unlink(missing_ok=True)
        if done:
            write_all({path: before[path] for path in reversed(done)}, what)
        if isinstance(error, OSError):
            raise DataError(f"{what} cannot be written: {error.strerror or error}", str(at)) from None
        raise


def _staged(target: Path, data: bytes) -> Path:
    """The data in a file of its own beside its place, with the mode of the file that it is to replace."""
    mode = stat.S_IMODE(target.stat().st_mode) if target.is_file() else 0o666
    if not mode & 0o222:
        raise PermissionError(13, "the file is read-only")
    beside = target.with_name(f".gpwlab-{secrets.token_hex(6)}")
    try:
        with os.fdopen(os.open(beside, NEW, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    return beside  # closed: a file that is open cannot be renamed on every system


def _put(staged: Path | None, target: Path) -> None:
    if staged is None:
        target.unlink(missing_ok=True)
        return
    try:
        os.replace(staged, target)
    except BaseException:
        staged.unlink(missing_ok=True)
        raise
