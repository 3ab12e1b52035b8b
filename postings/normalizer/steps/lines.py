"""Small questions that several steps ask about a block's text and dress."""

from __future__ import annotations

import re

from postings.normalizer.figures import holds_figure
from postings.normalizer.model import Block, Document
from postings.normalizer.words import cue, fold, fold_words

_SIGNS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_COMPANY_FORMS = frozenset(
    "inc llc ltd gmbh ag se sa sas sarl bv nv ab as aps oy spa srl co corp group the and of for in at".split()
)
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.\w")
_NUMBER = re.compile(r"(?<![\w.,:/-])\(?(?:\+|0)[\d\s()/.-]{5,18}\d")
_NAMED_NUMBER = re.compile(
    r"\b(?:tel|telefon\w*|telefoon\w*|tlf|mob|mobile?|phone|whatsapp)\b\W{0,3}[\d+(][\d\s()/-]{6,}"
)
_NAMES_OF_NUMBERS = ("tel", "tlf", "mob", "phone", "whatsapp")  # with one of which a named number begins
_DATE_OR_TIME = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\d{1,2}\.\d{2}\s?[-\u2013]")
LONGEST_SMALL_WORD = 4  # letters; in what is written as a title longer words begin with a capital
LONGEST_SUBJECT = 3  # words of a name in front of what is said of it
SCRIPT = r"document\.createElement\(|window\.dataLayer\b"  # no sentence says so
_PROGRAM = re.compile(rf"\W*(?:function\s*\w*\s*\([\w, ]*\)\s*\{{|{SCRIPT}|var \w+ ?= ?\w+[.(])")
FULL_STOPS = (".", "!", "?", "…")
FEWEST_DIGITS = 7  # of a telephone number


def is_bold(block: Block) -> bool:
    """Whether all words of a block are strong."""
    if len(block.runs) == 1:
        return block.runs[0].strong
    strong = False
    for run in block.runs:
        if run.strong:
            strong = True
        elif any(c.isalnum() for c in run.text):
            return False
    return strong


def is_capitals(text: str) -> bool:
    """Whether a text is written in capitals throughout, and long enough for that to mean something.

    A script without capitals is not: "AWSの経験" only holds a name in them.
    """
    if not text.isupper():
        return False
    letters = [sign for sign in text if sign.isalpha()]
    return len(letters) >= 4 and all(map(str.isupper, letters))


def word_count(text: str) -> int:
    """How many words a text has; three signs of a script without spaces count as one."""
    spaced = text.count(" ") + 1
    return spaced if text.isascii() else spaced + len(_SIGNS.findall(text)) // 3


def own_words(document: Document) -> frozenset[str]:
    """The folded words of the posting's company: they add nothing to a heading's meaning."""
    names = (document.known.company, document.stated.company)
    words = {word for name in names for word in fold_words(name)}
    return frozenset(words - _COMPANY_FORMS)


def gives_contact(text: str) -> bool:
    """Whether a text holds an e-mail address or a telephone number."""
    if "@" in text and _ADDRESS.search(text):
        return True
    if not holds_figure(text):
        return False
    folded = text.casefold()
    if any(map(folded.__contains__, _NAMES_OF_NUMBERS)) and _NAMED_NUMBER.search(folded):
        return True
    return ("0" in text or "+" in text) and any(_is_number(found.group()) for found in _NUMBER.finditer(text))


def _is_number(text: str) -> bool:
    return sum(map(str.isdigit, text)) >= FEWEST_DIGITS and _DATE_OR_TIME.match(text.lstrip("(")) is None


def is_written_as_title(text: str) -> bool:
    """Whether no word but small ones begins with a small letter."""
    return not any(word[0].islower() for word in text.split() if len(word) > LONGEST_SMALL_WORD)


def tells(text: str, language: str, without: frozenset[str] = frozenset()) -> bool:
    """Whether a text is a whole sentence of prose and no item: by its end, and by its first word or its subject.

    `without` are first words of prose that items begin with here too.
    """
    text = text.strip()
    if not text.rstrip('"”').endswith(FULL_STOPS):
        return False
    words = text.split(maxsplit=LONGEST_SUBJECT + 1)[: LONGEST_SUBJECT + 1]
    if fold(words[0]) in cue("prose", language) - without:
        return True
    verbs = cue("predicate", language)
    at = next((n for n, word in enumerate(words) if n and word in verbs), 0)
    return at > 0 and all(word[:1].isupper() or word.isdigit() for word in words[:at])


def is_program(text: str) -> bool:
    """Whether a text begins as a program's that a page shows by mistake."""
    return _PROGRAM.match(text) is not None
