"""Two texts from one base: what only one side did is taken, what both did differently is asked."""

from __future__ import annotations

import random

import pytest

from postings.comparing import MergedSection, standing_twice, three_way


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


ABOARD = {"responsibilities": SAILING, "skills": items("Knots"), "pay": "<p>20 EUR a day</p>"}
LOG = "Keep the log"


def where(bodies: dict[str, str], text: str = LOG) -> list[str]:
    """The sections in which a text stands, once for each time."""
    return [kind for kind, html in bodies.items() for _ in range(html.count(text))]


def moved(to: str, text: str = LOG) -> dict[str, str]:
    """The text in which the log went from the responsibilities to another section, perhaps in other words."""
    left = ABOARD | {"responsibilities": items("Hoist the sails", "Scrub the deck")}
    return left | {to: f"<p>20 EUR a day</p>\n<p>{text}</p>" if to == "pay" else items("Knots", text)}


def test_a_block_that_each_moved_to_another_section_is_asked_about_once_and_stands_in_one_of_them() -> None:
    merge = three_way(ABOARD, moved("skills"), moved("pay"))
    assert merge.conflicts == 1
    asked = [block for section in merge.sections for block in section.blocks if block.elsewhere]
    assert [(block.elsewhere, block.is_asked_elsewhere) for block in asked] == [("pay", False), ("skills", True)]
    (key,) = {block.key for block in asked}
    assert where(merge.bodies()) == where(merge.bodies({key: "both"})) == ["skills"]
    assert where(merge.bodies({key: "theirs"})) == ["pay"]
    assert merge.bodies({key: "theirs"}) == moved("pay")
    assert merge.bodies({key: "mine"}) == moved("skills")


def test_what_one_moved_to_another_section_and_the_other_changed_comes_changed_and_in_its_list() -> None:
    changed = ABOARD | {"responsibilities": SAILING.replace(LOG, "Keep the log and the charts")}
    for mine, theirs in ((moved("skills"), changed), (changed, moved("skills"))):
        merge = three_way(ABOARD, mine, theirs)
        assert merge.bodies() == moved("skills", "Keep the log and the charts")
        assert merge.conflicts == 0


def test_what_one_moved_to_another_section_and_the_other_took_out_is_out() -> None:
    gone = ABOARD | {"responsibilities": items("Hoist the sails", "Scrub the deck")}
    for mine, theirs in ((moved("pay"), gone), (gone, moved("pay"))):
        assert where(three_way(ABOARD, mine, theirs).bodies()) == []


def test_what_both_moved_to_one_section_stands_there_once() -> None:
    both = three_way(ABOARD, moved("skills"), moved("skills"))
    assert (both.bodies(), both.conflicts) == (moved("skills"), 0)


def test_the_same_words_added_in_two_sections_are_kept_in_one() -> None:
    mine = ABOARD | {"skills": items("Knots", "Cooking", "Fishing")}
    theirs = ABOARD | {"pay": "<p>20 EUR a day</p>\n<p>Cooking</p>"}
    merge = three_way(ABOARD, mine, theirs)
    assert merge.conflicts == 1
    assert where(merge.bodies(), "Cooking") == ["skills"]
    assert merge.bodies()["skills"] == mine["skills"]


def test_what_would_stand_in_two_sections_is_named_unless_a_source_says_so_too() -> None:
    twice = moved("skills") | {"pay": moved("pay")["pay"]}
    assert standing_twice(twice, ABOARD, moved("skills"), moved("pay")) == [LOG]
    assert standing_twice(twice, twice) == []
    assert standing_twice({"pay": "<h3>At sea</h3>", "skills": "<h3>At sea</h3>"}) == []


LINES = {kind: [f"{kind} {word} {word}s" for word in ("oak", "elm", "ash")] for kind in ("skills", "benefits", "pay")}


def shuffled(chance: random.Random) -> dict[str, list[str]]:
    """What somebody might do: lines moved within and between sections, one changed, one taken out."""
    text = {kind: list(lines) for kind, lines in LINES.items()}
    for _ in range(chance.randint(1, 4)):
        source, target = chance.choices(list(text), k=2)
        if text[source]:
            line = text[source].pop(chance.randrange(len(text[source])))
            text[target].insert(chance.randint(0, len(text[target])), line)
    return text


@pytest.mark.parametrize("seed", range(60))
def test_whatever_both_move_each_block_stands_exactly_once(seed: int) -> None:
    chance = random.Random(seed)
    base, mine, theirs = (
        {kind: items(*lines) for kind, lines in text.items()} for text in (LINES, shuffled(chance), shuffled(chance))
    )
    merge = three_way(base, mine, theirs)
    asked = {block.key for section in merge.sections for block in section.blocks if block.elsewhere}
    for choices in ({}, dict.fromkeys(asked, "theirs")):
        bodies = merge.bodies(choices)
        assert [
            where(bodies, line) for lines in LINES.values() for line in lines if len(where(bodies, line)) != 1
        ] == []
