"""Mend what is broken or invisible in the text, tell items by their bullets, and tell the language.

The theory. Tidying changes no word. Single characters that came out wrong are put right; words that were decoded
wrongly ("rÃ©sumÃ©") stay as the source has them, and an editor is warned: guessing them back would be rewording.
Characters nobody sees go, but for the joiners that scripts need; every kind of blank becomes one plain blank. A glyph
that begins a line is the list's own sign and not text, so it goes and the line is an item; glyphs inside a line part
it. What holds no letter and no digit afterwards was decoration. A fragment of our own comes out as it went in: it has
been tidied before.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from postings.normalizer.furniture import is_part
from postings.normalizer.inline import tidy_runs
from postings.normalizer.languages import language_of
from postings.normalizer.model import ITEM, Block, BlockKind, Document, Notice, Run
from postings.normalizer.readers.lines import TIGHT_DASH
from postings.normalizer.words import language_of_headings

# UTF-8 that was read as Windows-1252: a lead byte's letter before what no language writes after it.
MOJIBAKE = re.compile(
    "[ÃÅÄÂðïâ](?:(?<=[ÃÅÄ])[\u0080-\u00bf\u0152-\u2122]|(?<=Ã)[ \xa0]|(?<=Â)[\u0080-\u00bf]|(?<=ð)Ÿ|(?<=ï)»¿"
    "|(?<=â)[\u0080-\u0099€‚„†‡ˆ‰Š‹Œ˜™š›œžŸ¡-¿])"
)
WIDE_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
# Soft hyphens, and the tag characters that can hide text; the other invisible ones go with every fragment's own rule.
INVISIBLE = re.compile("[\u00ad\u061c\u180e\u200b\u2060-\u2064\ufeff\U000e0000-\U000e007f]")
# Any character that one of the expressions here begins with.
SUSPECT = re.compile(
    "[?\u0080-\u00a0\u00ad\u00c2-\u00c5\u00e2\u00ef\u00f0\u061c\u1680\u180e\u2000-\u200b\u202f\u205f-\u2064\u3000"
    "\ufeff\ufffd\U000e0000-\U000e007f]"
)
MOJIBAKE_BULLET = "â€¢"
# Windows-1252 that was read as Latin-1: the characters that take the place of the C1 controls, or nothing.
C1 = {code: bytes([code]).decode("cp1252", "ignore") for code in range(0x80, 0xA0)}
BROKEN_APOSTROPHE = re.compile("(?<=[a-zA-Z])[\ufffd?](?=(?:s|t|re|ve|ll|d|m)(?![\\w=&/]))")
DAMAGED = "Some letters or quotes were damaged before the text came here (such as “â€™”). Mend them in the text."
# One of these before a line whose neighbours have none marks a heading and no item.
HEADING_GLYPHS = frozenset("■□◆◇◼◻▼▽❖")
GLYPHS = "•●▪■◼◦‣⁃∙➢➤➔➜►▶▸✓✔✅☑❖◆◇➡🔹🔸🔷🔶👉▫➖⚫⬤\uf0b7\uf0a7\uf076\uf0d8\uf0fc"
FEWEST_MARKED = 2  # lines behind the same mark, each alone, from which they are a posting's headings
MARKED_LEVEL = 9  # below every heading that is dressed otherwise
LONGEST_MARKED = 40  # characters
STATES = re.compile(r"\d|[.。!！…]\s*$|[:：]\s*\S")
# What a word processor's symbol fonts leave of their bullets; a letter is one only where the markup says so too.
LETTER_BULLET = re.compile(r"[o§Øüvq] (?=[A-ZÀ-Þ])")
LIST_OF_WORDS = "MsoList"
FEWEST_LETTERS = 2  # lines behind the same letter from which it is no word
DASHES = frozenset("-–—‐−")
LEADING = re.compile(rf"\s*(?:[{GLYPHS}·・･○□◻▼▽★☆✦✪→]\ufe0f?|[-*–—‐−](?=\s+\S))\s*")
INNER = re.compile(rf"[{GLYPHS}]\ufe0f?\s*")
ANY_WORD_SIGN = re.compile(r"\w")
STARS = re.compile(r"\s\*\s(?=[A-ZÀ-Þ])")
# A line this short that stands before inner bullets, without a colon, is the first of them.
SHORT_FIRST = 40
# More glyphs in one line than any list has items: no list.
MAX_INNER = 500


def tidy(document: Document) -> Document:
    """The document with mended text, every line with a bullet an item, blocks numbered anew, and its language."""
    known = document.known.language
    if document.source_format == "fragment":
        return document.with_changes(language=document.stated.language or known)
    blocks = _numbered(_grouped(_pieces(_mended(document.blocks))))
    warnings = (*document.warnings, *_warnings(blocks))
    language = known or _language(blocks) or document.stated.language or language_of_headings(map(_name, blocks))
    return document.with_changes(
        blocks=blocks, language=language, title=mended_text(document.title).strip(), warnings=warnings
    )


def _language(blocks: Iterable[Block]) -> str:
    return language_of([block.text for block in blocks if "\n" not in block.text or not is_part(block)])


def _name(block: Block) -> str:
    """What may be the name of a field, or a heading: a row's first cell, or what stands before a colon."""
    text = "".join(run.text for run in block.cells[0]) if block.cells else block.text
    return text.partition(":")[0]


def _warnings(blocks: Iterable[Block]) -> Iterator[Notice]:
    foreign = [block for block in blocks if not block.text.isascii()]
    if not MOJIBAKE.search("\n".join([block.text for block in foreign])):
        return
    if broken := [block.id for block in foreign if MOJIBAKE.search(block.text)]:
        yield Notice("broken_encoding", DAMAGED, tuple(broken))


def _mended(blocks: Sequence[Block]) -> list[Block]:
    """The blocks with mended text.  Most are one run of plain text that nothing here would change."""
    all_tidy = _is_tidy(" ".join([block.text for block in blocks]))
    found = []
    for block in blocks:
        is_plain = len(block.runs) == 1 and not block.cells and not block.runs[0].href
        found.append(block if is_plain and (all_tidy or _is_tidy(block.text)) else _mended_block(block))
    return found


def _mended_block(block: Block) -> Block:
    runs = mended_runs(block.runs)
    if block.cells:
        return replace(block, runs=runs, cells=tuple(map(mended_runs, block.cells)))
    return block if runs == block.runs else block.with_runs(runs)


def _is_tidy(text: str) -> bool:
    """Plain text that nothing here would change: a few looks, and no work.  So are texts with one blank between."""
    if not text or not (text.isprintable() or text.replace("\n", "").isprintable()):
        return False
    if "  " in text or "?" in text or text[0] == " " or text[-1] == " ":
        return False
    return text.isascii() or not ("\ufffd" in text or MOJIBAKE_BULLET in text)


def mended_runs(runs: Iterable[Run]) -> tuple[Run, ...]:
    """The runs with mended text and one plain blank between words."""
    return tidy_runs([run if _is_plain(run.text) else replace(run, text=mended_text(run.text)) for run in runs])


def mended_text(text: str) -> str:
    """The text with its encoding mended and invisible characters gone.  Blanks are made plain, not fewer."""
    if _is_plain(text):
        return text
    text = text.replace(MOJIBAKE_BULLET, "•").translate(C1)
    text = BROKEN_APOSTROPHE.sub("’", text)
    return INVISIBLE.sub("", WIDE_SPACES.sub(" ", text))


def _is_plain(text: str) -> bool:
    """Nothing in it can need mending; one look, so that most text costs no more."""
    return ("?" not in text) if text.isascii() else SUSPECT.search(text) is None


def _pieces(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks without bullets, as items where they had one, parted where glyphs stand inside them."""
    marks = ["", *[block.text[:1] for block in blocks], ""]
    alone = {
        position: mark
        for position, mark in enumerate(marks[1:-1])
        if mark in HEADING_GLYPHS and mark not in (marks[position], marks[position + 2])
    }
    often = {mark for mark, count in Counter(alone.values()).items() if count >= FEWEST_MARKED}
    letters = Counter([block.text[0] for block in blocks if block.text[1:2] == " " and _is_behind_letter(block)])
    for position, block in enumerate(blocks):
        mark = marks[position + 1]
        if position in alone and block.kind is BlockKind.PARAGRAPH:
            start = LEADING.match(block.text)
            bare = block.with_runs(cut(block.runs, start.end() if start else 0, len(block.text)))
            yield bare.as_kind(BlockKind.HEADING, MARKED_LEVEL) if mark in often and _names(bare.text) else bare
        elif letters and letters[mark] >= FEWEST_LETTERS and _is_behind_letter(block):
            yield block.with_runs(cut(block.runs, 2, len(block.text))).as_kind(BlockKind.ITEM, 0)
        elif mark in DASHES and _is_behind_tight_dash(blocks, position):
            yield block.with_runs(cut(block.runs, 1, len(block.text))).as_kind(BlockKind.ITEM, 0)
        elif (mark.isalnum() and block.text.isascii() and " * " not in block.text) or is_part(block):
            yield block
        else:
            yield from _items(block)


def _is_behind_letter(block: Block) -> bool:
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.ITEM) or LETTER_BULLET.match(block.text) is None:
        return False
    return not block.text[0].isalpha() or bool(block.within and LIST_OF_WORDS in block.within[-1])


def _is_behind_tight_dash(blocks: Sequence[Block], position: int) -> bool:
    if not _begins_with_dash(blocks[position]):
        return False
    beside = (*blocks[max(position - 1, 0) : position], *blocks[position + 1 : position + 2])
    return any(block.kind is BlockKind.ITEM or _begins_with_dash(block) for block in beside)


def _begins_with_dash(block: Block) -> bool:
    return block.kind is BlockKind.PARAGRAPH and TIGHT_DASH.match(block.text) is not None


def _names(text: str) -> bool:
    """Whether a marked line names what follows and states nothing: short, no sentence, no figure, no label's value."""
    return len(text) <= LONGEST_MARKED and STATES.search(text) is None


def _items(block: Block) -> Iterator[Block]:
    """The block without its bullet, or the items that bullets inside it part."""
    if block.kind in (BlockKind.ROW, BlockKind.HEADING):
        if ANY_WORD_SIGN.search(block.text):
            yield block
        return
    text = block.text
    if not text:
        return
    spans = _spans(text)
    for number, (start, end, is_item) in enumerate(spans):
        if not ANY_WORD_SIGN.search(text, start, end):
            continue
        kind = BlockKind.ITEM if is_item or block.kind is BlockKind.ITEM else block.kind
        if len(spans) == 1 and start == 0:
            yield block
        else:
            group = block.group if kind is BlockKind.ITEM else 0
            yield replace(block, kind=kind, runs=cut(block.runs, start, end), group=group, path=block.path, part=number)


def _spans(text: str) -> list[tuple[int, int, bool]]:
    """Start and end of each piece of a line, and whether a bullet stands before it."""
    leading = None if text[0].isalnum() else LEADING.match(text)
    first = leading.end() if leading and leading.end() < len(text) else 0
    inner = [] if text.isascii() else list(INNER.finditer(text, first))
    if len(inner) + (first > 0) < 2:
        inner = list(STARS.finditer(text, first)) if " * " in text else []
        inner = inner if len(inner) >= 2 else []
    if not inner or len(inner) > MAX_INNER:
        return [(first, len(text), first > 0)]
    starts = [first, *(match.end() for match in inner)]
    ends = [*(match.start() for match in inner), len(text)]
    lead = text[first : ends[0]]
    is_item = first > 0 or (len(lead) <= SHORT_FIRST and not lead.rstrip().endswith((":", ".", "!", "?")))
    return [(start, end, number > 0 or is_item) for number, (start, end) in enumerate(zip(starts, ends, strict=True))]


def cut(runs: Iterable[Run], start: int, end: int) -> tuple[Run, ...]:
    """The part of formatted text between two offsets, without blanks at its ends."""
    parts: list[Run] = []
    position = 0
    for run in runs:
        text = run.text[max(0, start - position) : max(0, end - position)]
        if text:
            parts.append(replace(run, text=text))
        position += len(run.text)
    return tidy_runs(parts)


def _grouped(blocks: Iterable[Block]) -> Sequence[Block]:
    """Items that stand in no list yet form lists with their neighbours."""
    held = list(blocks)
    if not [block for block in held if block.kind is ITEM and not block.group]:
        return held
    group = max(block.group for block in held)
    open_group = 0
    for position, block in enumerate(held):
        if block.kind is not BlockKind.ITEM or block.group:
            open_group = 0
            continue
        if not open_group:
            group += 1
            open_group = group
        held[position] = replace(block, group=open_group)
    return held


def _numbered(blocks: Iterable[Block]) -> tuple[Block, ...]:
    return tuple(
        [
            block if block.index == index and not block.part else replace(block, index=index, part=0)
            for index, block in enumerate(blocks)
        ]
    )
