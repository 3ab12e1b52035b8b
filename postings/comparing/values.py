"""What a comparison and a merge say: frozen values that a template can show and a test can write by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from postings.normalizer.model import Block
from postings.normalizer.render import render_body

UNCHANGED, CHANGED, MOVED, ADDED, REMOVED = "unchanged", "changed", "moved", "added", "removed"
SAME, FORMATTED = "same", "formatted"
MINE, THEIRS, BOTH, MERGED, CONFLICT, BASE = "mine", "theirs", "both", "merged", "conflict", "base"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a block's text with one fate and one formatting; "\\n" in `text` is a line break.

    `status` is same, added, removed or formatted (the same words in another formatting: `notes` say how).
    """

    status: str
    text: str
    strong: bool = False
    em: bool = False
    href: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a block stands: its section, and its number among the section's blocks from 0."""

    section: str
    position: int


@dataclass(frozen=True, slots=True)
class BlockComparison:
    """One block (paragraph, item, sub-heading or table row) of either side.

    `status` is unchanged, changed, moved, added or removed; a moved block that was also changed `has_changes`.
    `notes`: "form" (a paragraph became an item or the like), "split", "joined".
    """

    status: str
    form: str
    level: int
    ordered: bool
    before: Place | None
    after: Place | None
    spans: tuple[Span, ...]
    has_changes: bool = False
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The block's text as it is now, or as it was where it was removed."""
        skipped = "" if self.status == REMOVED else REMOVED
        return "".join(span.text for span in self.spans if span.status != skipped)

    @property
    def changed_section(self) -> bool:
        """Whether it was moved here from another section."""
        return self.before is not None and self.after is not None and self.before.section != self.after.section


@dataclass(frozen=True, slots=True)
class SectionComparison:
    """One section of either side: its blocks as they are now, the removed ones among them where they stood.

    `status` is unchanged, changed, added or removed; `left` are the blocks that were moved to other sections.
    """

    kind: str
    status: str
    blocks: tuple[BlockComparison, ...]
    left: tuple[BlockComparison, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts of a posting, section by section in the contract's order."""

    sections: tuple[SectionComparison, ...]

    @property
    def is_same(self) -> bool:
        return all(section.status == UNCHANGED for section in self.sections)

    @property
    def counts(self) -> dict[str, int]:
        """How many blocks are changed, moved, added and removed."""
        counts = dict.fromkeys((CHANGED, MOVED, ADDED, REMOVED), 0)
        for block in (block for section in self.sections for block in section.blocks):
            if block.status in counts:
                counts[block.status] += 1
        return counts


@dataclass(frozen=True, slots=True)
class MergedBlock:
    """One block of a merge.  `base`, `mine` and `theirs` are its blocks on each side, empty where it does not stand.

    `status`: same, mine, theirs, both (the same change twice) or conflict; `key` names it in the choices.  Where each
    side put a block into another section, there are two with one key, each with the text of one side and `elsewhere`,
    the section in which the other side has it.
    """

    key: str
    status: str
    base: tuple[Block, ...]
    mine: tuple[Block, ...]
    theirs: tuple[Block, ...]
    elsewhere: str = ""

    @property
    def is_asked_elsewhere(self) -> bool:
        """Whether it is theirs alone of two places: the question stands where mine is."""
        return bool(self.elsewhere) and not self.mine

    def taken(self, choice: str = "") -> tuple[Block, ...]:
        """What goes into the merged text; in a conflict mine, unless `choice` says theirs, base or both."""
        if self.status != CONFLICT:
            return self.theirs if self.status == THEIRS else self.mine
        if choice == BOTH and not self.elsewhere:
            return (*self.mine, *self.theirs)
        return {THEIRS: self.theirs, BASE: self.base}.get(choice, self.mine)

    @property
    def base_html(self) -> str:
        return render_body(self.base)

    @property
    def mine_html(self) -> str:
        return render_body(self.mine)

    @property
    def theirs_html(self) -> str:
        return render_body(self.theirs)

    @property
    def html(self) -> str:
        return render_body(self.taken())


@dataclass(frozen=True, slots=True)
class MergedSection:
    """One section of a merge; `base`, `mine` and `theirs` are the whole texts (HTML, empty where it does not exist).

    `status`: same, mine, theirs, both, merged (each side changed other blocks) or conflict.
    """

    kind: str
    status: str
    blocks: tuple[MergedBlock, ...]
    base: str
    mine: str
    theirs: str

    @property
    def conflicts(self) -> int:
        return sum(block.status == CONFLICT and not block.is_asked_elsewhere for block in self.blocks)

    def body(self, choices: Mapping[str, str] | None = None) -> str:
        """The merged text; `choices` (block key to mine, theirs, base or both) decide conflicts, mine otherwise."""
        choices = choices or {}
        if self.status not in (MERGED, CONFLICT):
            return self.theirs if self.status == THEIRS else self.mine
        return render_body(piece for block in self.blocks for piece in block.taken(choices.get(block.key, "")))


@dataclass(frozen=True, slots=True)
class Merge:
    """Two people's texts from one base, brought together where they do not contradict each other."""

    sections: tuple[MergedSection, ...]

    @property
    def conflicts(self) -> int:
        return sum(section.conflicts for section in self.sections)

    def bodies(self, choices: Mapping[str, str] | None = None) -> dict[str, str]:
        """The merged text of each section, empty where it is to be removed."""
        return {section.kind: section.body(choices) for section in self.sections}
