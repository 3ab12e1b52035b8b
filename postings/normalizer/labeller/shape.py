"""What kind of line a piece is, whatever its words: length, beginning and end, capitals, digits, dress.

A shape is a tuple that many lines share, so what it weighs is worked out once; `marks_of_shape` says what it means.
"""

from __future__ import annotations

from typing import NamedTuple

from postings.normalizer.model import Block, BlockKind
from postings.normalizer.remembered import Remembered

_ENDS = frozenset(".!?:;…。！？")
_CAPITALS_ALIKE = bytes(65 if 65 <= code <= 90 else code for code in range(256))
_NO_DIGITS = bytes(code for code in range(256) if not 48 <= code <= 57)
# Exact up to three, then the length up to which a line counts as so long.
_LENGTHS = [0, 1, 2, 3, *[6] * 3, *[12] * 6, *[25] * 13]
LONGEST = 99
SIGNS = ("currency", "percent", "mail", "address", "question", "colon")  # the last one near the beginning


class Shape(NamedTuple):
    kind: BlockKind
    length: int  # words, roughly
    begin: str
    end: str
    capitals: int  # words that begin with one, in quarters
    shouts: bool  # capitals throughout
    digits: int  # up to 7
    signs: tuple[bool, ...]  # in the order of SIGNS
    bold: bool
    link: bool


def length_of(words: int) -> int:
    """The number of words, roughly."""
    return _LENGTHS[words] if words < len(_LENGTHS) else LONGEST


def shape_of(block: Block, text: str, words: int) -> Shape:
    """The shape of a line of so many words."""
    plain = text.encode("ascii", "ignore")
    alike = plain.translate(_CAPITALS_ALIKE)
    begun = alike.count(b" A") + alike.startswith(b"A")
    runs = block.runs
    alone = runs[0] if len(runs) == 1 else None
    return Shape(
        block.kind,
        length_of(words),
        _CLASSES[text[:1]],
        _CLASSES[text[-1:]],
        min(begun * 4 // (words or 1), 4),
        text.isupper(),
        min(len(plain.translate(None, _NO_DIGITS)), 7) if block.figure else 0,
        (
            *("$" in text or "€" in text or "£" in text, "%" in text, "@" in text, "http" in text or "www." in text),
            *("?" in text, ":" in text[:40]),
        ),
        alone.strong if alone else all(run.strong or not run.text.strip() for run in runs),
        bool(alone.href) if alone else any(run.href for run in runs),
    )


class _Classes(Remembered[str, str]):
    """A character by its class: letters and digits alike, punctuation itself."""

    def work_out(self, asked: str) -> str:
        letter = "A" if asked.isupper() else "a"
        return letter if asked.isalpha() else "0" if asked.isdigit() else asked


_CLASSES = _Classes()


def marks_of_shape(shape: Shape) -> list[str]:
    """The marks that a shape stands for."""
    length = f"n{shape.length}"
    ended = "." if shape.end in _ENDS else ""
    marks = ["k:" + shape.kind.value, length, "end:" + shape.end, "begin:" + shape.begin]
    marks.append(f"{shape.kind.value}|{length}|{ended}|{shape.begin}")
    marks.append(f"cased:{shape.capitals}{ended}{'s' if shape.length <= 12 else 'l'}")
    if shape.digits:
        marks += ["digit", f"digits:{shape.digits}"]
    marks += [name for name, holds in zip(SIGNS, shape.signs, strict=True) if holds]
    return marks + ["capitals"] * shape.shouts + ["bold"] * shape.bold + ["link"] * shape.link
