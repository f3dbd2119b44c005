"""What the tests of own copies share."""

from __future__ import annotations

from pathlib import Path

UNIT = "ax-inf-5"  # 8-8-6, reconstructed


def state(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith(".")}
