"""The labeller: the same scores everywhere, chances that add up, and no words in what it has learned."""

from __future__ import annotations

import math

import pytest

from postings.normalizer.labeller.context import Heading
from postings.normalizer.labeller.features import NEW_HEADING, SAME_LIST, Piece, Settled, pieces
from postings.normalizer.labeller.hashing import BUCKETS, bucket, word_buckets
from postings.normalizer.labeller.marks import KINDS
from postings.normalizer.labeller.sequence import SURE, factors, likely, probabilities
from postings.normalizer.labeller.signs import bits_of, names_of, reader
from postings.normalizer.labeller.weights import LABELS, MARK, OFFSET, Parameters, Weights, pack, shipped, unpack
from tests.normalizer.drafts import headed

EVEN = tuple(tuple(tuple(0.0 for _ in range(LABELS)) for _ in range(LABELS)) for _ in range(4))


def weights_with(key: str, label: int, value: int) -> Weights:
    table = bytearray([OFFSET]) * (BUCKETS * LABELS)
    table[bucket(key) * LABELS + label] = OFFSET + value
    return Weights(bytes(table), Parameters(0.1, (0.0,) * LABELS, EVEN))


def scores_of(weights: Weights, piece: Piece) -> list[float]:
    """The labels' log weights, against the first one's."""
    [row] = weights.scores([piece])
    return [(score - row[0]) * weights.unit for score in row]


def piece_of(*words: str, first: str = "", heading: tuple[str, ...] = ()) -> Piece:
    [piece] = pieces(headed("a"))
    piece.words, piece.heading = list(words), Heading(words=heading)
    piece.keys = tuple(first if kind == "first" else key for kind, key in zip(KINDS, piece.keys, strict=True))
    return piece


def test_a_bucket_is_the_same_on_every_machine():
    assert bucket("bread") == 19787
    assert word_buckets("bread")[0] == bucket("bread")


def test_long_words_are_seen_in_parts_so_that_new_compounds_say_something():
    shared = set(word_buckets("schichtzulage")) & set(word_buckets("nachtzulage"))
    assert shared


def test_a_mark_with_a_weight_raises_its_label_only():
    scores = scores_of(weights_with("f:bake", 5, 20), piece_of(first="bake"))
    assert scores[5] == pytest.approx(2.0 * MARK)
    assert [score for label, score in enumerate(scores) if label != 5] == pytest.approx([0.0] * (LABELS - 1))


def test_a_word_counts_the_less_the_longer_its_line():
    weights = weights_with("bread", 5, 20)
    assert scores_of(weights, piece_of("bread"))[5] == pytest.approx(2.0)
    assert scores_of(weights, piece_of("bread", "is", "no", "cake"))[5] == pytest.approx(1.0)


def test_negative_weights_do_not_spill_into_the_neighbouring_label():
    scores = scores_of(weights_with("h:item", 5, -128), piece_of(heading=("item",) * 300))
    assert scores[5] == pytest.approx(-12.8 * 300 * MARK)
    assert scores[4] == scores[6] == pytest.approx(0.0)


def test_weights_come_back_from_their_file_as_they_went_in():
    before = weights_with("h:item", 2, 9)
    table = bytearray([OFFSET]) * (BUCKETS * LABELS)
    table[bucket("h:item") * LABELS + 2] = OFFSET + 9
    again = unpack(pack(bytes(table), before.parameters))
    piece = piece_of(heading=("item",))
    assert again.scores([piece]) == before.scores([piece])
    assert again.parameters == before.parameters


def test_a_table_of_the_wrong_size_is_refused():
    with pytest.raises(ValueError, match="bytes of weights"):
        Weights(b"short", Parameters(0.1, (0.0,) * LABELS, EVEN))


def test_chances_of_a_line_add_up_to_one():
    rows = [[0.0, 1.0, 2.0] + [-9.0] * 6, [0.5] * LABELS, [3.0] + [0.0] * 8]
    for chances in probabilities(list(map(likely, rows)), [NEW_HEADING, SAME_LIST, SAME_LIST], factors(EVEN)):
        assert math.isclose(sum(chances), 1.0)


def test_without_moves_a_lines_chances_are_its_own():
    [chances] = probabilities([likely([0.0, math.log(3.0)] + [-50.0] * 7)], [NEW_HEADING], factors(EVEN))
    assert chances[1] == pytest.approx(0.75)


def test_neighbours_decide_for_a_line_that_says_nothing():
    together = tuple(
        tuple(tuple(2.0 if a == b else 0.0 for b in range(LABELS)) for a in range(LABELS)) for _ in range(4)
    )
    sure = [4.0 if label == 3 else 0.0 for label in range(LABELS)]
    lines = list(map(likely, [sure, [0.0] * LABELS, sure]))
    middle = probabilities(lines, [NEW_HEADING, SAME_LIST, SAME_LIST], factors(together))[1]
    assert middle.index(max(middle)) == 3


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
    assert sign in names_of(reader(language).signs_of([word]))


def test_english_words_are_read_in_every_language():
    assert reader("de").signs_of(["insurance"]) == bits_of(["perk"])


def test_two_words_can_be_a_sign_that_neither_is_by_itself():
    look = reader("en")
    assert "perk" in names_of(look.signs_of(["health", "insurance"]))
    assert "call" in names_of(look.signs_of(["please", "join", "us"]))
    assert "call" not in names_of(look.signs_of(["join"]))


def test_a_piece_that_is_settled_is_not_looked_at_and_keeps_its_label():
    found = pieces(headed("## Benefits", "- Free bread", "- Free coffee"), lambda block: Settled(5, 0, 0, 9))
    assert [piece.keys for piece in found] == [(), ()]
    assert weights_with("h:item", 2, 9).chances(found) == [SURE[5], SURE[5]]


def test_japanese_is_read_without_spaces_between_words():
    [piece] = pieces(headed("月給30万円、賞与年2回", language="ja"))
    assert "pay" in names_of(piece.signs)


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
