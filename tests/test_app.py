"""``gpwlab app`` without a browser: the command, what the gallery knows of the notebooks, and where they run."""

from __future__ import annotations

import dataclasses
import json
import os
import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import jinja2
import nbformat
import pandas as pd
import pytest
from IPython.core.interactiveshell import InteractiveShell

from gpwlab import cli
from gpwlab.cli import app, frames, lab, studies
from gpwlab.core import resources
from gpwlab.widgets import autosave
from tests.conftest import ROOT

posix = pytest.mark.skipif(os.name == "nt", reason="there the server runs as a child")


# -- the command ----------------------------------------------------------------------------------------------------


@posix
def test_app_opens_the_gallery_over_the_notebooks_of_a_checkout(started: list[list[str]]) -> None:
    cli.main(["app", "--no-browser", "--port", "9000"])
    assert f"--ServerApp.root_dir={ROOT / 'notebooks'}" in started[0]
    assert "--LabApp.default_url=/voila" in started[0]
    assert started[0][-3:] == ["--no-browser", "--port", "9000"]
    assert any(word.startswith("--MappingKernelManager.cull_idle_timeout=") for word in started[0])
    assert "--ServerApp.tornado_settings={'ws_ping_interval': 0}" in started[0]  # a cell may take minutes
    options = {word.partition("=")[0] for word in started[0] if word.startswith("--")}
    assert not [option for option in options if re.search(r"token|\.ip\b|password|allow_(origin|remote)", option)]


@posix
@pytest.mark.parametrize("name", ["50_odds.ipynb", "50_odds"])
def test_app_of_a_folder_copies_the_notebooks_there_and_opens_the_one_named(
    started: list[list[str]], tmp_path: Path, name: str
) -> None:
    cli.main(["app", str(tmp_path / "mine"), name])
    assert f"--ServerApp.root_dir={tmp_path / 'mine'}" in started[0]
    assert "--LabApp.default_url=/voila/render/50_odds.ipynb" in started[0]
    assert (tmp_path / "mine" / "50_odds.ipynb").is_file()


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["51_odds.ipynb"], "50_odds.ipynb"),  # what there is instead
        (["here", "there"], "here there"),
        (["50_odds.ipynb", "51_attack_planner.ipynb"], "51_attack_planner.ipynb"),
    ],
)
def test_app_names_what_it_cannot_open(
    started: list[list[str]], capsys: pytest.CaptureFixture[str], words: list[str], named: str
) -> None:
    assert cli.main(["app", *words]) == 2
    assert named in capsys.readouterr().err
    assert started == []


def test_app_without_voila_says_what_to_install(
    started: list[list[str]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "find_spec", lambda _name: None)
    assert cli.main(["app"]) == 2
    assert "python -m pip install voila" in capsys.readouterr().err
    assert started == []


# -- the gallery ----------------------------------------------------------------------------------------------------


def write(folder: Path, name: str, *cells: str) -> None:
    """A notebook of markdown cells."""
    notebook = nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_markdown_cell, cells)))
    nbformat.write(notebook, folder / name)


def test_a_study_has_the_title_and_the_first_words_of_its_notebook(tmp_path: Path) -> None:
    write(
        tmp_path, "31_kiev.ipynb", "# *Kiev*, a study\n\nWho [holds](x.ipynb) `B1903`?\nA short answer. " + "long " * 40
    )
    (study,) = studies.studies(tmp_path)
    assert (study.title, study.line) == ("Kiev, a study", "Who holds B1903? A short answer.")
    assert (study.path, study.heading, study.picture) == ("31_kiev.ipynb", "Struggle for Stalingrad", "")


def test_notebooks_of_the_reader_are_in_the_gallery_too_and_a_broken_one_says_so(tmp_path: Path) -> None:
    write(tmp_path, "notes.ipynb", "No heading here.")
    (tmp_path / "broken.ipynb").write_text("{")
    broken, notes = studies.studies(tmp_path)
    assert {broken.heading, notes.heading} == {studies.OWN}
    assert (notes.title, notes.line) == ("notes", "No heading here.")
    assert (broken.title, "cannot be read" in broken.line) == ("broken", True)


def test_every_shipped_notebook_has_a_title_a_line_and_a_part() -> None:
    shipped = studies.studies(resources.notebooks_dir())
    assert len(shipped) > 20
    assert [one.name for one in shipped if not (one.title != Path(one.name).stem and 20 < len(one.line) < 400)] == []
    assert [one.name for one in shipped if one.heading == studies.OWN] == []


def test_every_picture_belongs_to_a_notebook() -> None:
    names = {one.picture for one in studies.studies(resources.notebooks_dir())}
    assert [file.name for file in studies.PICTURES.iterdir() if f"static/studies/{file.name}" not in names] == []


def page(root: Path, path: str) -> dict:
    """What a page is told."""
    settings = {"contents_manager": SimpleNamespace(root_dir=str(root))}
    config: dict = {"fullMathjaxUrl": "https://somewhere", "mathjaxConfig": "x"}
    studies.page_config(config, settings=settings, notebook_path=path, base_url="/", log=None)
    return config


def test_a_page_knows_its_neighbours_and_no_address_of_mathjax(tmp_path: Path) -> None:
    for name in ("10_a", "11_b", "12_c"):
        write(tmp_path, f"{name}.ipynb", f"# {name}")
    first, middle = (page(tmp_path, name) for name in ("10_a.ipynb", "11_b.ipynb"))
    assert (first["fullMathjaxUrl"], first["mathjaxConfig"]) == (None, None)
    assert (first["gpwlab"]["before"], first["gpwlab"]["after"]["name"]) == (None, "11_b.ipynb")
    assert [middle["gpwlab"][key]["name"] for key in ("before", "after")] == ["10_a.ipynb", "12_c.ipynb"]
    assert [study["name"] for study in page(tmp_path, "")["gpwlab"]["studies"]] == [
        "10_a.ipynb", "11_b.ipynb", "12_c.ipynb",
    ]  # fmt: skip
    assert page(tmp_path, "13_d.ipynb")["gpwlab"] == {"folder": ""}


def test_studies_of_a_folder_lead_back_to_its_gallery(tmp_path: Path) -> None:
    (tmp_path / "notebooks").mkdir()
    write(tmp_path / "notebooks", "10_a.ipynb", "# A")
    assert page(tmp_path, "notebooks/10_a.ipynb")["gpwlab"]["folder"] == "notebooks"
    (study,) = page(tmp_path, "/notebooks")["gpwlab"]["studies"]
    assert study["path"] == "notebooks/10_a.ipynb"


def gallery(*shown: studies.Study) -> str:
    """The gallery as Voila renders it."""
    frame = jinja2.Environment(loader=jinja2.FileSystemLoader(studies.PICTURES.parents[1]), autoescape=True)
    config = {"gpwlab": {"folder": "", "studies": [dataclasses.asdict(study) for study in shown]}}
    return frame.get_template("tree-lab.html").render(page_config=config, base_url="/", include_url="/{}".format)


def test_a_card_has_title_line_and_picture_and_shows_markup_as_text() -> None:
    plain = studies.Study("54_c.ipynb", "54_c.ipynb", "A <b>title</b>", "<script>1</script>", "5", "Odds", "")
    drawn = dataclasses.replace(plain, name="55_d.ipynb", path="own folder/55_d.ipynb", picture="static/studies/x.webp")
    text = gallery(plain, drawn)
    assert "A &lt;b&gt;title&lt;/b&gt;" in text
    assert "<script>1" not in text
    assert re.findall(r'href="/voila/render/([^"]+)"', text) == ["54_c.ipynb", "own%20folder/55_d.ipynb"]
    assert re.findall(r'<img src="/([^"]+)"|app-blank" aria-hidden="true">(\d+)<', text) == [
        ("", "54"), ("static/studies/x.webp", ""),
    ]  # fmt: skip


def test_an_empty_gallery_says_what_to_do() -> None:
    assert "gpwlab app DIR" in gallery()


def test_the_frame_of_the_pages_loads_nothing_from_elsewhere() -> None:
    files = [file for file in studies.PICTURES.parents[1].rglob("*") if file.suffix in (".j2", ".html", ".css", ".js")]
    assert len(files) >= 5
    assert [file.name for file in files if re.search(r"https?:|src=\"//|@import", file.read_text("utf-8"))] == []


def test_voila_reads_our_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    from voila.server_extension import load_config_file

    for name, value in lab.lab_environment({}).items():
        monkeypatch.setenv(name, value)
    assert (Path(os.environ["JUPYTER_PATH"]) / "nbconvert" / "templates" / "gpwlab" / "conf.json").is_file()
    settings = load_config_file().VoilaConfiguration
    assert settings.template == "gpwlab"
    assert settings.file_allowlist == []
    assert settings.prelaunch_hook is studies.in_own_folder
    assert (settings.allow_template_override, settings.show_tracebacks) == ("NO", True)


# -- where it runs ---------------------------------------------------------------------------------------------------


class Request:
    """A request that notes what it is asked for; asking for the token is what sets the cookie of the farewell."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> str:
        self.asked.append(name)
        return "x"


def test_a_dashboard_runs_in_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(resources, "user_dir", lambda: tmp_path / "it's mine")
    monkeypatch.chdir(tmp_path)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("open('mine.txt', 'w').write('x')")])
    request, shell = Request(), InteractiveShell()
    for cell in studies.in_own_folder(request, notebook, "").cells:
        exec(cell.source, {"get_ipython": lambda: shell})
    assert request.asked == ["xsrf_token"]
    assert not (tmp_path / "mine.txt").exists()
    assert (tmp_path / "it's mine" / "dashboards" / "mine.txt").is_file()
    shown, _ = shell.display_formatter.format(pd.DataFrame({"attacker_steps": [None, 2]}))
    assert "<th>attacker steps</th>" in shown["text/html"]


def test_tables_of_a_dashboard_have_words_and_blanks() -> None:
    missing = pd.DataFrame(
        {
            "attacker_steps": [Fraction(1, 3), None],
            "falls": [True, False],
            "die": pd.array([1, None], dtype="Int64"),
            "mean": [0.5, float("nan")],
            "long": ["<b>" + 80 * "x", pd.NA],
        }
    )
    told = frames.html(missing)
    assert not re.search("nan|<na>|none|true|false|attacker_steps|<b>", told, re.IGNORECASE)
    assert re.findall("<t[hd]>(.*?)</t[hd]>", told) == [
        *("attacker steps", "falls", "die", "mean", "long"),
        *("1/3", "yes", "1", "0.5", "&lt;b&gt;" + 80 * "x"),
        *("", "no", "", "", ""),
    ]


def test_texts_of_a_table_of_a_dashboard_stand_to_the_left_and_numbers_to_the_right() -> None:
    table = pd.DataFrame({"unit": ["ax-pz-47", ""], "MP": [8, 6], "moved": [True, False]}, index=["a", "b"])
    name, style = re.findall('id="(.*?)"', frames.html(table))[0], frames.html(table).partition("<style>")[2]
    assert style.partition("{")[0].split(",") == [
        *(f"#{name} td:nth-of-type({n})" for n in (1, 3)),
        *(f"#{name} thead th:nth-of-type({n})" for n in (2, 4)),  # the first is that of the index
    ]
    assert "<style>" not in frames.html(table[["MP"]])


def test_a_table_of_a_dashboard_keeps_what_its_rows_are_called_and_says_where_it_is_cut() -> None:
    named = frames.html(pd.DataFrame({"n": [1]}, index=pd.Index([True], name="hex_falls")))
    assert "<th>hex falls</th>" in named
    assert "<th>yes</th>" in named
    pairs = frames.html(pd.DataFrame({"n": [1]}, index=pd.MultiIndex.from_tuples([("a_b", None)], names=["x_y", None])))
    assert "<th>a b</th>" in pairs
    assert "None" not in pairs
    assert "NaN" not in pairs
    assert "10 of 1,000 rows" in frames.html(pd.DataFrame({"n": range(1000)}))
    assert "rows" not in frames.html(pd.DataFrame({"n": range(60)}))


def test_autosaves_of_dashboards_and_of_labs_are_kept_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for module in (resources, autosave):
        monkeypatch.setattr(module, "user_dir", lambda: tmp_path)
    monkeypatch.delenv("VOILA_REQUEST_URL", raising=False)
    in_lab = autosave.folder()
    monkeypatch.setenv("VOILA_REQUEST_URL", "http://localhost:8888/voila/render/10_gpw_barbarossa.ipynb")
    in_dashboard = autosave.folder()
    assert in_lab != in_dashboard
    assert autosave.found("barbarossa", in_lab) == autosave.found("barbarossa", in_dashboard) == []
    in_dashboard.mkdir(parents=True)
    (in_dashboard / f"barbarossa.1{autosave.SUFFIX}").write_text(json.dumps({}))
    assert len(autosave.found("barbarossa", in_dashboard)) == 1
    assert autosave.found("barbarossa", in_lab) == []
