"""Every notebook runs from its first cell to its last, and is stored without what that left behind."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.conftest import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SECONDS_A_CELL = 120


def test_there_is_a_tour() -> None:
    assert NOTEBOOKS[0].name == "00_tour.ipynb"


@pytest.mark.notebook
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))  # autosaves of the run are nobody's
    notebook = nbformat.read(path, as_version=4)
    folder = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=SECONDS_A_CELL, kernel_name="python3", resources=folder).execute()
    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_names_only_what_its_reader_can_open(path: Path) -> None:
    text = "\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "markdown")
    assert "docs/" not in text  # neither a dashboard nor a copy of the notebooks has it
    links = re.findall(r"\]\((?!https?:|#)([^)]+)\)", text)
    assert [link for link in links if not (path.parent / link.partition("#")[0]).is_file()] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_stored_without_outputs(path: Path) -> None:
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    assert [cell.source for cell in cells if cell.outputs or cell.execution_count] == []
