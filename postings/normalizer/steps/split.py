"""Cut blocks into pieces that can stand in different sections, where the source lost or hid its own breaks.

Line breaks inside a block, bullets and numbers in running text, sentences, words glued together where a break was
lost ("experienceAbility"), headings in front of their text, "Label: value" chains. Cutting is cheap, since pieces of
one block that end next to each other are joined again; not cutting may leave boilerplate and substance in one piece.
No word changes; only white space and bullet glyphs at a cut come and go.

Pieces get the block's index and parts from 1. Pieces that flow together have consecutive parts; a gap in the numbers
says that the piece begins a line or item of its own. A text that is a list without bullets becomes ITEM blocks of a
new group.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from postings.normalizer.model import HEADING, ITEM, PARAGRAPH, ROW, Block, Document, Run
from postings.normalizer.steps.labels import has_leads
from postings.normalizer.steps.lines import FULL_STOPS, is_program, tells
from postings.normalizer.steps.runon import cut_statement, may_be_cut
from postings.normalizer.steps.runs import RunIndex
from postings.normalizer.steps.sentences import openings, sentence_ends
from postings.normalizer.words import raw_cue

_GLYPHS = "•●▪■◦‣⁃∙➢➤✓✔✅▶►◆❖"
_BULLET = re.compile(
    rf"[{_GLYPHS}]\s*|^[–—]\s+|(?:(?<=[\sa-z.:;!?)*])|^)[*·-]\s+(?=[A-ZÀ-Þ0-9])|·\s*(?=[A-ZÀ-Þ])|^・\s*"
)
_STRONG_BULLET = re.compile(rf"[{_GLYPHS}]")
_NUMBER = re.compile(r"(?:^|(?<=[\s.:;!?)a-z])|(?<=[A-Z]{4}))\(?(\d{1,2})[.)]\s*(?=[A-ZÀ-Þ“\"])")
_WEAK_BULLETS = ("- ", "* ", "– ", "· ")
# What a block must hold to be worth a closer look: a break, a mark, a sentence's end, a lost space, a label, a count.
# Each is found by one sign, for which a text is soon searched.
_WORTH = re.compile(
    rf"[\n{_GLYPHS}·・。！？:：.!?…A-ZÀ-Þ1*-](?:(?<=[\n{_GLYPHS}·・。！？:：])|(?<=[.!?…])[\"”’»)\]]*\s"
    r"|(?<=[a-zà-ÿ)\].;!?%][A-ZÀ-Þ])|(?<=[\sa-z.;)*][*-])\s+[A-ZÀ-Þ0-9]|(?<=1)[.)])"
)
_BREAK = re.compile("\n")
_RULES = ("------", "======", "******")  # a line drawn in signs parts what stands before and behind it
_RULE = re.compile(r"\n|-{6,}|={6,}|\*{6,}")
_DASHED = re.compile(r"\s*[*–—-]\s")
MOST_TEXT = 200_000  # characters; the longest of 877 known postings has 15,000, and what is far longer is left as it is
LONG_TEXT = 600  # characters of a paragraph in which headings may stand before their text with only a space between
MIN_BULLETS = 2
LONGEST_TERM = 5  # words in front of a dash and behind a sentence's end that name what the dash tells about
FEWEST_BEHIND = 2  # sentences of prose that make no item
PROSE = 0.5  # share of them that are prose by their beginning
TERMS = 0.6  # share of a line's dashes from which they stand behind such terms
MIN_WEAK_BULLETS = 3  # a dash or star inside a line may be punctuation


@dataclass(slots=True)
class Piece:
    """A stretch [start, end) of a block's text.  `own_line`: it does not flow on; at `spaces` one is missing."""

    start: int
    end: int
    own_line: bool = False
    item: bool = False
    spaces: tuple[int, ...] = ()
    prose: bool = False  # behind the last item of a list, of which it is no part


def split(document: Document) -> Document:
    """The document with its run-on blocks, and its paragraphs and items of several sentences, cut into parts."""
    if document.source_format == "fragment":
        return document
    group = max([block.group for block in document.blocks], default=0)
    blocks: list[Block] = []
    whole, outcomes = document.blocks, document.outcomes
    length = 0
    for number, block in enumerate(whole, start=1):
        text = block.text
        is_out = block.id in outcomes
        length += 0 if is_out else len(text)
        if is_out or block.kind is ROW or length > MOST_TEXT or not _is_worth_a_look(block, document.language):
            blocks.append(block)
            continue
        runs = RunIndex(block.runs)
        pieces = _pieces(block, runs, text, document.language)
        if block.kind is ITEM and (number == len(whole) or whole[number].kind is not ITEM):
            _let_go(pieces, text, document.language)
        goes_on = bool(blocks) and blocks[-1].kind is ITEM and blocks[-1].group == group and len(pieces) == 1
        group += 0 if goes_on else 1
        blocks.extend(_cut(block, runs, pieces, group) if len(pieces) > 1 else [_whole(block, runs, pieces, group)])
    return document.with_changes(blocks=tuple(blocks))


def _is_worth_a_look(block: Block, language: str) -> bool:
    """Whether a block may have to be cut: most have not, and one look tells."""
    text = block.text
    has_lead = len(block.runs) > 1 and block.runs[0].strong
    if has_lead or _WORTH.search(text) is not None:
        return not is_program(text)
    if any(f" {word} " in text for word in raw_cue("opens_late", language)):
        return True
    return not text[:1].isalnum() and _DASHED.match(text) is not None


def _pieces(block: Block, runs: RunIndex, text: str, language: str) -> list[Piece]:
    pieces = [part for line in _by_line(text) for part in _by_bullet(text, line)]
    if block.kind is HEADING:
        return pieces if len(pieces) > 1 and "\n" not in text else []
    pieces = [part for piece in pieces for part in _by_sentence(text, piece, language)]
    long = block.kind is PARAGRAPH and len(text) >= LONG_TEXT
    spaced = long and has_leads(text, [piece.start for piece in pieces], language)
    item = block.kind is ITEM
    if spaced or may_be_cut(runs, text):
        pieces = [part for p in pieces for part in _by_statement(runs, text, p, language, item=item, spaced=spaced)]
    return [piece for piece in (_trimmed(text, piece) for piece in pieces) if piece.start < piece.end]


def _let_go(pieces: list[Piece], text: str, language: str) -> None:
    """Make paragraphs of the prose that ran together with the last item of a list."""
    told = [tells(text[piece.start : piece.end], language) for piece in pieces]
    first = told.index(True) if True in told else len(told)
    sentences = sum(text[: piece.end].endswith(FULL_STOPS) for piece in pieces[first:])
    if first and sentences >= FEWEST_BEHIND and sum(told) >= PROSE * sentences:
        pieces[first].own_line = True
        for piece in pieces[first:]:
            piece.prose = True


def _whole(block: Block, runs: RunIndex, pieces: list[Piece], group: int) -> Block:
    """A block that stays whole, without a bullet in front of its only piece and with the spaces it lacks."""
    if len(pieces) != 1 or (pieces[0].start == 0 and not pieces[0].spaces):
        return block
    piece = pieces[0]
    changed = replace(block, runs=_runs(runs, piece))
    if piece.item and block.kind is PARAGRAPH:
        changed = replace(changed, kind=ITEM, group=group)
    return changed


def _by_line(text: str) -> list[Piece]:
    breaks = _RULE if any(rule in text for rule in _RULES) else _BREAK if "\n" in text else None
    if breaks is None:
        return [Piece(0, len(text))]
    pieces, start = [], 0
    for found in breaks.finditer(text):
        pieces.append(Piece(start, found.start(), own_line=True))
        start = found.end()
    return [*pieces, Piece(start, len(text), own_line=True)]


def _by_bullet(text: str, piece: Piece) -> list[Piece]:
    """Items behind bullets, or with running numbers, which stay with their text."""
    line = text[piece.start : piece.end]
    marks = [(m.start(), m.end()) for m in _BULLET.finditer(line)] if _has_bullets(line) else []
    marks = marks or [(at, at) for at in _numbers(line)]
    if not marks:
        return [piece]
    pieces = [Piece(piece.start, piece.start + marks[0][0], piece.own_line)] if line[: marks[0][0]].strip() else []
    ends = [start for start, _ in marks[1:]] + [len(line)]
    for (_, start), end in zip(marks, ends, strict=True):
        pieces.append(Piece(piece.start + start, piece.start + end, own_line=True, item=True))
    return pieces


def _has_bullets(line: str) -> bool:
    first = None if line.isascii() else _STRONG_BULLET.search(line)
    if first is not None:
        return not line[: first.start()].strip() or len(_STRONG_BULLET.findall(line)) >= MIN_BULLETS
    if line[:2] in _WEAK_BULLETS or line[:1] == "・":
        return True
    if not ("- " in line or "* " in line or "·" in line):
        return False
    marks = list(_BULLET.finditer(line))
    return len(marks) >= MIN_WEAK_BULLETS and not _are_after_terms(line, marks)


def _are_after_terms(line: str, marks: list[re.Match[str]]) -> bool:
    """Whether dashes part terms from what is said of them ("… is asked. Care - You take …"), and begin no items."""
    said = [line[a.end() : b.start()] for a, b in pairwise(marks)]
    ends = [max(text.rfind(stop) for stop in ".!?") + 1 for text in said]
    terms = [text[end:].split() for text, end in zip(said, ends, strict=True) if end]
    of_terms = sum(0 < len(words) <= LONGEST_TERM and words[0][0].isupper() for words in terms)
    return of_terms > TERMS * len(said)


def _numbers(line: str) -> list[int]:
    """Where the members of counts begin that run from 1 to at least 2; a second list counts from 1 again."""
    if "1." not in line and "1)" not in line:
        return []
    counts: list[list[int]] = [[]]
    again = -1  # where a second list may begin
    for match in _NUMBER.finditer(line):
        number, count = int(match.group(1)), counts[-1]
        if number == 2 and again >= 0 and len(count) != 1:
            counts.append([again, match.start()])
        elif number == len(count) + 1:
            count.append(match.start())
        again = match.start() if number == 1 and len(counts[-1]) > 1 else again if number == len(counts[-1]) else -1
    return [mark for count in counts if len(count) >= 2 for mark in count]


def _by_sentence(text: str, piece: Piece, language: str) -> list[Piece]:
    line = text[piece.start : piece.end]
    ends = sentence_ends(line)
    if opened := openings(line, language):
        ends = sorted({*ends, *opened})
    if not ends:
        return [piece]
    starts = [piece.start, *(piece.start + end for end in ends)]
    bounds = [*starts[1:], piece.end]
    parts = [Piece(s, e, item=piece.item) for s, e in zip(starts, bounds, strict=True)]
    parts[0].own_line = piece.own_line
    return parts


def _by_statement(runs: RunIndex, text: str, piece: Piece, language: str, *, item: bool, spaced: bool) -> list[Piece]:
    cuts = cut_statement(runs, text, piece.start, piece.end, language, item=item, spaced=spaced)
    if not cuts.at:
        if cuts.spaces:
            piece.spaces = tuple(cuts.spaces)
        return [piece]
    starts = [piece.start, *cuts.at]
    ends = [*cuts.at, piece.end]
    return [
        Piece(
            start,
            end,
            own_line=start in cuts.own_line or (start == piece.start and (piece.own_line or start in cuts.items)),
            item=piece.item or start in cuts.items,
            spaces=tuple(space for space in cuts.spaces if start < space < end),
        )
        for start, end in zip(starts, ends, strict=True)
    ]


def _trimmed(text: str, piece: Piece) -> Piece:
    body = text[piece.start : piece.end].rstrip()
    piece.end = piece.start + len(body)
    piece.start = piece.end - len(body.lstrip())
    return piece


def _cut(block: Block, runs: RunIndex, pieces: list[Piece], group: int) -> list[Block]:
    blocks: list[Block] = []
    part = 0
    for number, piece in enumerate(pieces):
        part += 2 if piece.own_line and number else 1
        kind, level, listed = block.kind, block.level, block.group
        if piece.item and kind is PARAGRAPH:
            kind, level, listed = ITEM, 0, group
        elif (kind is HEADING and number) or piece.prose:
            kind, level, listed = PARAGRAPH, 0, 0 if piece.prose else listed
        own = _runs(runs, piece)
        cut = Block(block.index, kind, own, block.path, part, level, listed, block.ordered, within=block.within)
        if block.text[max(piece.start - 1, 0) : piece.start].strip() or block.text[piece.end : piece.end + 1].strip():
            derived: Any = cut
            derived.glued = True
        blocks.append(cut)
    return blocks


def _runs(runs: RunIndex, piece: Piece) -> tuple[Run, ...]:
    """The runs of a piece, with a space where the source lost one."""
    if not piece.spaces:
        return runs.cut(piece.start, piece.end)
    found: list[Run] = []
    for low, high in zip((piece.start, *piece.spaces), (*piece.spaces, piece.end), strict=True):
        found.extend([Run(" ")] if found else [])
        found.extend(runs.cut(low, high))
    return tuple(found)
