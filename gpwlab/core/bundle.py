"""One file to hand on a folder of own tables: a zip of its CSV files and a manifest.  Reading one executes nothing."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpwlab.core.errors import DataError
from gpwlab.core.files import write_all

FORMAT, VERSION = "gpwlab own copy", 1
MANIFEST = "manifest.json"
#: The largest file that is opened, and the most that all it holds may come to, in bytes.
MOST_PACKED, MOST = 10_000_000, 50_000_000
#: Whatever may be wrong with a zip that was cut off, changed or made to harm.
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


def pack(path: Path, files: Mapping[str, bytes], about: Mapping[str, Any]) -> None:
    """Write tables by the names of their files, and what is told about them; the same always makes the same bytes.

    DataError if the file cannot be written.
    """
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    manifest = {"format": FORMAT, "version": VERSION, **about, "files": hashes}
    whole = {MANIFEST: (json.dumps(manifest, indent=1) + "\n").encode(), **dict(sorted(files.items()))}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in whole.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    write_all({path: packed.getvalue()}, "the shared file")


def unpack(path: Path) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The manifest and the tables of a shared file; DataError for what is none, is damaged or is too large.

    Nothing is written: the names in the file are compared, never used as paths.
    """
    try:
        if path.stat().st_size > MOST_PACKED:
            raise DataError(f"too large for a shared copy: more than {MOST_PACKED:,} bytes", str(path))
        with zipfile.ZipFile(path) as archive:
            held = _held(archive, str(path))
        manifest = json.loads(held.pop(MANIFEST, b"null"))
    except _BROKEN as error:
        raise DataError(f"no shared copy, or a damaged one: {error}", str(path)) from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise DataError("a zip file, but no shared copy", str(path))
    if manifest.get("version") != VERSION:
        raise DataError(f"version {manifest.get('version')!r}; this gpwlab reads version {VERSION}", str(path))
    if manifest.get("files") != {name: hashlib.sha256(data).hexdigest() for name, data in held.items()}:
        raise DataError("its tables are not those that its manifest names", str(path))
    return manifest, held


def _held(archive: zipfile.ZipFile, file: str) -> dict[str, bytes]:
    """Everything in an archive by name, read no further than it may go."""
    held: dict[str, bytes] = {}
    left = MOST
    for entry in archive.infolist():
        if entry.filename in held or Path(entry.filename).name != entry.filename or "\\" in entry.filename:
            raise DataError(f"a shared copy holds no {entry.filename!r}", file)
        with archive.open(entry) as stream:
            held[entry.filename] = stream.read(left + 1)
        left -= len(held[entry.filename])
        if left < 0:
            raise DataError(f"what it holds is too large: more than {MOST:,} bytes", file)
    return held
