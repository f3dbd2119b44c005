"""Where the shipped files are: beside the package in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def checkout() -> Path | None:
    """The root of the checkout that this package runs from, or None in an installed wheel."""
    root = PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "data").is_dir() else None


def data_dir() -> Path:
    """The folder with the printed tables: one folder a game, and ``rules``."""
    return _shipped("data", "_data")


def notebooks_dir() -> Path:
    """The folder with the numbered notebooks."""
    return _shipped("notebooks", "_notebooks")


def _shipped(in_checkout: str, in_wheel: str) -> Path:
    root = checkout()
    return PACKAGE / in_wheel if root is None else root / in_checkout
