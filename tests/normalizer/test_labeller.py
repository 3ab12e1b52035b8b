"""The labeller: the same scores everywhere, chances that add up, and no words in what it has learned."""

from __future__ import annotations

import math

import pytest

from postings.normalizer.labeller.features import NEW_HEADING, SAME_LIST, pieces
from postings.normalizer.labeller.hashing import BUCKETS, bucket, word_buckets
from postings.normalizer.labeller.sequence import factors, probabilities
from postings.normalizer.labeller.signs import reader
from postings.normalizer.labeller.weights import LABELS, OFFSET, Parameters, Weights, pack, shipped, unpack
from tests.normalizer.drafts import headed

EVEN = tuple(tuple(tuple(0.0 for _ in range(LABELS)) for _ in range(LABELS)) for _ in range(4))


def weights_with(key: str, label: int, value: int) -> Weights:
    table = bytearray([OFFSET]) * (BUCKETS * LABELS)
    table[bucket(key) * LABELS + label] = OFFSET + value
    return Weights(bytes(table), Parameters(0.1, 1.0, 1.0, (0.0,) * LABELS, EVEN))


def test_a_bucket_is_the_same_on_every_machine():
    assert bucket("bread") == 19787
    assert word_buckets("bread")[0] == bucket("bread")


def test_long_words_are_seen_in_parts_so_that_new_compounds_say_something():
    shared = set(word_buckets("schichtzulage")) & set(word_buckets("nachtzulage"))
    assert shared


def test_a_mark_with_a_weight_raises_its_label_only():
    scores = weights_with("k:item", 5, 20).score((), ("k:item",))
    assert scores[5] == pytest.approx(2.0)
    assert [score for label, score in enumerate(scores) if label != 5] == pytest.approx([0.0] * (LABELS - 1))


def test_negative_weights_do_not_spill_into_the_neighbouring_label():
    scores = weights_with("k:item", 5, -128).score((), ("k:item",) * 300)
    assert scores[5] == pytest.approx(-12.8 * 300)
    assert scores[4] == pytest.approx(0.0)
    assert scores[6] == pytest.approx(0.0)


def test_marks_of_a_group_count_like_marks_by_themselves():
    weights = weights_with("he:pay", 6, 7)
    assert weights.score((), ("he:pay",)) == pytest.approx(weights.score((), (), [("heading", "he:pay")]))


def test_weights_come_back_from_their_file_as_they_went_in():
    before = weights_with("k:item", 2, 9)
    table = bytearray([OFFSET]) * (BUCKETS * LABELS)
    table[bucket("k:item") * LABELS + 2] = OFFSET + 9
    again = unpack(pack(bytes(table), before.parameters))
    assert again.score((), ("k:item",)) == before.score((), ("k:item",))
    assert again.parameters == before.parameters


def test_a_table_of_the_wrong_size_is_refused():
    with pytest.raises(ValueError, match="bytes of weights"):
        Weights(b"short", Parameters(0.1, 1.0, 1.0, (0.0,) * LABELS, EVEN))


def test_chances_of_a_line_add_up_to_one():
    rows = [[0.0, 1.0, 2.0] + [-9.0] * 6, [0.5] * LABELS, [3.0] + [0.0] * 8]
    for chances in probabilities(rows, [NEW_HEADING, SAME_LIST, SAME_LIST], factors(EVEN)):
        assert math.isclose(sum(chances.values()), 1.0)


def test_without_moves_a_lines_chances_are_its_own():
    [chances] = probabilities([[0.0, math.log(3.0)] + [-50.0] * 7], [NEW_HEADING], factors(EVEN))
    assert chances[1] == pytest.approx(0.75)


def test_neighbours_decide_for_a_line_that_says_nothing():
    together = tuple(
        tuple(tuple(2.0 if a == b else 0.0 for b in range(LABELS)) for a in range(LABELS)) for _ in range(4)
    )
    sure = [4.0 if label == 3 else 0.0 for label in range(LABELS)]
    middle = probabilities([sure, [0.0] * LABELS, sure], [NEW_HEADING, SAME_LIST, SAME_LIST], factors(together))[1]
    assert max(middle, key=middle.__getitem__) == 3


def test_no_lines_have_no_chances():
    assert probabilities([], [], factors(EVEN)) == []


@pytest.mark.parametrize(
    ("language", "word", "sign"),
    [
        ("de", "nachtzulage", "pay"),
        ("de", "wochenstunden", "time"),
        ("fr", "mutuelle", "perk"),
        ("es", "experiencia", "need"),
        ("nl", "vakantiedagen", "perk"),
        ("pl", "wynagrodzenie", "pay"),
        ("sv", "körkort", "need"),
        ("en", "salary", "pay"),
    ],
)
def test_words_are_read_as_signs_that_are_the_same_in_every_language(language, word, sign):
    assert sign in reader(language)[word]


def test_english_words_are_read_in_every_language():
    assert "perk" in reader("de")["insurance"]


def test_japanese_is_read_without_spaces_between_words():
    [piece] = pieces(headed("月給30万円、賞与年2回", language="ja"))
    assert "pay" in piece.signs


def test_a_piece_knows_how_it_follows_the_one_before():
    found = pieces(headed("## Benefits", "- Free bread", "- Free coffee", "## Tasks", "- Bake bread"))
    assert [piece.step for piece in found] == [NEW_HEADING, SAME_LIST, NEW_HEADING]


def test_the_shipped_weights_are_small_and_hold_no_words():
    from importlib.resources import files

    data = files("postings.normalizer.labeller").joinpath("weights.bin").read_bytes()
    head, _, _ = data.partition(b"\n")
    assert len(data) < 1_000_000
    assert set(head.decode()) <= set('{}[]":,. 0123456789-eabcdfghijklmnopqrstuvwxyz_')
    assert shipped() is shipped()
