"""How Sphinx builds the documentation: ``make docs``.  Nothing of it is fetched from elsewhere, not even a font."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "docs" / "_ext")]

from gpwlab import __version__  # noqa: E402

project = "gpwlab"
author = copyright = "gpwlab contributors"
version = release = __version__
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_design",
    "made",
]
exclude_patterns = ["_ext"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
autosummary_generate = False  # its tables only: each reference page describes its names itself
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
toc_object_entries_show_parents = "hide"
autodoc_preserve_defaults = True
copybutton_exclude = ".linenos, .gp, .go"
# `Game` in an annotation is the game of whichever system; each reference page says which.
suppress_warnings = ["ref.python"]
html_theme = "furo"
html_title = f"gpwlab {version}"
html_static_path = ["_static"]
html_css_files = ["gpwlab.css"]
html_copy_source = html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7d2318", "color-brand-content": "#8c2f1b"},
    "dark_css_variables": {"color-brand-primary": "#e8a48f", "color-brand-content": "#eda98f"},
}
