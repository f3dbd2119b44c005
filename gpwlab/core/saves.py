"""Save files: JSON with a checksum, written whole or not at all, refused when a single byte has changed."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.files import write_all

FORMAT = "gpwlab save"
VERSION = 1
#: Bytes that a file may have: many times those of a whole campaign, few enough for any computer's memory.
LARGEST = 200_000_000


def digest(data: object) -> str:
    """SHA-256 of JSON-ready data, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _dumps(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def _text(whole: Mapping[str, Any]) -> bytes:
    """The one way to write a save: a line a key, so that two saves can be compared line by line."""
    lines = [f"{json.dumps(key)}:{_dumps(value)}" for key, value in whole.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode("ascii")


def plain(value: object) -> Any:
    """A value as it is once it has been written and read: lists for tuples."""
    return json.loads(_dumps(value))


def as_path(given: str | os.PathLike[str]) -> Path:
    """A path of a file; InvalidInput for what is none."""
    try:
        path = Path(given)
    except TypeError:
        raise InvalidInput(f"a file is a path, not {given!r}") from None
    if "\0" in str(path):
        raise InvalidInput(f"a file is a path, which has no null character, not {given!r}")
    return path


def write(path: str | os.PathLike[str], body: Mapping[str, Any]) -> None:
    """Write a save; the file at ``path`` is replaced only once the new one is complete on disk.

    DataError if it cannot be written, InvalidInput if ``path`` is no path.
    """
    write_bytes(path, encoded(body))


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file that people read, whole or not at all; errors as for :func:`write`, also for half a character."""
    write_bytes(path, as_bytes(text))


def as_bytes(text: str) -> bytes:
    """A text as the bytes of a file; InvalidInput for half a character."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(f"a text of whole characters, not {text[error.start : error.end]!r} in it") from None


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file of another form, whole or not at all; errors as for :func:`write`."""
    write_all({as_path(path): data})


def encoded(body: Mapping[str, Any]) -> bytes:
    """The bytes of the file that :func:`write` makes of a body."""
    whole = {"format": FORMAT, "version": VERSION, **body}
    whole["checksum"] = digest(whole)
    return _text(whole)


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """A file's content; DataError for one that cannot be read, is no file or too large, InvalidInput for no path."""
    source = as_path(path)
    try:
        state = source.stat()
        if not stat.S_ISREG(state.st_mode):  # a pipe would keep us waiting, a device would never end
            raise DataError("the file cannot be read: it is a folder or a device", str(source))
        if state.st_size > LARGEST:
            size = f"{state.st_size:,} bytes, more than {LARGEST:,}"
            raise DataError(f"the file cannot be read: it has {size}", str(source))
        return source.read_bytes()
    except OSError as error:
        raise DataError(f"the file cannot be read: {error.strerror or error}", str(source)) from None


def read(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The body of a save; DataError if it is no save, is damaged or comes from another version of the format."""
    return decoded(read_bytes(path), str(path))


def decoded(text: bytes, file: str) -> dict[str, Any]:
    """The body in the bytes of a save of this name; DataError as for :func:`read`."""
    try:
        whole = json.loads(text, parse_constant=_no_number)
        if not isinstance(whole, dict) or whole.get("format") != FORMAT:
            raise DataError("no save of gpwlab", file)
        _check_version(whole.get("version"), file)
        body = {key: value for key, value in whole.items() if key != "checksum"}
        # the text is compared as well: blanks, escapes and doubled keys leave no trace in what was parsed
        if whole.get("checksum") != digest(body) or text != _text(whole):
            raise DataError("the checksum does not fit: the file has been changed", file)
    except (ValueError, RecursionError) as error:
        raise DataError(f"no save of gpwlab, or a damaged one: it is not JSON ({error})", file) from None
    return body


def _check_version(stated: object, file: str) -> None:
    if type(stated) is int and stated > VERSION:
        raise DataError(f"save version {stated}; this gpwlab reads version {VERSION}: a newer one reads it", file)
    if type(stated) is not int or stated != VERSION:
        raise DataError(f"save version {stated!r}; this gpwlab reads version {VERSION}", file)


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")
