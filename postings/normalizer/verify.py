"""The contract's invariants as functions that raise.  A result that breaks one is a failed run, never a revision.

The fragment's form is held against the narrow grammar of `form`; the sanitizer then parses it independently and must
give the same bytes.  What the fragment says is held against the blocks it is made of, word for word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import unescape

import nh3

from postings.normalizer.form import check_form
from postings.normalizer.inline import clean_text, is_blank
from postings.normalizer.model import (
    HEADING,
    Block,
    Document,
    Dropped,
    InvariantBroken,
    LedgerEntry,
    Normalized,
    Placement,
    Section,
    SourceRefused,
)
from postings.normalizer.render import read_fragment, render_body
from postings.normalizer.taxonomy import ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS, LINK_SCHEMES, SECTION_ORDER, SectionKind

_NOWHERE: tuple[None, None] = (None, None)
STATEMENT_WORDS = 6  # a shorter line may rightly stand twice ("Full-time")

_WORD = re.compile(r"\w+")
_NO_PLAIN_SIGNS = bytes(code for code in range(256) if code > 127 or not (chr(code).isalnum() or chr(code) == "\n"))
_TAG = re.compile(r"<[^>]*>")
_CLEANER = nh3.Cleaner(
    tags=set(ALLOWED_ELEMENTS),
    attributes={name: set(values) for name, values in ALLOWED_ATTRIBUTES.items()},
    url_schemes=set(LINK_SCHEMES),
    link_rel=None,
)


def check(result: Normalized, document: Document) -> None:
    """Raise InvariantBroken where the result is not what the contract promises of this document.

    Raises SourceRefused (no_substance) where nothing of the source found a place: an empty success would be a lie.
    """
    if not result.sections:
        raise SourceRefused("no_substance", "The source holds no text that describes a job: there is nothing to show.")
    check_ledger(result.ledger, document)
    check_sections(result.sections, result.ledger)
    texts = check_form(result.fragment)
    check_parsers(result.fragment)
    check_words(result.sections, texts)
    check_repetition(result.sections)


def check_fragment(markup: str) -> None:
    """Raise InvariantBroken unless the markup is a fragment as the contract describes it, to the byte."""
    check_form(markup)
    check_parsers(markup)
    for section, body in zip(read_fragment(markup), _bodies(markup), strict=True):
        if render_body(section.blocks) != body:
            raise InvariantBroken("unstable", f"Reading “{section.kind.value}” and writing it again changes it.")


def check_ledger(ledger: Iterable[LedgerEntry], document: Document) -> None:
    """Everything accounted for: each block of the document has exactly one entry."""
    blocks = {block.id for block in document.blocks}
    entries = [entry.block.id for entry in ledger]
    if len(blocks) != len(document.blocks):
        raise InvariantBroken("unaccounted", "Two pieces of the source have the same number.")
    if len(entries) != len(blocks) or set(entries) != blocks:
        raise InvariantBroken("unaccounted", "The ledger does not hold each piece of the source exactly once.")
    for entry in ledger:
        if isinstance(entry.outcome, Dropped) and entry.outcome.kept and entry.outcome.kept not in blocks:
            raise InvariantBroken("unaccounted", f"Piece {entry.block.id} repeats a piece that does not exist.")


def check_sections(sections: Iterable[Section], ledger: Iterable[LedgerEntry]) -> None:
    """Nothing invented, nothing lost: the sections hold exactly the placed blocks, in their own words, each once."""
    placed = {
        entry.block.id: (entry.block, entry.outcome.section) for entry in ledger if isinstance(entry.outcome, Placement)
    }
    order = [SECTION_ORDER.index(section.kind) for section in sections]
    if order != sorted(set(order)):
        raise InvariantBroken("order", "The sections are out of order, or one stands twice.")
    for section in sections:
        if all(block.kind is HEADING or is_blank(block.text) for block in section.blocks):
            raise InvariantBroken("empty_section", f"The section “{section.kind.value}” says nothing.")
        for block in section.blocks:
            source, home = placed.pop(block.id, _NOWHERE)
            if source is not block or home is not section.kind:
                _check_placed(block, section.kind, source, home)
    if placed:
        raise InvariantBroken("lost", f"Placed pieces of the source are missing: {', '.join(sorted(placed))}.")


def _check_placed(block: Block, kind: SectionKind, source: Block | None, home: SectionKind | None) -> None:
    if source is None:
        raise InvariantBroken("invented", f"“{block.text[:80]}” is shown, but no piece of the source was placed there.")
    if home is not kind:
        raise InvariantBroken("unaccounted", f"Piece {block.id} stands in another section than the ledger says.")
    if block is not source and _words(block.text) != _words(source.text):
        raise InvariantBroken("invented", f"“{block.text[:80]}” does not stand in the source in these words.")


def check_parsers(markup: str) -> None:
    """The sanitizer, which parses as browsers do, finds nothing to change."""
    if _CLEANER.clean(markup) != markup:
        raise InvariantBroken("unstable", "Parsing and cleaning the fragment again changes it.")


def check_words(sections: Iterable[Section], texts: Iterable[Iterable[str]]) -> None:
    """The markup says what the blocks say, no more and no less; `texts` is what stands in each section's elements."""
    for section, markup in zip(sections, texts, strict=True):
        shown = " ".join(markup)
        if "<" in shown or "&" in shown:
            shown = unescape(_TAG.sub("", shown))
        meant = " ".join([_cells(block) if block.cells else block.text for block in section.blocks])
        if shown != meant and _letters(shown) != _letters(clean_text(meant)):
            raise InvariantBroken("lost", f"“{section.kind.value}” does not show exactly the text placed in it.")


def _cells(row: Block) -> str:
    return " ".join("".join(run.text for run in cell) for cell in row.cells)


def _bodies(markup: str) -> list[str]:
    """What stands between each section's heading and its end, in a fragment whose form has been checked."""
    parts = [part.split("\n", 2) for part in markup.split("<section ")[1:]]
    return [part[-1].rpartition("\n</section>")[0] for part in parts]


def _letters(text: str) -> str:
    """The text without white space."""
    text = text.replace(" ", "").replace("\n", "")
    return text if text.isprintable() else "".join(text.split())


def check_repetition(sections: Iterable[Section]) -> None:
    """Nothing twice: no statement of six words or more stands in two places."""
    texts = [block.text for section in sections for block in section.blocks]
    first: dict[bytes, str] = {}
    seen: set[str] = set()
    for text, key in zip(texts, _plain_signs(texts), strict=True):
        if key not in first:
            first[key] = text
            continue
        seen.add(_statement(first[key]))
        statement = _statement(text)
        if statement and statement in seen:
            raise InvariantBroken("repeated", f"“{text[:80]}” stands in the fragment twice.")
        seen.add(statement)


def _plain_signs(texts: Iterable[str]) -> Sequence[bytes]:
    """The plain letters and digits of each text: soon told, and the same for the same statement."""
    folded = [text if text.isascii() else text.casefold() for text in texts]
    whole = "\n".join([text.replace("\n", "") if "\n" in text else text for text in folded])
    return whole.encode("utf-8", "surrogatepass").lower().translate(None, _NO_PLAIN_SIGNS).split(b"\n")


def _statement(text: str) -> str:
    """The words of a statement, by which it is compared; "" for a shorter line."""
    words = [word for word in text.casefold().split() if any(map(str.isalnum, word))]
    if len(words) < STATEMENT_WORDS:
        return ""
    words[-1] = words[-1].rstrip(".,;:!")
    return " ".join(words)


def _words(text: str) -> list[str]:
    return _WORD.findall(clean_text(text).casefold())
