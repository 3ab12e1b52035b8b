"""What the page of one posting shows, made ready for its template: every piece with where it came from or went to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString

from postings import selectors
from postings.admin import words
from postings.admin.provenance import Numbers, Piece, marked, pieces_of
from postings.models import NormalizationRun, Posting, Section, TitleOrigin
from postings.models.revision import SECTION_KINDS
from postings.normalizer.taxonomy import WEAK_BELOW, WEAK_PLACEMENT

BLOCKS_SHOWN = 1500
ATTENTION_SHOWN = 8
LEFT_OUT_SHOWN = 100
# For each block the section its words stand in now, and who changed them.
Places = Mapping[str, tuple[str, int | None]]


@dataclass(frozen=True, slots=True)
class SourceBlock:
    """One block of the source: its text, and where it went (`section`) or why it was left out (`reason`)."""

    id: str
    kind: str
    text: str
    path: str
    section: str
    label: str
    rule: str
    confidence: float
    weak: bool
    reason: str = ""
    hand: str = ""

    @property
    def kept(self) -> bool:
        return bool(self.section)

    @property
    def decided(self) -> bool:
        """Whether a person has placed, changed or taken it out."""
        return bool(self.hand) or self.reason == "edited"

    @property
    def sure(self) -> str:
        return f"{self.confidence:.0%} sure"

    @property
    def detail(self) -> str:
        return f"{self.rule} · {self.sure}"


@dataclass(frozen=True, slots=True)
class DeskSection:
    """One section of the head: as it is read, as it is edited, and what somebody typed if a save was refused."""

    kind: str
    heading: str
    english: str
    version: int
    html: str
    marked: SafeString
    written_by: str
    typed: str | None = None

    @property
    def rank(self) -> int:
        """Its place in the contract's order."""
        return SECTION_KINDS.index(self.kind)

    @property
    def text_to_edit(self) -> str:
        return self.html if self.typed is None else self.typed


@dataclass(frozen=True, slots=True)
class Attention:
    """Something for a human to look at, and the block it is about (empty: the posting as a whole)."""

    sentence: str
    detail: str
    block: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The blocks that were left out for one reason."""

    word: str
    explained: str
    blocks: list[SourceBlock]

    @property
    def blocks_shown(self) -> list[SourceBlock]:
        return self.blocks[:LEFT_OUT_SHOWN]


@dataclass(slots=True)
class Desk:
    """Everything between the header and the history of a posting's page."""

    blocks: list[SourceBlock] = field(default_factory=list)
    sections: list[DeskSection] = field(default_factory=list)
    missing: list[tuple[str, str, int]] = field(default_factory=list)
    attention: list[Attention] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    run: NormalizationRun | None = None

    @property
    def blocks_shown(self) -> list[SourceBlock]:
        return self.blocks[:BLOCKS_SHOWN]

    @property
    def blocks_not_shown(self) -> int:
        return max(0, len(self.blocks) - BLOCKS_SHOWN)

    @property
    def attention_shown(self) -> list[Attention]:
        return self.attention[:ATTENTION_SHOWN]

    @property
    def attention_more(self) -> list[Attention]:
        return self.attention[ATTENTION_SHOWN:]

    @property
    def kept_count(self) -> int:
        return sum(block.kept for block in self.blocks)

    @property
    def left_out_count(self) -> int:
        return len(self.blocks) - self.kept_count


def build(posting: Posting, typed: Mapping[str, str] | None = None) -> Desk:
    """The desk of a posting.  `typed` holds texts by section that could not be saved: their editors keep them."""
    run = selectors.explaining_run(posting)
    stored = selectors.head_sections(posting)
    language = posting.head.language if posting.head else ""
    here = Numbers(run.pk if run else None, selectors.block_numbers(run, stored))
    pieces = {section.kind: pieces_of(section.html, section.blocks, here) for section in stored}
    names = _names(pieces)
    places = {
        block: (kind, piece.edited_by) for kind, found in pieces.items() for piece in found for block in piece.blocks
    }
    blocks = [_block(entry, places if stored else None, names, language) for entry in run.ledger] if run else []
    sections = _sections(stored, pieces, names, language, dict(typed or {}))
    return Desk(
        blocks=blocks,
        sections=sections,
        missing=_missing({section.kind for section in sections}),
        attention=[*_unnamed(posting), *_attention(run, blocks)] if run else [],
        left_out=_left_out(blocks),
        run=run,
    )


def _missing(there: set[str]) -> list[tuple[str, str, int]]:
    """Kind, name and rank of the sections that the text does not have."""
    return [(kind, words.section(kind), rank) for rank, kind in enumerate(SECTION_KINDS) if kind not in there]


def _names(pieces: Mapping[str, list[Piece]]) -> dict[int, str]:
    hands = {hand for found in pieces.values() for piece in found if (hand := piece.hand) is not None}
    return selectors.user_names(hands) if hands else {}


def _block(entry: Mapping[str, Any], places: Places | None, names: Mapping[int, str], language: str) -> SourceBlock:
    """A block of the ledger; `places` says where its words stand now, None that there is no text yet."""
    block, confidence, proposed = (
        str(entry["block"]),
        float(entry.get("confidence", 1)),
        str(entry.get("section") or ""),
    )
    section, editor = (proposed, None) if places is None else places.get(block, ("", None))
    reason = "" if section else str(entry.get("reason") or "edited")
    hand = f"edited by {names.get(editor, 'an editor')}" if editor else "placed by hand" if section != proposed else ""
    return SourceBlock(
        id=block,
        kind=str(entry.get("kind", "paragraph")),
        text=str(entry.get("text", "")),
        path=str(entry.get("path", "")),
        section=section,
        label=words.section(section, language) if section else words.reason(reason),
        rule=words.rule(str(entry.get("rule", ""))),
        confidence=confidence,
        weak=confidence < WEAK_BELOW and section == proposed and not editor and entry.get("reason") != "chrome",
        reason=reason,
        hand=hand if section else "",
    )


def _sections(
    stored: Iterable[Section],
    pieces: Mapping[str, list[Piece]],
    names: Mapping[int, str],
    language: str,
    typed: dict[str, str],
) -> list[DeskSection]:
    """The head's sections in order, and among them those that exist only as somebody's refused text."""
    by_kind = {section.kind: section for section in stored}
    kinds = [kind for kind in SECTION_KINDS if kind in by_kind or typed.get(kind)]
    return [_section(kind, by_kind.get(kind), pieces.get(kind, []), names, language, typed.get(kind)) for kind in kinds]


def _section(
    kind: str,
    section: Section | None,
    pieces: list[Piece],
    names: Mapping[int, str],
    language: str,
    typed: str | None,
) -> DeskSection:
    writers = dict.fromkeys(names.get(piece.hand, "") for piece in pieces if piece.hand is not None)
    heading, english = words.section(kind, language), words.section(kind)
    return DeskSection(
        kind=kind,
        heading=heading,
        english=english if english != heading else "",
        version=section.version if section else 0,
        html=section.html if section else "",
        marked=marked(section.html, pieces, names) if section else SafeString(""),
        written_by=", ".join(filter(None, writers)),
        typed=typed,
    )


def _unnamed(posting: Posting) -> list[Attention]:
    if posting.title_origin != TitleOrigin.PLACEHOLDER:
        return []
    return [Attention(f"No title was found, so “{posting.title}” stands in for it. Rename it.", "", "")]


def _attention(run: NormalizationRun, blocks: Iterable[SourceBlock]) -> list[Attention]:
    """The normalizer's warnings first, then weak placements that no warning names."""
    by_id = {block.id: block for block in blocks}
    found = [item for warning in run.warnings for item in _warned(warning, by_id)]
    named = {item.block for item in found}
    return found + [_weakly_placed(block) for block in by_id.values() if block.weak and block.id not in named]


def _warned(warning: Mapping[str, Any], by_id: Mapping[str, SourceBlock]) -> Iterator[Attention]:
    """A line for each block that a warning is about, so that one walks to each; one line where it is about none."""
    sentence, ids = str(warning.get("sentence", "")), [str(block) for block in warning.get("blocks", ())]
    if not ids:
        yield Attention(sentence, "", "")
    for block in (by_id[name] for name in ids if name in by_id):
        if warning.get("code") != WEAK_PLACEMENT:
            yield Attention(f"{sentence} “{_short(block.text)}”", block.detail, block.id)
        elif not block.decided:
            yield _weakly_placed(block)


def _weakly_placed(block: SourceBlock) -> Attention:
    went = f"→ {block.label}" if block.kept else f"left out: {block.label}"
    return Attention(f"“{_short(block.text)}” {went}", block.detail, block.id)


def _left_out(blocks: Iterable[SourceBlock]) -> list[LeftOut]:
    """What was left out, by reason, most blocks first."""
    dropped = [block for block in blocks if not block.kept]
    order = [reason for reason, _ in Counter(block.reason for block in dropped).most_common()]
    return [
        LeftOut(
            words.reason(reason),
            words.reason_explained(reason),
            [block for block in dropped if block.reason == reason],
        )
        for reason in order
    ]


def _short(text: str, length: int = 90) -> str:
    line = " ".join(text.split())
    return line if len(line) <= length else f"{line[: length - 1].rstrip()}…"
