"""Leave out page chrome: what a page says for the page's own sake and not for the posting's.

The theory.  A posting is where the prose is.  Chrome gives itself away by where it stands and what it is called: an
element that is a navigation, a footer, a dialog or a form, or an id or class that says so; a run of blocks that are
nothing but links; words that only a page says about itself.  No name is trusted where much of the page's prose
stands: whole pages are wrapped in forms, and descriptions open in dialogs.  A weak name ("header", "aside", hidden
from view) needs a second witness, and prose is never dropped on a weak name. Where evidence conflicts the block
stays: losing substance is worse than keeping noise, and later steps look again. Text without markup around it has
only its words: whole lines of page language are chrome, and only near the beginning or the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from postings.normalizer.furniture import (
    FURNITURE,
    MOST_PROSE,
    PROSE_ITEM,
    PROSE_PARAGRAPH,
    Names,
    is_part,
    is_prose,
    names_of,
)
from postings.normalizer.model import Block, BlockKind, Document, Dropped, Outcome
from postings.normalizer.page_words import (
    chrome_words,
    folded,
    is_board_line,
    is_chrome_line,
    is_related,
    is_site_line,
    known_line,
)
from postings.normalizer.taxonomy import DropReason

# An element that holds this share of a page's prose is no furniture, whatever it is called.
POSTING_SHARE = 0.25
LONG_PROSE = 200
LINK_RUN = 3
# Beyond this many blocks from either end a line of plain text is the posting's own.
EDGE_BLOCKS = 4
SHORT_LINE = 70

NARROW = (BlockKind.ITEM, BlockKind.ROW)
WEAK_ELEMENTS = frozenset({"header", "aside", "label", "legend", "form", "summary"})


@dataclass(frozen=True, slots=True)
class _Page:
    """What the judgement of one block needs to know of all: where the posting's text begins and ends; and of each block
    its words if it is a short line that may be known, how much of that text it may be, whether it speaks of the page,
    and the trusted names around it that tell much."""

    blocks: Sequence[Block]
    lines: Sequence[str]
    weights: Sequence[int]
    chrome: Sequence[bool]
    names: Sequence[Sequence[Names]]
    first: int
    last: int
    middle: int

    def is_inside(self, position: int) -> bool:
        return self.first <= position <= self.last


def find_zones(document: Document) -> Document:
    """The document with an outcome for every block that is page chrome; all others are left to later steps."""
    if document.source_format == "fragment" or not document.blocks:
        return document
    judge = _judge_page if document.source_format == "html" else _judge_lines
    found = judge(document.blocks)
    outcomes: dict[str, Outcome] = dict(document.outcomes)
    for position, (rule, confidence) in found.items():
        outcomes[document.blocks[position].id] = Dropped(DropReason.CHROME, rule, confidence)
    return document.with_changes(outcomes=outcomes)


def _judge_lines(blocks: Sequence[Block]) -> dict[int, tuple[str, float]]:
    """Lines of page language at the edges of a text."""
    count = len(blocks)
    edges = [*range(min(EDGE_BLOCKS, count)), *range(max(EDGE_BLOCKS, count - EDGE_BLOCKS), count)]
    found = {
        position: ("words of a page at the edge", 0.85) for position in edges if is_chrome_line(_line(blocks[position]))
    }
    return found | {
        position: ("words of a job board", 0.9) for position, block in enumerate(blocks) if is_board_line(_line(block))
    }


def _judge_page(blocks: Sequence[Block]) -> dict[int, tuple[str, float]]:
    page = _survey(blocks)
    found: dict[int, tuple[str, float]] = {}
    told = zip(page.names, page.lines, page.chrome, page.weights, strict=True)
    for position, (names, line, of_page, weight) in enumerate(told):
        is_prose_alone = weight and not (names or line or of_page)  # which nothing speaks against
        if not is_prose_alone and (verdict := _judge(page, position, blocks[position])):
            found[position] = verdict
    return _empty_headings(page, _related_postings(page, _link_runs(page, found)))


def _survey(blocks: Sequence[Block]) -> _Page:
    chrome = chrome_words(["" if "\n" in block.text and is_part(block) else block.text for block in blocks])
    lines = [known_line(block.text) if len(block.text) <= SHORT_LINE else "" for block in blocks]
    weights = [0 if of_page else _prose(block) for block, of_page in zip(blocks, chrome, strict=True)]
    if not any(weights):
        weights = [0 if _is_link(block) else len(block.text) for block in blocks]
    names = _names_around(blocks, weights)
    inside = [
        position
        for position, (weight, around) in enumerate(zip(weights, names, strict=True))
        if weight and not (around and any(name.element in FURNITURE or name.strong for name in around))
    ]
    if not inside:
        return _Page(blocks, lines, weights, chrome, names, 0, len(blocks), 0)
    return _Page(blocks, lines, weights, chrome, names, inside[0], inside[-1], _middle(weights))


def _line(block: Block) -> str:
    """A short line's words, as the tables have them; empty for longer text."""
    return folded(block.text) if len(block.text) <= SHORT_LINE else ""


def _names_around(blocks: Sequence[Block], weights: Sequence[int]) -> Sequence[Sequence[Names]]:
    """For each block the names around it that tell something and hold too little of the prose to be the posting."""
    held: dict[tuple[str, ...], int] = {}
    for block, weight in zip(blocks, weights, strict=True):
        held[block.within] = held.get(block.within, 0) + weight
    prose: dict[str, int] = {}
    for within, weight in held.items():
        for token in set(within):
            prose[token] = prose.get(token, 0) + weight
    total = sum(weights)
    telling = {
        token: names
        for token, weight in prose.items()
        if (not total or weight < POSTING_SHARE * total) and _tells(names := names_of(token))
    }
    around = {within: tuple(telling[token] for token in within if token in telling) for within in held}
    return [around[block.within] for block in blocks]


def _tells(names: Names) -> bool:
    return names.element in FURNITURE or names.strong or _is_weak(names)


def _middle(weights: Sequence[int]) -> int:
    """The block by which most of the prose has been read; other postings are announced only after it."""
    read, total = 0, sum(weights)
    for position, weight in enumerate(weights):
        read += weight
        if read >= MOST_PROSE * total:
            return position
    return len(weights)


def _prose(block: Block) -> int:
    """How much of the posting's text a block may be: its length, if it reads like prose, and not like a link or
    label."""
    text = block.text
    if not is_prose(text, PROSE_ITEM if block.kind in NARROW else PROSE_PARAGRAPH) or _is_link(block):
        return 0
    if "\n" in text and is_part(block) and not any(is_prose(line, PROSE_PARAGRAPH) for line in text.split("\n")):
        return 0
    return len(text)


def _is_link(block: Block) -> bool:
    return bool(block.within) and block.within[-1] == "a"


Verdict = tuple[str, float] | None


def _judge(page: _Page, position: int, block: Block) -> Verdict:
    """The first rule that leaves the block out; most blocks have neither a name around them nor page language."""
    names, line = page.names[position], page.lines[position]
    verdict: Verdict = None
    if names:
        verdict = _by_element(page, position, block)
    if not verdict and (line or page.chrome[position]):
        verdict = _by_words(page, position, block)
    if verdict or page.weights[position]:
        return verdict
    if is_part(block):
        return ("other postings" if is_related(_first_line(block)) else "part of the page"), 0.85
    if not page.is_inside(position):
        verdict = _by_place(page, position, block)
    return verdict or (_by_weak_name(page, position, block) if names else None)


def _by_element(page: _Page, position: int, block: Block) -> Verdict:
    """Inside an element that is page furniture by its own name or by what its id, classes or role say."""
    for names in page.names[position]:
        if names.element == "button" and (names.opener or block.kind is BlockKind.HEADING):
            continue
        if names.element in FURNITURE:
            return f"inside <{names.element}>", 0.95
        if names.strong and not (names.content and page.weights[position]):
            return "inside page furniture", 0.9
        if names.element == "form" and not page.weights[position]:
            return "inside a form", 0.85
    return None


def _by_words(page: _Page, position: int, block: Block) -> Verdict:
    """Words that only a page says about itself."""
    if page.chrome[position] and len(block.text) <= 3 * LONG_PROSE:
        return "cookie, script or copyright notice", 0.9
    line = page.lines[position]
    if is_board_line(line):
        return "words of a job board", 0.9
    if not is_chrome_line(line):
        return None
    if not page.is_inside(position) or _is_link(block):
        return "words of a page", 0.9
    return None if block.kind in (BlockKind.ITEM, BlockKind.HEADING) else ("words of a page", 0.75)


def _by_place(page: _Page, position: int, block: Block) -> Verdict:
    """Links and names of a site's parts before or after the posting."""
    if _is_of_site(page, position):
        return "part of the site", 0.85
    return ("link outside the posting", 0.8) if _is_link(block) else None


def _is_of_site(page: _Page, position: int) -> bool:
    return is_site_line(folded(page.blocks[position].text))


def _by_weak_name(page: _Page, position: int, block: Block) -> Verdict:
    """A weak name, and a second witness: a link, hidden from view, or a place outside the posting beside furniture."""
    if block.kind is BlockKind.HEADING:
        return None
    named = [names for names in page.names[position] if _is_weak(names)]
    if not named:
        return None
    if _is_link(block) or _is_of_site(page, position):
        return "link beside the posting", 0.8
    if block.kind is BlockKind.ITEM and position < page.first and any(names.element == "header" for names in named):
        return "list in the page's header", 0.8
    if not page.is_inside(position) and any(names.hidden for names in named):
        return "hidden beside the posting", 0.75
    return (
        ("form label", 0.8)
        if any(names.element in ("label", "legend") for names in named) and not page.is_inside(position)
        else None
    )


def _is_weak(names: Names) -> bool:
    return names.weak or names.hidden or names.element in WEAK_ELEMENTS


def _link_runs(page: _Page, found: dict[int, tuple[str, float]]) -> dict[int, tuple[str, float]]:
    """Runs of neighbours that are nothing but links are a navigation, unless they stand among the posting's prose."""
    linked = [position for position, block in enumerate(page.blocks) if block.within and block.within[-1] == "a"]
    for _, numbered in groupby(enumerate(linked), key=lambda pair: pair[1] - pair[0]):  # alike for neighbours
        run = [position for _, position in numbered]
        links = sum(1 + is_part(block) * block.text.count("\n") for block in map(page.blocks.__getitem__, run))
        if links >= LINK_RUN and not (page.is_inside(run[0]) and page.is_inside(run[-1])):
            found.update({place: ("run of links", 0.85) for place in run if place not in found})
    return found


def _related_postings(page: _Page, found: dict[int, tuple[str, float]]) -> dict[int, tuple[str, float]]:
    """A heading that announces other postings, and what follows it up to the next prose."""
    following = False
    for position in range(page.middle + 1, len(page.blocks)):
        block = page.blocks[position]
        line = _first_line(block) if "\n" in block.text else page.lines[position]
        if line and is_related(line):
            following = True
        elif page.weights[position] and len(block.text) >= PROSE_PARAGRAPH:
            following = False
        if following and position not in found:
            found[position] = ("other postings", 0.85)
    return found


def _first_line(block: Block) -> str:
    line = block.text.partition("\n")[0]
    return folded(line) if len(line) <= SHORT_LINE else ""


def _empty_headings(page: _Page, found: dict[int, tuple[str, float]]) -> dict[int, tuple[str, float]]:
    """A heading after the posting that heads nothing but chrome is chrome too."""
    following = False
    for position in range(len(page.blocks) - 1, page.last, -1):
        if page.blocks[position].kind is not BlockKind.HEADING:
            following = position in found
        elif following and position not in found:
            found[position] = ("heads page furniture", 0.8)
    return found
