"""Our summaries of the rules, and the reader of a rulebook text that a user owns."""

from __future__ import annotations

import csv
import pickle
import re
from pathlib import Path

import pytest

from gpwlab.core.errors import DataError, InvalidInput
from gpwlab.core.inventory import Entry, inventory
from gpwlab.core.resources import data_dir
from gpwlab.core.rulebook import Passage, Rulebook, summary

SEEDS = Path(__file__).resolve().parents[3] / "shared" / "seeds"
OWN_COPIES = {"gpw": "000_*.txt", "hube": "003_*.txt", "sfs": "004_*.txt"}
needs_own_copies = pytest.mark.skipif(not SEEDS.is_dir(), reason="no rulebook texts beside the checkout")

BODY = """\
1.0 Snails
Snails race over lettuce. 2.5 leaves make a lap.
1.1 Leaving the Shell
A. A snail leaves its shell on a roll of 4.
- on wet ground a 3 will do
| Roll | Ground |
B) A dry snail stays at home.
A. W. Brown bred the winner.
1.2 Slime
1.2.1 In General
Slime speeds up the next snail.
Example: the third snail slides.
1.2.2 Salt
C. Salt ends the race at once.
1.2a Weather Effects. Rain adds a leaf. So does hail.
And so does dew.
"""
CONTENTS = "Snail Rules\nContents\n{0}1.0 Snails\n{0}1.1 Leaving the Shell\n{0}1.2 Slime\n\n"
HUBE = """\
5.2 Campaign Victory Conditions
Count the snails.
| Location | VPs |
| Garden | 2 |
Total the number of VPs each evening.
If the game ends after turn 32 the gardener wins.
Scenario 1: The Battle of Kirovograd
Two gardens.
Axis Information. Slow track.
Dead Pile: 1 snail.
Set Up:
- Pond: 3 snails.
Air Units: 1 wasp.
Soviet Information. Fast track.
Set Up: Shed: 4 snails.
Weather Table
| Roll | Sky |
"""


def book(folder: Path, text: str, game: str = "gpw") -> Rulebook:
    (folder / "own.txt").write_text(text, encoding="utf-8")
    return Rulebook.read(folder / "own.txt", game)


@pytest.fixture
def snails(tmp_path: Path) -> Rulebook:
    return book(tmp_path, CONTENTS.format("- ") + BODY)


def summarised() -> list[Entry]:
    """All charts of the game and its sections 2 to 23."""
    entries = [entry for entry in inventory().values() if entry.game == "gpw"]
    return [entry for entry in entries if entry.section == "chart" or 2 <= int(entry.section.split(".")[0]) <= 23]


def test_every_entry_has_a_summary_of_one_line_and_no_two_are_alike() -> None:
    lines = {entry.id: summary(entry.id) for entry in summarised()}
    assert len(lines) == 710
    assert [rule for rule, line in lines.items() if not 10 <= len(line) <= 160 or line != line.strip()] == []
    assert len({re.sub(r"\W+", " ", line.casefold()) for line in lines.values()}) == len(lines)


def test_summaries_are_of_known_rules_and_say_where_they_come_from() -> None:
    with (data_dir() / "rules" / "summaries.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["rule"] for row in rows] == [entry.id for entry in summarised()]
    assert {row["provenance"] for row in rows} == {"derived"}
    assert all(row["basis"] for row in rows)


def test_openings_are_of_known_rules() -> None:
    known = {entry.id for entry in inventory().values()}
    known |= {f"{entry.game} {entry.section}" for entry in inventory().values()}
    with (data_dir() / "rules" / "openings.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["rule"] for row in rows} <= known
    assert {row["within"] for row in rows} <= known | {""}
    assert all(row["basis"] and (row["opening"] or row["within"]) for row in rows)


@pytest.mark.parametrize(("rule", "words"), [("7.4.2.B", "loses one step"), ("5.5.3.B", "two units a turn")])
def test_a_summary_says_what_its_rule_demands(rule: str, words: str) -> None:
    assert words in summary(f"gpw {rule}")


@pytest.mark.parametrize("rule", ["", "gpw", "gpw 99.1", "gpw 7.4.2.Z", "chess 1.0"])
def test_a_summary_of_no_rule_is_refused(rule: str) -> None:
    with pytest.raises(InvalidInput, match="no summary"):
        summary(rule)


@pytest.mark.parametrize("mark", ["- ", "", "* "])
def test_the_table_of_contents_is_skipped(tmp_path: Path, mark: str) -> None:
    assert book(tmp_path, CONTENTS.format(mark) + BODY).passage("gpw 1.0") == Passage(
        "gpw 1.0", "Snails", "Snails race over lettuce. 2.5 leaves make a lap."
    )


@pytest.mark.parametrize(
    ("rule", "title", "text"),
    [
        ("1.1.A", "Leaving the Shell", "A snail leaves its shell on a roll of 4.\n- on wet ground a 3 will do\n|"),
        ("1.1.B", "Leaving the Shell", "A dry snail stays at home.\nA. W. Brown bred the winner."),
        ("1.1", "Leaving the Shell", "A. A snail leaves its shell on a roll of 4.\n- on wet"),
        ("1.2.1", "In General", "Slime speeds up the next snail.\nExample: the third snail slides."),
        ("1.2.2.C", "Salt", "Salt ends the race at once."),
        ("1.2a", "Weather Effects", "Rain adds a leaf. So does hail.\nAnd so does dew."),
    ],
)
def test_a_passage_has_its_heading_and_the_lines_below(snails: Rulebook, rule: str, title: str, text: str) -> None:
    passage = snails.passage(f"gpw {rule}")
    assert (passage.rule, passage.title) == (f"gpw {rule}", title)
    assert passage.text.startswith(text)


def test_the_passage_of_a_bare_heading_lists_the_headings_below(snails: Rulebook) -> None:
    assert snails.passage("gpw 1.2").text == "1.2.1 In General\n1.2.2 Salt\n1.2a Weather Effects"


def test_a_paragraph_without_a_passage_falls_back_to_its_section(snails: Rulebook) -> None:
    assert snails.passage("gpw 1.1.Q") == snails.passage("gpw 1.1")


@pytest.mark.parametrize("rule", ["", "gpw 1.3", "gpw 1.3.A", "sfs 1.1", "gpw chart.Map A", "gpw 1.1.5.1"])
def test_a_rule_that_the_text_lacks_is_refused(snails: Rulebook, rule: str) -> None:
    with pytest.raises(InvalidInput, match="no passage"):
        snails.passage(rule)


def test_a_chart_on_a_card_falls_back_to_the_section_that_speaks_of_it(tmp_path: Path) -> None:
    assert book(tmp_path, "2.1.1 Placement\nSide by side.\n").passage("gpw chart.Map A").rule == "gpw 2.1.1"


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("chart.Victory Point Schedule", "| Location | VPs |\n| Garden | 2 |"),
        ("chart.Massive Victory Schedule", "Total the number of VPs each evening."),
        ("6.1.rail gauge and capacity", "Axis Information. Slow track.\nSoviet Information. Fast track."),
        ("6.1.Axis set-up", "Set Up:\n- Pond: 3 snails."),
        ("6.1.Axis pools, air, dead pile, collapse", "Dead Pile: 1 snail.\nAir Units: 1 wasp."),
        ("6.1.Soviet set-up", "Set Up: Shed: 4 snails."),
        ("chart.Weather Table", "| Roll | Sky |"),
    ],
)
def test_parts_without_a_number_are_found_by_their_first_words(tmp_path: Path, rule: str, text: str) -> None:
    passage = book(tmp_path, HUBE, "hube").passage(f"hube {rule}")
    assert (passage.rule, passage.text) == (f"hube {rule}", text)


def test_a_section_keeps_the_lines_of_its_parts(tmp_path: Path) -> None:
    hube = book(tmp_path, HUBE, "hube")
    assert hube.passage("hube 5.2").text == "\n".join(HUBE.splitlines()[1:6])
    assert hube.passage("hube 6.1").title == "Scenario 1: The Battle of Kirovograd"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("SNAIL stay", ["gpw 1.1.B"]),
        ("salt", ["gpw 1.2.2", "gpw 1.2.2.C"]),
        ("next slime", ["gpw 1.2.1"]),
        ("snail home lettuce", []),
        ("lettuce", ["gpw 1.0"]),
        ("roll dry", ["gpw 1.1"]),
        ("eaves", []),
        ("1.2.1", ["gpw 1.2.1"]),
        ("1.1.b", ["gpw 1.1.B"]),
        ("shell dry", ["gpw 1.1.B"]),
        ("(", []),
        ("  ", []),
    ],
)
def test_a_search_finds_all_the_words_best_first(snails: Rulebook, words: str, found: list[str]) -> None:
    assert [passage.rule for passage in snails.search(words)] == found


def test_the_text_stays_in_memory(snails: Rulebook) -> None:
    assert repr(snails) == "<Rulebook gpw: 6 sections, 3 paragraphs>"
    assert "Salt ends" not in repr(snails.passage("gpw 1.2.2.C"))
    with pytest.raises(TypeError, match="stays in memory"):
        pickle.dumps(snails)


def test_a_text_without_numbered_headings_is_no_rulebook(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"own\.txt: this is no rulebook"):
        book(tmp_path, "Dear diary,\n1.5 litres of milk\n- 1.0 Introduction\n")


def test_a_text_that_is_not_utf8_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_bytes(b"1.0 Snails\nK\xf6nigsberg\n")
    with pytest.raises(DataError, match=r"own\.txt, line 2: not UTF-8"):
        Rulebook.read(tmp_path / "own.txt", "gpw")


def test_a_missing_file_and_an_unknown_game_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"own\.txt: cannot be read"):
        Rulebook.read(tmp_path / "own.txt", "gpw")
    with pytest.raises(InvalidInput, match="no game 'chess'"):
        Rulebook.read(tmp_path / "own.txt", "chess")


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_bytes(b"\xef\xbb\xbf1.0 Snails\r\nA. One.\r\n\r\nTwo.\r\n")
    assert Rulebook.read(tmp_path / "own.txt", "gpw").passage("gpw 1.0.A").text == "One.\nTwo."


def own_copy(game: str) -> Rulebook:
    (path,) = SEEDS.glob(OWN_COPIES[game])
    return Rulebook.read(path, game)


@needs_own_copies
@pytest.mark.parametrize("game", sorted(OWN_COPIES))
def test_the_entries_of_an_own_copy_have_their_passages(game: str) -> None:
    text = own_copy(game)
    found = {entry: text.passage(entry.id) for entry in inventory().values() if entry.game == game}
    assert all(passage.text for passage in found.values())
    # The charts of these two games are on cards of their own; those of hube are printed in the rulebook.
    printed = [entry for entry in found if entry.section != "chart" or game == "hube"]
    own = [entry for entry in printed if found[entry].rule == entry.id and found[entry].title == entry.title]
    assert len(own) >= 0.99 * len(printed)


@needs_own_copies
@pytest.mark.parametrize(
    ("game", "rule", "title", "words"),
    [
        ("gpw", "7.4.2.B", "Defender Retreats (DR)", {"retreat", "ZOC", "step"}),
        ("hube", "1.2b", "Weather Enforced Game Ending", {"Spring", "Thaw"}),
        ("sfs", "2.2.2.2.A", "Soviet Steps", {"class", "chance"}),
    ],
)
def test_a_passage_of_an_own_copy_is_the_right_one(game: str, rule: str, title: str, words: set[str]) -> None:
    passage = own_copy(game).passage(f"{game} {rule}")
    assert (passage.rule, passage.title) == (f"{game} {rule}", title)
    assert words <= set(re.findall(r"\w+", passage.text))
    assert "\n" not in passage.text


@needs_own_copies
def test_a_search_in_an_own_copy_finds_a_rule_by_its_words() -> None:
    rules = [passage.rule for passage in own_copy("gpw").search("supply straits kerch")]
    assert set(rules) == {"gpw 5.2.G", "gpw 8.1.E"}
