"""Write ``environment.yml`` (conda, Binder) from ``pyproject.toml``.

python tools/make_environment.py            write it
python tools/make_environment.py --check    exit 1 when it is out of date
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADER = """\
# Written by tools/make_environment.py from pyproject.toml; do not edit.
# For conda and Binder. Untested where the tests run without conda: the supported way is `make lab` or pip.
name: gpwlab
channels:
  - conda-forge
dependencies:
"""


def environment(pyproject: str) -> str:
    """The text of environment.yml for the text of a pyproject.toml; conda-forge names these packages as PyPI does."""
    project = tomllib.loads(pyproject)["project"]
    packages = [f"python{project['requires-python']}", "pip", *sorted(project["dependencies"], key=str.lower)]
    lines = [f"  - {package}" for package in packages]
    return HEADER + "\n".join([*lines, "  - pip:", "      - -e ."]) + "\n"


def main() -> int:
    """Write or check the file."""
    text = environment((ROOT / "pyproject.toml").read_text("utf-8"))
    target = ROOT / "environment.yml"
    if "--check" in sys.argv[1:]:
        return 0 if target.is_file() and target.read_text("utf-8") == text else 1
    target.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
