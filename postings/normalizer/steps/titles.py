"""Whether a line is the job's title, alone or with company, place, gender forms or codes around it.

The title is what the source's own fields say, and the posting's first line where that is short, no sentence, no term
of the job and no heading of a section: nearly every labelled posting that begins so begins with its title or with
chrome.  A line that names a job, stands alone above its text and has no like in the posting is a title as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from postings.normalizer.labeller.signs import BITS, reader
from postings.normalizer.model import HEADING, ITEM, ROW, Block, Document
from postings.normalizer.phrases import UNKNOWN
from postings.normalizer.steps.boilerplate import states_amount
from postings.normalizer.steps.hints import holds, states_terms
from postings.normalizer.steps.lines import is_bold, is_capitals, word_count
from postings.normalizer.steps.parting import is_wished_for
from postings.normalizer.words import LANGUAGES, cue, edge_words, fold_words, words_of

_NUMBER = re.compile(r"\d{3}")
_COUNT = re.compile(r"\d{1,2}x?$")  # how many are sought ("3 Socorristas", "2x Koch")
_GENDERS = re.compile(
    r"\((?:[a-z]{1,3}\s?[/|*,]\s?){1,3}[a-z*]{1,6}\)|(?<!\w)(?:h/f|f/h|m/v|m/[wfv]/[dx]|[wf]/m/[dx]|k/m)(?!\w)",
    re.IGNORECASE,
)
MOST_REFERENCE_WORDS = 10
MOST_WORDS = 16
STATEMENT = 5  # words of a first line that states something
MOST_FIRST_WORDS = 14
FIRST_WORDS = 3  # in which a line that is a term of the job says so ("Full time or part time, from May")
FEWEST_BLOCKS = 4  # a source of fewer pieces has no first line apart from its text
FEWEST_WORDS = 2  # of a title's that stand alone as a heading; a single one may name a matter
LONGEST_ALONE = 60  # characters
MOST_WORDS_ALONE = 6  # of a line that is a job's name and nothing else
PROSE = 12  # words of a line that is text
FIRST_BLOCKS = 6  # a title stands at the head of its posting; further down only its exact words count


@cache
def _around() -> frozenset[str]:
    """Words of any language that may stand around a title and say nothing more."""
    return frozenset().union(*(cue("around_title", language) for language in LANGUAGES))


@dataclass(frozen=True, slots=True)
class TitleWords:
    """The folded words of the posting's possible titles, and those that may stand around one."""

    titles: tuple[frozenset[str], ...]
    names: frozenset[str]  # of the company and the places, which stand around a title as the words of any language do
    own: frozenset[str]  # all these
    first: str = ""  # the id of the first line that is a title by its place
    alone: str = ""  # the id of the only line below it that names a job
    reference: str = ""  # the id of a line above it that holds nothing but the posting's number
    announced: str = ""  # the id of the line right below one that ends where the job is to be named
    marked: str = ""  # the id of the only heading with the marks of gender that job titles bear

    @property
    def by_place(self) -> frozenset[str]:
        """The ids of the lines that their place tells."""
        return frozenset((self.reference, self.first, self.alone, self.announced, self.marked))


def title_words(document: Document) -> TitleWords:
    """What the document says of its own title."""
    open_blocks = [block for block in document.blocks if block.id not in document.outcomes]
    texts = (document.known.title, document.stated.title, document.title)
    titles = [frozenset(fold_words(text)) - _around() for text in texts if text]
    known, stated = document.known, document.stated
    called = filter(None, [known.company, stated.company, *known.locations, *stated.locations])
    names = frozenset(word for name in called for word in fold_words(name))
    reference, first = _first_lines(document, open_blocks[:2])
    announced = _announced(document, open_blocks[: FIRST_BLOCKS + 1])
    marked = _marked(document)
    found = [block for block in (first, announced, marked) if block is not None]
    titles += [frozenset(words_of(block)) - _around() for block in found]
    own_titles = tuple(dict.fromkeys([title for title in titles if title]))
    return TitleWords(
        own_titles,
        names,
        names.union(*own_titles),
        first.id if first is not None else "",
        _alone(document, [block for block in open_blocks if block is not first]),
        reference,
        announced.id if announced is not None else "",
        marked.id if marked is not None else "",
    )


def _marked(document: Document) -> Block | None:
    """The only heading that nobody understands with marks of gender in it ("Cleaner (m/f/d) in Leeds")."""
    headings = [block for block in document.blocks if block.kind is HEADING]
    found = [block for block in headings if ("/" in block.text or "(" in block.text) and _GENDERS.search(block.text)]
    if len(found) != 1 or found[0].id in document.outcomes or document.headings.get(found[0].id) != UNKNOWN:
        return None
    return found[0] if word_count(found[0].text) <= MOST_FIRST_WORDS else None


def _announced(document: Document, blocks: Sequence[Block]) -> Block | None:
    """The short line below one that ends where the job is to be named ("… is looking for a"), or that seeks somebody
    and ends in a colon, where the short line says what people are called by their work."""
    for before, block in pairwise(blocks):
        if {before.kind, block.kind}.isdisjoint((ITEM, ROW)) and before.kind is not HEADING:
            words = words_of(before)
            ends = _ends_with(words, "names_job", document.language)
            if not ends and before.text.rstrip()[-1:] in ":：" and _name_work(words_of(block), document.language):
                ends = bool(reader(document.language).signs_of(words) & BITS["seek"])
            most = MOST_FIRST_WORDS if block.kind is HEADING else MOST_WORDS_ALONE
            if ends and FEWEST_WORDS <= word_count(block.text) <= most and _as_title(document, block):
                return block
    return None


def _ends_with(words: Sequence[str], name: str, language: str) -> bool:
    """Whether words end with one of the phrases noted under a name, of three words at most."""
    if not words or words[-1] not in edge_words(name, language)[1]:
        return False
    return any(" ".join(words[-size:]) in cue(name, language) for size in (1, 2, 3))


def _first_lines(document: Document, blocks: Sequence[Block]) -> tuple[str, Block | None]:
    """The id of a reference line that begins the posting, and the block below or in its place that is a title."""
    if not blocks or len(document.blocks) < FEWEST_BLOCKS:
        return "", None
    if len(blocks) > 1 and _is_reference(blocks[0], document.language) and _is_dressed(blocks[1]):
        title = _as_title(document, blocks[1])
        if title is not None:
            return blocks[0].id, title
    in_list = blocks[0].kind is ITEM and len(blocks) > 1 and blocks[1].group == blocks[0].group
    return "", None if in_list else _as_title(document, blocks[0])


def _is_reference(block: Block, language: str) -> bool:
    """Whether a line begins as references do and holds a number."""
    words = words_of(block)
    begins = any(" ".join(words[:size]) in cue("reference", language) for size in (1, 2, 3))
    return begins and len(words) <= MOST_REFERENCE_WORDS and _NUMBER.search(block.text) is not None


def _is_dressed(block: Block) -> bool:
    return block.kind is HEADING or is_bold(block) or is_capitals(block.text)


def _as_title(document: Document, block: Block) -> Block | None:
    """The block, where it looks like a title and nothing else."""
    if block.kind is ROW:
        return None
    text = block.text.strip()
    reading = document.headings.get(block.id)
    if reading is not None and reading.rule != "unknown":
        return None
    if block.kind is HEADING:
        text = text.removesuffix(".")
    if not text or text[0] == "(" or text.endswith((".", "!", "?", ":", ",", ";", "。")):
        return None
    if is_wished_for(block, document.language):
        return None
    words = words_of(block)
    if holds("permit", block, document.language) and not _name_work(words, document.language):
        return None
    stated = frozenset(fold_words(document.stated.title))
    if stated and len(words) >= STATEMENT and stated.isdisjoint(words) and not _name_work(words, document.language):
        return None  # the source says itself what the title is, and this is none of it
    if not words or word_count(text) > MOST_FIRST_WORDS or words[-1] in cue("tail", document.language):
        return None
    if states_terms(words[:FIRST_WORDS], document.language) and not _name_work(words, document.language):
        return None
    return None if states_amount(text) and "(" not in text else block


def _alone(document: Document, blocks: Sequence[Block]) -> str:
    """The id of the only line that names a job; none where there are several, which part the posting."""
    found = [
        number for number, block in enumerate(blocks) if block.kind not in (ITEM, ROW) and _names_a_job(document, block)
    ]
    if len(found) != 1:
        return ""
    [number] = found
    above_text = number + 1 < len(blocks) and word_count(blocks[number + 1].text) >= PROSE
    return blocks[number].id if above_text else ""


def _names_a_job(document: Document, block: Block) -> bool:
    """Whether a line of its own is capitalised words that end in what people are called by their work."""
    text = block.text.strip()
    if len(text) > LONGEST_ALONE or not text[:1].isupper():
        return False
    reading = document.headings.get(block.id)
    if block.part or (reading is not None and reading != UNKNOWN):
        return False
    words = text.split()
    if not 1 < len(words) <= MOST_WORDS_ALONE or not all(word[0].isupper() for word in words if len(word) > 3):
        return False
    return text[-1].isalpha() and _name_work(fold_words(words[-1])[-1:], document.language)


def _name_work(words: Sequence[str], language: str) -> bool:
    """Whether words say what somebody is called by their work."""
    return bool(reader(language).signs_of(words) & BITS["job"])


def heads_as_title(title: TitleWords, words: Sequence[str]) -> bool:
    """Whether a heading that nobody understands holds nothing but words of the title, wherever it stands."""
    own = set(words) - _around() - title.names
    return len(own) >= FEWEST_WORDS and any(own <= wanted for wanted in title.titles)


def is_title(title: TitleWords, text: str, words: Sequence[str], number: int) -> bool:
    """Whether a piece holds a title's words and nothing that states more but how many are sought."""
    if not words or (words[-1] not in title.own and words[-1] not in _around()):
        return False  # as with nearly all
    own = set(words) - _around()
    counted = len(words) > 1 and words[0] in own - title.own and _COUNT.match(words[0]) is not None
    if counted:
        own = set(words[1:]) - _around()
    if len(words) - counted > MOST_WORDS or not title.own.issuperset(own) or text.endswith((".", "!", "?")):
        return False
    own -= title.names
    for wanted in title.titles:
        fewest = 1 if counted else min(2, len(wanted))
        if own == wanted or (number < FIRST_BLOCKS and own and own <= wanted and len(own) >= fewest):
            return True
    return False
