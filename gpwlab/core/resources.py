"""Where files are: the shipped ones, beside the package in a checkout, inside it in a wheel; and the user's own."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

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


def user_dir() -> Path:
    """The folder of what the lab keeps for its user on this computer: autosaves, and what dashboards write."""
    return user_data_path("gpwlab", appauthor=False)


def dashboards_dir() -> Path:
    """Where notebooks run as dashboards: what their cells write lands here, not on files beside the notebooks."""
    return user_dir() / "dashboards"


def in_dashboard() -> bool:
    """Whether this kernel serves a dashboard; Voila says so in its environment."""
    return "VOILA_REQUEST_URL" in os.environ


def _shipped(in_checkout: str, in_wheel: str) -> Path:
    root = checkout()
    return PACKAGE / in_wheel if root is None else root / in_checkout
