"""Plain text: one block a line, items by their bullets, wrapped lines joined."""

from __future__ import annotations

from postings.normalizer.model import Block, BlockKind, Facts, Source
from postings.normalizer.readers import read
from postings.normalizer.steps.tidy import tidy


def blocks_of(text: str) -> tuple[Block, ...]:
    return tidy(read(Source(text.encode(), name="posting.txt"), Facts())).blocks


def shape(text: str) -> list[tuple[str, str]]:
    return [(block.kind.value, block.text) for block in blocks_of(text)]


def test_lines_stay_apart_and_say_where_they_stood() -> None:
    blocks = blocks_of("Location: Oslo\n\nREQUIREMENTS\nA driving licence")
    assert [(block.path, block.text) for block in blocks] == [
        ("line 1", "Location: Oslo"),
        ("line 3", "REQUIREMENTS"),
        ("line 4", "A driving licence"),
    ]


def test_every_usual_bullet_makes_an_item_and_goes() -> None:
    for bullet in ["•", "-", "*", "·", "–", "➢", "✓", "▪", "o", "👉", "‣"]:
        assert shape(f"Tasks:\n{bullet} Weld pipes\n{bullet} Check seams")[1:] == [
            ("item", "Weld pipes"),
            ("item", "Check seams"),
        ], bullet


def test_numbered_lines_are_an_ordered_list() -> None:
    blocks = blocks_of("Steps\n1. Weld pipes\n2. Check seams")
    assert [(block.text, block.ordered, block.group) for block in blocks[1:]] == [
        ("Weld pipes", True, 1),
        ("Check seams", True, 1),
    ]


def test_numbers_with_a_bracket_are_kept_as_they_may_be_referred_to() -> None:
    assert shape("1) Weld pipes\n2) Check seams")[0] == ("item", "1) Weld pipes")


def test_indented_items_are_nested() -> None:
    assert [block.level for block in blocks_of("- Weld\n  - pipes\n  - plates\n- Check")] == [0, 1, 1, 0]


def test_items_on_one_line_are_parted() -> None:
    assert shape("What you do: • Weld pipes • Check seams • Keep records") == [
        ("paragraph", "What you do:"),
        ("item", "Weld pipes"),
        ("item", "Check seams"),
        ("item", "Keep records"),
    ]


def test_an_underlined_line_is_a_heading() -> None:
    assert shape("Your tasks\n==========\nWeld pipes") == [("heading", "Your tasks"), ("paragraph", "Weld pipes")]


def test_a_text_wrapped_by_a_machine_is_joined_again() -> None:
    words = ("we build and mend the pipes that bring warm water to the houses of this town " * 6).split()
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) + 1 > 70:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    wrapped = "\n".join([*lines, line])
    assert shape(f"Intro\n\n{wrapped}\n\nEnd") == [
        ("paragraph", "Intro"),
        ("paragraph", " ".join(words)),
        ("paragraph", "End"),
    ]


def test_short_lines_are_never_joined() -> None:
    text = "Full-time\nOslo\nNorway\nfrom March\nat once"
    assert [line for _, line in shape(text)] == text.split("\n")


def test_a_lone_square_marks_a_heading_and_a_row_of_them_a_list() -> None:
    kinds = [block.kind for block in blocks_of("■ Tasks\nWeld pipes\nCheck seams\n■ Oslo\n■ Bergen")]
    assert kinds == [BlockKind.PARAGRAPH] * 3 + [BlockKind.ITEM] * 2


def test_a_drawn_line_is_no_block() -> None:
    assert shape("Weld pipes\n\n-----\n\n* * *\n\nCheck seams") == [
        ("paragraph", "Weld pipes"),
        ("paragraph", "Check seams"),
    ]


def test_a_few_stray_tags_do_not_make_lines_run_together() -> None:
    text = "<b>Tasks</b>\nWeld pipes\nCheck seams\n\n<b>Pay</b>\nGood pay\n</h2>"
    assert [line for _, line in shape(text)] == ["Tasks", "Weld pipes", "Check seams", "Pay", "Good pay"]
