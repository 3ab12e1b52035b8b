"""Cut blocks into pieces that can stand in different sections, where the source lost or hid its own breaks.

Line breaks inside a block, bullets and numbers in running text, words glued together where a break was lost ("experienceAbility"), a known heading in front
of its text, "Label: value" chains; then sentences.  Cutting is cheap, since pieces of one block that end next to each other are joined again; not
cutting may leave boilerplate and substance in one piece.  No word changes; only white space and bullet glyphs at a cut go.

Pieces get the block's index and parts from 1.  Pieces that flow together have consecutive parts; a gap in the numbers says that
the piece begins a line or item of its own.  A text that is a list without bullets becomes ITEM blocks of a new group.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from postings.normalizer.model import Block, BlockKind, Document, Run
from postings.normalizer.steps.glue import glue_points
from postings.normalizer.steps.lead import lead_ends
from postings.normalizer.steps.sentences import sentence_ends

_BULLET = re.compile(r"[•●▪■◦‣⁃∙➢➤✓✔✅▶►◆❖]\s*|(?:(?<=\s)|^)[*·–-]\s+(?=[A-ZÀ-Þ0-9])|^・\s*")
_STRONG_BULLET = re.compile(r"[•●▪■◦‣⁃∙➢➤✓✔✅▶►◆❖]")
_NUMBER = re.compile(r"(?:^|(?<=[\s.:;!?)a-z]))\(?(\d{1,2})[.)]\s*(?=[A-ZÀ-Þ“\"])")
_LIST_LIKE = 0.6  # share of pieces without a full stop from which glued pieces read as a list and not as prose
MIN_BULLETS = 2


@dataclass(slots=True)
class Piece:
    """A stretch [start, end) of a block's text; `own_line`: it does not flow on from the piece before."""

    start: int
    end: int
    own_line: bool = False
    item: bool = False
    ordered: bool = False


def split(document: Document) -> Document:
    """The document with its run-on blocks, and its paragraphs and items of several sentences, cut into parts."""
    if document.source_format == "fragment":
        return document
    group = max((block.group for block in document.blocks), default=0)
    blocks: list[Block] = []
    for block in document.blocks:
        if block.id in document.outcomes or block.kind is BlockKind.ROW:
            blocks.append(block)
            continue
        pieces = _pieces(block, document.language)
        if len(pieces) < 2:
            whole = _whole(block, pieces)
            if whole.kind is BlockKind.ITEM and not whole.group:
                follows = blocks and blocks[-1].kind is BlockKind.ITEM and blocks[-1].group == group
                group += 0 if follows else 1
                whole = replace(whole, group=group)
            blocks.append(whole)
            continue
        group += 1
        blocks.extend(_cut(block, pieces, group))
    return replace(document, blocks=tuple(blocks))


def _pieces(block: Block, language: str) -> list[Piece]:
    text = block.text
    pieces = _by_line(text)
    pieces = [part for piece in pieces for part in _by_bullet(text, piece)]
    if block.kind is BlockKind.HEADING:
        return pieces if len(pieces) > 1 and "\n" not in text else []
    pieces = [part for piece in pieces for part in _by_lead(block, text, piece, language)]
    pieces = [part for piece in pieces for part in _by_glue(text, piece, language)]
    pieces = [part for piece in pieces for part in _by_sentence(text, piece)]
    return [piece for piece in (_trimmed(text, piece) for piece in pieces) if piece.start < piece.end]


def _whole(block: Block, pieces: list[Piece]) -> Block:
    """A block that stays whole, without a bullet in front of its only piece."""
    if len(pieces) != 1 or pieces[0].start == 0:
        return block
    piece = pieces[0]
    kind = BlockKind.ITEM if piece.item else block.kind
    return replace(block, runs=cut_runs(block.runs, piece.start, piece.end), kind=kind)


def _by_line(text: str) -> list[Piece]:
    if "\n" not in text:
        return [Piece(0, len(text))]
    pieces, start = [], 0
    for line in text.split("\n"):
        pieces.append(Piece(start, start + len(line), own_line=True))
        start += len(line) + 1
    return pieces


def _by_bullet(text: str, piece: Piece) -> list[Piece]:
    """Items behind bullets or running numbers; a single bullet counts at the start of its line or behind a colon."""
    line = text[piece.start : piece.end]
    marks = [(m.start(), m.end()) for m in _BULLET.finditer(line)] if _has_bullets(line) else []
    ordered = not marks
    if not marks:
        marks = _numbers(line)
    if not marks:
        return [piece]
    pieces = [Piece(piece.start, piece.start + marks[0][0], own_line=True)] if line[: marks[0][0]].strip() else []
    ends = [start for start, _ in marks[1:]] + [len(line)]
    for (_, start), end in zip(marks, ends, strict=True):
        pieces.append(Piece(piece.start + start, piece.start + end, own_line=True, item=True, ordered=ordered))
    return pieces


def _has_bullets(line: str) -> bool:
    strong = len(_STRONG_BULLET.findall(line))
    if strong:
        return strong >= MIN_BULLETS or _STRONG_BULLET.match(line.lstrip()) is not None
    if line[:2] in ("- ", "* ", "– ", "· ") or line[:1] == "・":
        return True
    return len(_BULLET.findall(line)) >= MIN_BULLETS + 1


def _numbers(line: str) -> list[tuple[int, int]]:
    """The marks of a running count from 1 to at least 2, in order."""
    if "1" not in line:
        return []
    marks: list[tuple[int, int]] = []
    for match in _NUMBER.finditer(line):
        if int(match.group(1)) == len(marks) + 1:
            marks.append((match.start(), match.end()))
    return marks if len(marks) >= 2 else []


def _by_lead(block: Block, text: str, piece: Piece, language: str) -> list[Piece]:
    """A known heading in front of its text, and labels that start inside the line, each on a line of its own."""
    cuts = lead_ends(block, text, piece.start, piece.end, language)
    return _at(piece, cuts, own_line=True) if cuts else [piece]


def _by_glue(text: str, piece: Piece, language: str) -> list[Piece]:
    points = glue_points(text[piece.start : piece.end], language)
    if not points:
        return [piece]
    pieces = _at(piece, [piece.start + point for point in points], own_line=False)
    bodies = [text[p.start : p.end].rstrip() for p in pieces]
    listed = sum(not body.endswith((".", "!", "?", ":")) for body in bodies) >= _LIST_LIKE * max(len(bodies) - 1, 1)
    if len(pieces) >= 3 and listed:
        for part, body in zip(pieces, bodies, strict=True):
            part.own_line = True
            part.item = not body.endswith(":")
    return pieces


def _by_sentence(text: str, piece: Piece) -> list[Piece]:
    ends = sentence_ends(text[piece.start : piece.end])
    return _at(piece, [piece.start + end for end in ends], own_line=False) if ends else [piece]


def _at(piece: Piece, cuts: list[int], *, own_line: bool) -> list[Piece]:
    starts = [piece.start, *cuts]
    ends = [*cuts, piece.end]
    parts = [replace(piece, start=s, end=e, own_line=own_line) for s, e in zip(starts, ends, strict=True)]
    parts[0].own_line = piece.own_line
    return parts


def _trimmed(text: str, piece: Piece) -> Piece:
    body = text[piece.start : piece.end]
    piece.start += len(body) - len(body.lstrip())
    piece.end = piece.start + len(body.strip())
    return piece


def _cut(block: Block, pieces: list[Piece], group: int) -> list[Block]:
    blocks: list[Block] = []
    part = 0
    for number, piece in enumerate(pieces):
        part += 2 if piece.own_line and number else 1
        changed = replace(block, part=part, runs=cut_runs(block.runs, piece.start, piece.end))
        if piece.item and block.kind is not BlockKind.ITEM:
            changed = replace(changed, kind=BlockKind.ITEM, level=0, group=group, ordered=piece.ordered)
        elif block.kind is BlockKind.HEADING and number:
            changed = replace(changed, kind=BlockKind.PARAGRAPH, level=0)
        blocks.append(changed)
    return blocks


def cut_runs(runs: tuple[Run, ...], start: int, end: int) -> tuple[Run, ...]:
    """The stretch [start, end) of the runs' text, with its formatting."""
    pieces: list[Run] = []
    offset = 0
    for run in runs:
        low, high = max(start - offset, 0), min(end - offset, len(run.text))
        if low < high:
            pieces.append(run if high - low == len(run.text) else replace(run, text=run.text[low:high]))
        offset += len(run.text)
        if offset >= end:
            break
    return tuple(pieces)
