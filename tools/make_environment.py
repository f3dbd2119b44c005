"""Write ``environment.yml`` (conda) and ``.binder/environment.yml`` (Binder) from ``pyproject.toml``.

python tools/make_environment.py            write them
python tools/make_environment.py --check    exit 1 when one is out of date
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADER = """\
# Written by tools/make_environment.py from pyproject.toml; do not edit.
# Untested where the tests run without conda: the supported way is `make lab` or pip.
name: gpwlab
channels:
  - conda-forge
dependencies:
"""
#: The package itself: for conda here, relative to the file; on Binder .binder/postBuild installs it.
EDITABLE = "  - pip:\n      - -e .\n"


def environment(pyproject: str, python: str) -> str:
    """What is installed, for the text of a pyproject.toml; conda-forge names these packages as PyPI does."""
    packages = [f"python{python}", "pip", *sorted(tomllib.loads(pyproject)["project"]["dependencies"], key=str.lower)]
    return HEADER + "".join(f"  - {package}\n" for package in packages)


def files(pyproject: str) -> dict[Path, str]:
    """The files to write, each with its text.

    Binder starts from an image of one Python: for a range it takes a default, which may lie outside and would then be
    replaced below the server that runs on it.  So its file names the oldest that will do, on which the tests run.
    """
    wanted = str(tomllib.loads(pyproject)["project"]["requires-python"])
    oldest = re.findall(r">=(3\.\d+)", wanted)[0]
    return {
        ROOT / "environment.yml": environment(pyproject, wanted) + EDITABLE,
        ROOT / ".binder" / "environment.yml": environment(pyproject, f"={oldest}"),
    }


def main() -> int:
    """Write or check the files."""
    wanted = files((ROOT / "pyproject.toml").read_text("utf-8"))
    if "--check" in sys.argv[1:]:
        return int(any(not file.is_file() or file.read_text("utf-8") != text for file, text in wanted.items()))
    for file, text in wanted.items():
        file.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
