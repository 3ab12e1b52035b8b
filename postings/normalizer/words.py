"""The words of the lexicon, loaded once, and the folding under which they are compared.

Words are data: each table under lexicon/ has one file a language, a line is a meaning or a name, a tab, and phrases
parted by "|". Both sides of every comparison go through `fold`, so case, accents, punctuation, kinds of apostrophes,
emoji and full-width forms never count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from postings.normalizer.figures import holds_figure
from postings.normalizer.model import Block
from postings.normalizer.taxonomy import DropReason, SectionKind

MARKS = ("preferred", "informative", "broad", "weak")
UNPARTED = frozenset({"ja"})  # languages of the lexicon that write their words without spaces
LANGUAGES = ("en", "de", "fr", "es", "pt", "nl", "it", "pl", "sv", "da", "ja")

_LONGEST_HEADING = 60  # characters of a line that may be one
_APOSTROPHES = re.compile(r"['’‘`´ʼ′]")
_WORD = re.compile(r"[^\W_]+")
_GENDER_IN_BRACKETS = re.compile(
    r"\((?:[a-z]{1,3}\s?[/|,]\s?)+[a-z*]{1,3}\)|(?<=\w)\((?:e|ne|in|innen|a|as|s|es)\)", re.IGNORECASE
)
_GENDER_ENDING = re.compile(r"[*:_·.](?:innen|in|ne|e|es|s|trice|rice|euse|ve|le)(?:[·.]s)?\b", re.IGNORECASE)
# Text in plain ASCII without any of these has its own words, in lower case, as its folded ones.
MAY_FOLD = ("'", "`", "(", "*", "_", ":i", ".e", ".n")
# Of ASCII all but figures and single signs of these: what is left of a text without it tells whether it may fold.
_TELLS_NOTHING = bytes(code for code in range(128) if not chr(code).isdigit() and chr(code) not in (*MAY_FOLD, "\n"))
_PLAIN = bytes(ord(chr(code).lower() if code < 128 and chr(code).isalnum() else " ") for code in range(256))
_PLAIN_LINES = bytes(code if code == ord("\n") else _PLAIN[code] for code in range(256))
_TYPOGRAPHY = str.maketrans({"’": "", "'": "", "–": " ", "“": " ", "”": " ", "•": " ", "—": " ", "…": "..."})
_NOT_PLAIN = re.compile(r"[^\x00-\x7f]")
# Signs that nothing before or behind them changes: no accents of their own, no parts of a syllable.
_STAND_ALONE = re.compile(
    "[\\x00-\u02ff\u2000-\u20cf\u2100-\u22ff\u3000-\u3029\u3041-\u3096\u30a0-\u30ff\u4e00-\u9fff\ufe0f\uff01-\uff9d"
    "\U0001f000-\U0001faff]*"
)
CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_ACCENTS = re.compile("[\u0300-\u036f]+")
# Letters that no accent makes of another.
_LETTERS_APART = re.compile("[łŁøØđæÆœßı]")
_LETTERS_AS = str.maketrans("łŁøØđæÆœßı", "lLoOdaAosi")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a heading phrase says.  Neither kinds nor reason: each line below goes by its own words."""

    kinds: tuple[SectionKind, ...] = ()
    reason: DropReason | None = None
    # in the order of MARKS
    preferred: bool = False
    informative: bool = False
    broad: bool = False
    weak: bool = False


def fold(text: str) -> str:
    """The words of a text in lower case, without accents, parted by single spaces: how phrases are compared."""
    return " ".join(fold_words(text))


def words_of(block: Block) -> tuple[str, ...]:
    """The folded words of a block's text; worked out once, for every step asks for them.

    What else is told by a look at the text is known from then on: whether it is `plain`, and holds a `figure`.
    """
    if block.words is None:
        fold_blocks((block,))
    return block.words or ()


def fold_blocks(blocks: Iterable[Block]) -> None:
    """Work out the words of many blocks, as `words_of` gives them; most are plain and soon read all at once."""
    blocks = [block for block in blocks if block.words is None]
    plain = [block for block in blocks if (text := block.text).isascii() and "\n" not in text]
    whole = "\n".join([block.text for block in plain])
    data = whole.encode()
    told = data.translate(None, _TELLS_NOTHING).split(b"\n")
    lines = data.translate(_PLAIN_LINES).decode().split("\n")
    may_bend = ".e" in whole or ".n" in whole or ":i" in whole
    derived: Any
    for derived, signs, line in zip(plain, told, lines, strict=False):  # of no blocks there is one empty line
        if (not signs or signs.isdigit()) and not (may_bend and _mended(derived.text) != derived.text):
            derived.words, derived.plain, derived.figure = tuple(line.split()), True, bool(signs)
    for derived in blocks:
        if derived.words is None:
            mended = _mended(derived.text)
            derived.words, derived.figure = _parted(mended), holds_figure(derived.text)
            derived.plain = mended == derived.text and mended.isascii()


def fold_words(text: str) -> tuple[str, ...]:
    """The folded words of a text, in order."""
    return _parted(_mended(text))


def _parted(text: str) -> tuple[str, ...]:
    """The words of a text without accents."""
    if text.isascii():
        return tuple(text.encode().translate(_PLAIN).decode().split())
    return tuple(_WORD.findall(text.casefold()))


def _mended(text: str) -> str:
    """A text without accents, apostrophes and what only says that all genders are meant."""
    if not text.isascii():
        text = _without_accents(text)
    elif "'" in text or "`" in text:
        text = text.replace("'", "").replace("`", "")
    if "(" in text:
        text = _GENDER_IN_BRACKETS.sub("", text)
    if "*i" in text or ":i" in text or "_i" in text or ".e" in text or ".n" in text or "·" in text:
        text = _GENDER_ENDING.sub("", text)
    return text


def _without_accents(text: str) -> str:
    """A text with plain letters and without apostrophes, sign by sign where no sign changes its neighbour."""
    if not _STAND_ALONE.fullmatch(text):
        return _plain_form(text)
    text = text.replace("'", "").replace("`", "")
    for sign in set(_NOT_PLAIN.findall(text)):
        text = text.replace(sign, _plain_sign(sign))
    return text


def _plain_form(text: str) -> str:
    """The plain letters of a sign or text; scripts other than Latin as they are (a voicing mark is part of its
    letter).
    """
    text = text.translate(_TYPOGRAPHY)
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", _APOSTROPHES.sub("", text))
    if _LETTERS_APART.search(text):
        text = text.translate(_LETTERS_AS)
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text)))


_plain_sign = lru_cache(maxsize=10_000)(_plain_form)


@cache
def headings(language: str) -> Mapping[str, Meaning]:
    """Folded heading phrase -> what it says, in all languages; where they differ the given one wins, then English."""
    merged: dict[str, Meaning] = {}
    for other in reversed(_preference_order(language)):
        merged.update(_headings_of(other))
    return merged


def language_of_headings(lines: Iterable[str]) -> str:
    """The language that alone knows most of the headings among the lines; "" where fewer than two tell one."""
    folded = [" ".join(fold_words(line)) for line in lines if len(line) <= _LONGEST_HEADING]
    known = {language: sum(map(_headings_of(language).__contains__, folded)) for language in LANGUAGES}
    most, second = sorted(known.values())[:-3:-1]
    return max(known, key=known.__getitem__) if most > max(second, 1) else ""


@cache
def cue(name: str, language: str) -> frozenset[str]:
    """The folded words noted under a name for a language; English's are always among them."""
    return frozenset(fold(phrase) for phrase in raw_cue(name, language)) - {""}


@cache
def edge_words(name: str, language: str) -> tuple[frozenset[str], frozenset[str]]:
    """The first words and the last words of a cue's phrases: a line without one at its edge needs no closer look."""
    phrases = [phrase.split() for phrase in cue(name, language)]
    return frozenset(words[0] for words in phrases), frozenset(words[-1] for words in phrases)


@cache
def raw_cue(name: str, language: str) -> tuple[str, ...]:
    """The words noted under a name for a language and for English, as they are written."""
    return tuple(p for code in dict.fromkeys((language, "en")) for key, p in _rows("cues", code) if key == name)


@cache
def every_cue(name: str) -> frozenset[str]:
    """The folded words noted under a name in any language."""
    return frozenset().union(*(cue(name, language) for language in LANGUAGES))


@cache
def every_raw_cue(name: str) -> frozenset[str]:
    """The words noted under a name in any language, in lower case as they are written."""
    return frozenset(word.casefold() for language in LANGUAGES for word in raw_cue(name, language))


@cache
def boilerplate(language: str) -> tuple[tuple[str, str], ...]:
    """(name, pattern or phrase) rows of a language's boilerplate table, and of English's."""
    return tuple(row for code in dict.fromkeys((language, "en")) for row in _rows("boilerplate", code))


def _preference_order(language: str) -> list[str]:
    known = [language] if language in LANGUAGES else []
    return list(dict.fromkeys([*known, *LANGUAGES]))


@cache
def phrase_lengths(language: str) -> Mapping[str, tuple[int, ...]]:
    """For each word that begins a heading phrase, how many words such phrases have, the most first."""
    lengths: dict[str, set[int]] = {}
    for phrase in headings(language):
        lengths.setdefault(phrase.partition(" ")[0], set()).add(phrase.count(" ") + 1)
    return {word: tuple(sorted(found, reverse=True)) for word, found in lengths.items()}


@cache
def _headings_of(language: str) -> Mapping[str, Meaning]:
    table: dict[str, Meaning] = {}
    for label, phrase in _rows("headings", language):
        folded = fold(phrase)
        if folded:
            table.setdefault(folded, _meaning(label))
    return table


@cache
def _meaning(label: str) -> Meaning:
    base, *marks = label.split("+")
    kinds: tuple[SectionKind, ...] = ()
    reason: DropReason | None = None
    if base.startswith("drop:"):
        reason = DropReason(base[5:])
    elif base != "mixed":
        kinds = tuple(SectionKind(kind) for kind in base.split(","))
    return Meaning(kinds, reason, *(mark in marks for mark in MARKS))


def _rows(table: str, language: str) -> Iterator[tuple[str, str]]:
    """(name, phrase) for every phrase of a table's file; a language without a file has none."""
    file = files("postings.normalizer") / "lexicon" / table / f"{language}.tsv"
    if not file.is_file():
        return
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, _, phrases = line.partition("\t")
        for phrase in phrases.split("|"):
            if phrase.strip():
                yield name.strip(), phrase.strip()
