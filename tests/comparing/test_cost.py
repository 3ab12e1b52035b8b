"""Long and repetitive texts: the time grows with the length, not with its square, and the answer is always the same."""

from __future__ import annotations

import random
import time

import pytest

from postings.comparing import compare, compare_texts, three_way

KIND = "requirements"


def lines(texts: list[str]) -> str:
    return "\n".join(f"<p>{text}</p>" for text in texts)


def seconds(before: str, after: str) -> float:
    start = time.process_time()
    compare_texts(before, after)
    return time.process_time() - start


def shuffled(number: int) -> tuple[str, str]:
    chance = random.Random(number)
    texts = [" ".join(chance.choices(["ship", "rope", "sail", "deck", f"port {n}"], k=8)) for n in range(number)]
    others = [text.replace("rope", "line") if chance.random() < 0.3 else text for text in texts]
    chance.shuffle(others)
    return lines(texts), lines(others)


def repeated(number: int) -> tuple[str, str]:
    chance = random.Random(number)
    return (lines(chance.choices(["a", "b", "c"], k=number)), lines(chance.choices(["a", "b", "c"], k=number)))


def one_long_paragraph(number: int) -> tuple[str, str]:
    chance = random.Random(number)
    words = [chance.choice("tide buoy reef mast".split()) for _ in range(number * 8)]
    return lines([" ".join(words)]), lines([" ".join(words[::-1])])


@pytest.mark.parametrize("make", [shuffled, repeated, one_long_paragraph])
def test_ten_times_the_text_takes_at_most_thirty_times_the_time(make: object) -> None:
    short, long = make(200), make(2000)  # type: ignore[operator]
    assert seconds(*long) < max(0.5, 30 * seconds(*short))
    assert seconds(*long) < 10


def test_a_comparison_is_the_same_every_time() -> None:
    before, after = shuffled(60)
    assert compare({KIND: before}, {KIND: after}) == compare({KIND: before}, {KIND: after})


def test_nothing_to_compare_is_nothing() -> None:
    assert compare({}, {}).is_same
    assert three_way({}, {}, {}).bodies() == {}
    assert compare_texts("", "").blocks == ()
