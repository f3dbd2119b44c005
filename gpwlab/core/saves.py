"""Save files: JSON with a checksum, written whole or not at all, refused when a single byte has changed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.files import write_all

FORMAT = "gpwlab save"
VERSION = 1


def digest(data: object) -> str:
    """SHA-256 of JSON-ready data, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _text(whole: Mapping[str, Any]) -> bytes:
    """The one way to write a save: a line a key, so that two saves can be compared line by line."""
    lines = [f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}" for key, value in whole.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode("ascii")


def _path(given: str | os.PathLike[str]) -> Path:
    try:
        return Path(given)
    except TypeError:
        raise InvalidInput(f"a save is a path, not {given!r}") from None


def write(path: str | os.PathLike[str], body: Mapping[str, Any]) -> None:
    """Write a save; the file at ``path`` is replaced only once the new one is complete on disk.

    DataError if it cannot be written, InvalidInput if ``path`` is no path.
    """
    write_all({_path(path): encoded(body)}, "the save")


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file that people read, whole or not at all; errors as for :func:`write`."""
    write_bytes(path, text.encode())


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a file of another form, whole or not at all; errors as for :func:`write`."""
    write_all({_path(path): data})


def encoded(body: Mapping[str, Any]) -> bytes:
    """The bytes of the file that :func:`write` makes of a body."""
    whole = {"format": FORMAT, "version": VERSION, **body}
    whole["checksum"] = digest(whole)
    return _text(whole)


def read(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The body of a save; DataError if it is no save, is damaged or comes from another version of the format."""
    source = _path(path)
    try:
        return decoded(source.read_bytes(), str(source))
    except OSError as error:
        raise DataError(f"the save cannot be read: {error.strerror or error}", str(source)) from None


def decoded(text: bytes, file: str) -> dict[str, Any]:
    """The body in the bytes of a save of this name; DataError as for :func:`read`."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(f"not JSON: {error}", file) from None
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise DataError("not a gpwlab save", file)
    if whole.get("version") != VERSION:
        raise DataError(f"save version {whole.get('version')!r}; this gpwlab reads version {VERSION}", file)
    body = {key: value for key, value in whole.items() if key != "checksum"}
    # the text is compared as well: blanks, escapes and doubled keys leave no trace in what was parsed
    if whole.get("checksum") != digest(body) or text != _text(whole):
        raise DataError("the checksum does not fit: the file has been changed", file)
    return body
