"""What the labeller looks at in a piece of a posting, as keys that `hashing` turns into numbers.

What it believes: the heading above a piece says most; then the piece's own words, above all its first; then what kind
of
line it is and where it stands.  Words are seen whole, in pairs and by their beginnings and ends, so that a word form or
a compound never met before still says something, in any language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise

from postings.normalizer.labeller.signs import Reader, Signs, reader, unparted
from postings.normalizer.model import Block, BlockKind, Document, HeadingReading

MOST_WORDS = 60  # the words of one piece that are looked at; what comes later changes no decision
CJK = "぀-ヿ㐀-䶿一-鿿가-힣々"
WORD = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
DIGIT = re.compile(r"\d")
CURRENCY = re.compile(r"[$€£¥₹円]|\b(?:eur|usd|gbp|chf|pln|zł|sek|dkk|kr|r\$|k€)\b", re.IGNORECASE)
GENDER_FORM = re.compile(
    r"\(?\b[mfwhdx](?:\s?[/|]\s?[mfwhdx]){1,2}\b\)?|[:*/·][-]?(?:in|innen|e|a|ne|euse|trice)\b", re.IGNORECASE
)
MAY_BE_GENDER_FORM = re.compile(r"[/|*:·]")
NUMBERS = (
    ("digit", DIGIT),
    ("currency", CURRENCY),
    ("percent", re.compile("%")),
    ("clock", re.compile(r"\b\d{1,2}(?:[:.hu]\d{2}|\s?(?:am|pm|uhr|h)\b)", re.IGNORECASE)),
    ("thousands", re.compile(r"\d[.,' \u00a0\u202f]\d{3}\b|\d\d?k\b|\d{4,}", re.IGNORECASE)),
    ("telephone", re.compile(r"\+\d|\(?\d{2,4}\)?[ /-]\d{2,4}[ -]\d{2}")),
    ("year", re.compile(r"\b(?:19|20)\d\d\b")),
)
NO_READING = HeadingReading()
PLACES = ("0", "1", "2", "3")  # first, second, third line below a heading, and later ones
SAME_LINE, SAME_LIST, NEXT, NEW_HEADING = range(4)
SURE = 0.9  # a heading read with this confidence is understood whole


@dataclass(frozen=True, slots=True)
class Piece:
    """One block to decide about: `words` are looked at with their parts, `marks` only as they are."""

    block: Block
    words: Sequence[str]
    marks: Sequence[str]
    shared: tuple[str, ...]  # marks of the heading above, the same for every piece below it
    signs: Signs
    step: int  # how it follows the piece before it: SAME_LINE, SAME_LIST, NEXT or NEW_HEADING


def words_of(text: str) -> list[str]:
    """The folded words of a text, digits made alike, at most MOST_WORDS."""
    return WORD.findall(DIGIT.sub("0", text[: MOST_WORDS * 12]).casefold())[:MOST_WORDS]


def pending(document: Document) -> list[Block]:
    """The blocks that no step has decided about and that are no headings, in reading order."""
    outcomes = document.outcomes
    return [block for block in document.blocks if block.kind is not BlockKind.HEADING and block.id not in outcomes]


def pieces(document: Document) -> list[Piece]:
    """Every pending block as the labeller sees it."""
    blocks = pending(document)
    texts = [block.text.strip() for block in blocks]
    words = list(map(words_of, texts))
    pairs = [[first + " " + second for first, second in pairwise(line)] for line in words]
    signs = [_signs(document.language, *line) for line in zip(texts, words, pairs, strict=True)]
    context = _Context(document, blocks, texts, signs)
    result: list[Piece] = []
    for number, block in enumerate(blocks):
        step = context.step(number)
        marks = _shape_marks(block, texts[number], words[number])
        marks += context.marks(number, words[number], signs[number])
        marks += _neighbour_marks(words, signs, number)
        result.append(Piece(block, words[number] + pairs[number], marks, context.shared, signs[number], step))
    return result


def _signs(language: str, text: str, words: Sequence[str], pairs: Sequence[str]) -> Signs:
    """What a line's words are about, in the order of the words."""
    patterns = unparted(language)
    if patterns:
        return tuple(sign for sign, pattern in patterns if pattern.search(text))
    look = reader(language).__getitem__
    found = [*filter(None, map(look, words)), *filter(None, map(look, pairs))]
    return tuple(dict.fromkeys(chain.from_iterable(found)))


def _length_mark(words: Sequence[str]) -> str:
    size = len(words)
    return f"n{size}" if size < 4 else "n6" if size < 7 else "n12" if size < 13 else "n25" if size < 26 else "n+"


def _shape_marks(block: Block, text: str, words: Sequence[str]) -> list[str]:
    """What kind of line it is: its length, how it begins and ends, numbers, addresses, dress."""
    marks = [
        "k:" + block.kind.value,
        _length_mark(words),
        "end:" + _character(text[-1:]),
        "begin:" + _character(text[:1]),
        _cased(text),
    ]
    if words:
        first = words[0]
        marks += ["f:" + first, "f2:" + " ".join(words[:2]), "fs:" + first[-3:], "l:" + words[-1]]
    if DIGIT.search(text):
        marks += [name for name, pattern in NUMBERS if pattern.search(text)]
    if "@" in text:
        marks.append("mail")
    if "http" in text or "www." in text:
        marks.append("address")
    if MAY_BE_GENDER_FORM.search(text) and GENDER_FORM.search(text):
        marks.append("gender form")
    if "?" in text:
        marks.append("question")
    if ":" in text[:40]:
        marks += ["colon", "label:" + text[: text.index(":")].casefold().strip()]
    if text.isupper():
        marks.append("capitals")
    runs = block.runs
    if runs and runs[0].strong and all(run.strong or not run.text.strip() for run in runs):
        marks.append("bold")
    if any(run.href for run in runs):
        marks.append("link")
    return marks


def _character(character: str) -> str:
    """A character by its class: letters and digits alike, punctuation itself."""
    if character.isalpha():
        return "A" if character.isupper() else "a"
    return "0" if character.isdigit() else character


def _cased(text: str) -> str:
    """Whether a line is written like a name or a title (most words with a capital) or like a sentence."""
    words = text[:200].split()
    capitals = sum(word[:1].isupper() for word in words)
    ended = text[-1:] in ".!?:;…。！？"
    return f"cased:{capitals * 4 // max(len(words), 1)}{'.' if ended else ''}{'s' if len(words) < 12 else 'l'}"


def _neighbour_marks(words: Sequence[Sequence[str]], signs: Sequence[Signs], number: int) -> list[str]:
    marks = []
    if number:
        marks += ["p:" + word for word in words[number - 1][:2]]
        marks += ["ps:" + sign for sign in signs[number - 1]]
    if number + 1 < len(words):
        marks += ["x:" + word for word in words[number + 1][:2]]
        marks += ["xs:" + sign for sign in signs[number + 1]]
    return marks


def _reading_name(reading: HeadingReading) -> str:
    if reading.reason is not None:
        return "-" + reading.reason.value
    return "+".join(kind.value for kind in reading.kinds) + ("*" if reading.preferred else "")


class _Context:
    """What stands above and around a piece, carried along while the pieces are walked through in order."""

    def __init__(
        self, document: Document, blocks: Sequence[Block], texts: Sequence[str], signs: Sequence[Signs]
    ) -> None:
        self.document = document
        self.blocks = blocks
        self.texts = texts
        self.headings = dict.fromkeys(document.headings, "")
        self.headings.update((block.id, block.text) for block in document.blocks if block.id in self.headings)
        # Signs weigh a little otherwise in languages of which few postings are known.
        self.family = "en" if document.language == "en" else "other"
        self.look: Reader = reader(document.language)
        self.above = [document.governing.get(block.id, ()) for block in blocks]
        self.readings = [self._effective(governing) for governing in self.above]
        self.topics = _topics(self.above, blocks, signs)
        self.next_readings = self._next_readings()
        self.since_heading = 0
        self.had_list = False
        self.last_known = "none"
        self.shared: tuple[str, ...] = ()

    def _effective(self, governing: tuple[str, ...]) -> str:
        """The name of what the nearest understood heading says."""
        if not governing:
            return "top"
        names = (_reading_name(self.document.headings.get(heading, NO_READING)) for heading in reversed(governing))
        return next((name for name in names if name), "unknown")

    def _next_readings(self) -> list[str]:
        """For each piece what the next other heading below it says."""
        found = ["end"] * len(self.blocks)
        for number in range(len(self.blocks) - 2, -1, -1):
            same = self.above[number] == self.above[number + 1]
            found[number] = found[number + 1] if same else self.readings[number + 1]
        return found

    def step(self, number: int) -> int:
        """Go on to the next piece; how it follows the one before."""
        block, before = self.blocks[number], self.blocks[number - 1]
        if not number or self.above[number] != self.above[number - 1]:
            if number and self.readings[number - 1] not in ("unknown", "top"):
                self.last_known = self.readings[number - 1]
            self.since_heading = 0
            self.had_list = block.kind is not BlockKind.PARAGRAPH
            self.shared = tuple(self._heading_marks(number))
            return NEW_HEADING
        self.since_heading += 1
        self.had_list = self.had_list or block.kind is not BlockKind.PARAGRAPH
        if block.kind is before.kind is BlockKind.ITEM:
            return SAME_LIST
        goes_on = block.index == before.index or _continues(before, self.texts[number - 1], block, self.texts[number])
        return SAME_LINE if goes_on and block.kind is not BlockKind.ITEM else NEXT

    def _heading_marks(self, number: int) -> list[str]:
        governing, effective = self.above[number], self.readings[number]
        if not governing:
            return ["he:top", self.family + "|he:top", "hn:" + self.next_readings[number]]
        readings = [self.document.headings.get(heading, NO_READING) for heading in reversed(governing)]
        names = [_reading_name(reading) or "unknown" for reading in readings]
        marks = [f"hk:{names[0]}|{readings[0].confidence >= SURE}", "he:" + effective, f"{self.family}|he:{effective}"]
        if len(names) > 1:
            marks.append("ho:" + names[1])
        if effective == "unknown":
            marks += ["hp:" + self.last_known, "hn:" + self.next_readings[number]]
        words = words_of(self.headings.get(governing[-1], "").partition(":")[0])[:8]
        keys = [*words, *(first + " " + second for first, second in pairwise(words))]
        signs = dict.fromkeys(sign for key in keys for sign in self.look[key])
        return marks + ["h:" + key for key in keys] + ["hs:" + sign for sign in signs]

    def marks(self, number: int, words: Sequence[str], signs: Signs) -> list[str]:
        """Where a piece stands, and what its words are about under this heading."""
        block, topics, family = self.blocks[number], self.topics[number], self.family
        under = "he:" + self.readings[number] + "|"
        after = "after" if self.had_list and block.kind is BlockKind.PARAGRAPH else "in"
        tenth = number * 10 // len(self.blocks)
        first = "s1:" + signs[0] if signs else "s1:none"
        marks = [
            f"{under}{block.kind.value}|{after}",
            under + PLACES[min(self.since_heading, 3)],
            under + _length_mark(words),
            f"{under}at:{tenth // 3}",
            f"at:{tenth}",
            f"last:{min(len(self.blocks) - number, 6)}",
            f"first:{min(number, 5)}",
            first,
            under + first,
            f"{family}|{under}{first}",
        ]
        for sign in signs:
            marks += ["s:" + sign, under + sign, f"{family}|s:{sign}"]
        marks += ["t:" + topic for topic in topics]
        if topics:
            marks.append(f"{under}t:{topics[0]}")
        return marks


def _continues(before: Block, begun: str, block: Block, text: str) -> bool:
    """Whether a line goes on with a sentence that the line before began: it was wrapped by hand."""
    return before.kind is block.kind is BlockKind.PARAGRAPH and text[:1].islower() and begun[-1:] not in ".!?:;…"


def _topics(above: Sequence[tuple[str, ...]], blocks: Sequence[Block], signs: Sequence[Signs]) -> list[list[str]]:
    """For each piece the signs that most of the lines of its stretch show: lines of one kind under the same heading."""
    found: list[list[str]] = []
    keys = [(governing, block.kind, block.group) for governing, block in zip(above, blocks, strict=True)]
    for _, stretch in groupby(range(len(blocks)), key=keys.__getitem__):
        members = list(stretch)
        counts = Counter(sign for number in members for sign in signs[number])
        ranked = sorted(
            (sign for sign, count in counts.items() if count * 3 >= len(members)), key=lambda s: (-counts[s], s)
        )
        found += [ranked[:3] if len(members) > 1 else []] * len(members)
    return found
