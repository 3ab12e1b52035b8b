"""Two texts from one base: what only one side did is taken, what both did differently is asked."""

from __future__ import annotations

import pytest

from postings.comparing import MergedSection, three_way


def items(*texts: str) -> str:
    return "<ul>\n" + "\n".join(f"<li>{text}</li>" for text in texts) + "\n</ul>" if texts else ""


SAILING = items("Hoist the sails", "Scrub the deck", "Keep the log")


def merged(mine: str, theirs: str, base: str = SAILING) -> MergedSection:
    (section,) = three_way({"pay": base}, {"pay": mine}, {"pay": theirs}).sections
    return section


CLEAN = [
    ("each changed another item", items("Hoist all sails", "Scrub the deck", "Keep the log"),
     items("Hoist the sails", "Scrub the deck", "Keep the log daily"),
     items("Hoist all sails", "Scrub the deck", "Keep the log daily")),
    ("neighbours are two things", items("Hoist all sails", "Scrub the deck", "Keep the log"),
     items("Hoist the sails", "Scrub the deck twice", "Keep the log"),
     items("Hoist all sails", "Scrub the deck twice", "Keep the log")),
    ("one added at the start, one at the end", items("Cook", "Hoist the sails", "Scrub the deck", "Keep the log"),
     items("Hoist the sails", "Scrub the deck", "Keep the log", "Stand watch"),
     items("Cook", "Hoist the sails", "Scrub the deck", "Keep the log", "Stand watch")),
    ("one removed, one changed", items("Hoist the sails", "Keep the log"),
     items("Hoist all sails", "Scrub the deck", "Keep the log"), items("Hoist all sails", "Keep the log")),
    ("both did the same", items("Hoist the sails"), items("Hoist the sails"), items("Hoist the sails")),
    ("one moved it, the other changed it", items("Keep the log", "Hoist the sails", "Scrub the deck"),
     items("Hoist the sails", "Scrub the deck", "Keep the log daily"),
     items("Keep the log daily", "Hoist the sails", "Scrub the deck")),
    ("one made it bold, the other added", items("Hoist the <strong>sails</strong>", "Scrub the deck", "Keep the log"),
     items("Hoist the sails", "Scrub the deck", "Cook", "Keep the log"),
     items("Hoist the <strong>sails</strong>", "Scrub the deck", "Cook", "Keep the log")),
    ("one put a paragraph before the list", "<p>At sea:</p>\n" + SAILING, SAILING.replace("deck", "decks"),
     "<p>At sea:</p>\n" + SAILING.replace("deck", "decks")),
]  # fmt: skip


@pytest.mark.parametrize(("mine", "theirs", "expected"), [case[1:] for case in CLEAN], ids=[case[0] for case in CLEAN])
def test_what_does_not_contradict_is_brought_together(mine: str, theirs: str, expected: str) -> None:
    for one, other in ((mine, theirs), (theirs, mine)):
        section = merged(one, other)
        assert (section.body(), section.conflicts) == (expected, 0)


def test_what_only_one_side_touched_comes_byte_for_byte() -> None:
    mine = "<p>New</p>\n" + items("Keep the log") + "\n" + items("Another list")
    assert merged(mine, SAILING).body() == merged(SAILING, mine).body() == mine
    assert (merged(mine, SAILING).status, merged(SAILING, mine).status) == ("mine", "theirs")
    assert merged("", SAILING).body() == ""


def test_what_both_changed_is_a_conflict_with_all_three_texts() -> None:
    section = merged(items("Hoist all sails", "Scrub the deck", "Keep the log"), SAILING.replace("the sails", "a sail"))
    assert (section.status, section.conflicts) == ("conflict", 1)
    (block,) = [block for block in section.blocks if block.status == "conflict"]
    shown = (block.base_html, block.mine_html, block.theirs_html)
    assert shown == (items("Hoist the sails"), items("Hoist all sails"), items("Hoist a sail"))


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("", items("Hoist all sails", "Scrub the deck", "Keep the log")),
        ("mine", items("Hoist all sails", "Scrub the deck", "Keep the log")),
        ("theirs", items("Hoist a sail", "Scrub the deck", "Keep the log")),
        ("base", SAILING),
        ("both", items("Hoist all sails", "Hoist a sail", "Scrub the deck", "Keep the log")),
    ],
)
def test_a_conflict_is_mine_until_somebody_chooses(choice: str, expected: str) -> None:
    section = merged(SAILING.replace("the sails", "all sails"), SAILING.replace("the sails", "a sail"))
    (block,) = [block for block in section.blocks if block.status == "conflict"]
    assert section.body({block.key: choice}) == expected


def test_removing_what_the_other_changed_is_a_conflict() -> None:
    section = merged(items("Hoist the sails", "Scrub the deck"), SAILING.replace("the log", "the log daily"))
    assert [block.status for block in section.blocks] == ["same", "same", "conflict"]


def test_different_lines_at_one_place_are_a_conflict_that_can_keep_both() -> None:
    before = ("Hoist the sails", "Scrub the deck", "Keep the log")
    section = merged(items(*before, "Cook"), items(*before, "Fish"))
    (block,) = [block for block in section.blocks if block.status == "conflict"]
    assert section.body({block.key: "both"}) == items(
        "Hoist the sails", "Scrub the deck", "Keep the log", "Cook", "Fish"
    )


def test_sections_are_merged_each_for_itself() -> None:
    base = {"pay": "<p>20 EUR</p>", "skills": "<p>Knots</p>"}
    merge = three_way(base, {"pay": "<p>21 EUR</p>", "skills": "<p>Knots</p>"}, {"pay": "<p>20 EUR</p>"})
    assert merge.bodies() == {"pay": "<p>21 EUR</p>", "skills": ""}
    assert merge.conflicts == 0
