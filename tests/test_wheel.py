"""What an installed wheel has and does, without the checkout around it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's files, as pip would lay them."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command from the installed files; -P and another folder keep the checkout off the path."""
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from gpwlab.cli import main; raise SystemExit(main())"
    return subprocess.run(
        [sys.executable, "-P", "-c", code, str(installed), *words],
        cwd=installed.parent,
        env=os.environ | {"PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_wheel_holds_data_notebooks_and_settings(installed: Path) -> None:
    package = installed / "gpwlab"
    for name in (
        "py.typed",
        "_data/gpw/hexes.csv",
        "_data/history/claims.csv",
        "_data/rules/inventory.csv",
        "_notebooks/00_tour.ipynb",
        "cli/jupyter/labconfig/default_setting_overrides.json",
        "cli/jupyter/voila.py",
        "cli/jupyter/nbconvert/templates/gpwlab/static/app.css",
    ):
        assert (package / name).is_file(), name
    assert not (installed / "tests").exists()
    assert [path for path in package.rglob("*") if path.name in ("__pycache__", ".ipynb_checkpoints")] == []


def test_wheel_plays_with_its_own_tables(installed: Path) -> None:
    done = run(installed, "odds", "gpw", "--attack", "8,8", "--defend", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert "final column 4:1" in done.stdout


def test_coverage_of_a_wheel_says_that_it_has_no_tests(installed: Path) -> None:
    done = run(installed, "coverage", "--game", "gpw", "--format", "csv")
    assert done.returncode == 0
    assert "only in a checkout" in done.stderr
    assert "implemented" not in done.stdout
    assert ",cited,gpwlab/" in done.stdout
