"""Which language a text is written in, told by the small words that stand in every text.

Good for the languages whose stop words the table knows; others, and texts of a few words, give an empty answer and
no guess.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from math import lcm

WORD = re.compile(r"[^\W\d_]+")
# ASCII signs that are no letters, to be made spaces in a text's UTF-8.
_LETTERS_ALONE = bytes(code if code > 127 or chr(code).isalpha() else 32 for code in range(256))
KANA = re.compile("[\u3040-\u30ff]")
HANGUL = re.compile("[\uac00-\ud7af]")
HAN = re.compile("[\u4e00-\u9fff]")
EASTERN = re.compile("[\u3040-\u30ff\uac00-\ud7af\u4e00-\u9fff]")
# Enough of a text to tell its language (the labelled postings' languages are told alike from 1,200 and from 2,000
# characters, not from 1,000); fewer hits than this tell nothing.
ENOUGH_CHARACTERS = 1200
FEWEST_HITS = 3
# What a word of one language weighs; whole numbers add up alike in any order.
WHOLE = lcm(*range(1, 13))
# Japanese text is at least one tenth kana, also where English terms stand between; a form of short entries has fewer,
# but among the signs of the east that no Chinese text has.
KANA_SHARE = 0.1
KANA_AMONG_SIGNS = 0.05


def language_of(texts: Iterable[str]) -> str:
    """The ISO 639-1 code of the language most of the texts are in, or an empty string."""
    text = _sample(texts)
    if not text.isascii() and EASTERN.search(text) and (script := _by_script(text)):
        return script
    hits: dict[str, int] = {}
    weights = _weights()
    found = Counter(_words(text.lower()))
    for word in weights.keys() & found.keys():
        for language, weight in weights[word]:
            hits[language] = hits.get(language, 0) + weight * found[word]
    best = max(hits, key=lambda language: (hits[language], language), default="")
    return best if best and hits[best] >= FEWEST_HITS * WHOLE else ""


def _words(text: str) -> list[str]:
    """The words of a text, in no order.  Most stand free between plain signs; only the others are looked into."""
    pieces = text.encode("utf-8", "surrogatepass").translate(_LETTERS_ALONE).decode("utf-8", "surrogatepass").split()
    if text.isascii():
        return pieces
    return [piece for piece in pieces if piece.isalpha()] + WORD.findall(
        " ".join([piece for piece in pieces if not piece.isalpha()])
    )


def _sample(texts: Iterable[str]) -> str:
    """The longest texts say most; short lines are names and headings."""
    parts, length = [], 0
    for text in sorted(texts, key=len, reverse=True):
        parts.append(text[:ENOUGH_CHARACTERS])
        length += len(text)
        if length >= ENOUGH_CHARACTERS:
            break
    return "\n".join(parts)


def _by_script(text: str) -> str:
    kana, han = len(KANA.findall(text)), len(HAN.findall(text))
    signs = kana + han
    if kana >= KANA_SHARE * len(text) or (kana >= KANA_AMONG_SIGNS * signs and signs >= 2 * KANA_SHARE * len(text)):
        return "ja"
    if len(HANGUL.findall(text)) >= KANA_SHARE * len(text):
        return "ko"
    return "zh" if han >= 2 * KANA_SHARE * len(text) else ""


@cache
def _weights() -> Mapping[str, tuple[tuple[str, int], ...]]:
    """For each word its languages and what it weighs for each, in parts of WHOLE: one of several says less of each."""
    table = (resources.files("postings.normalizer") / "lexicon" / "chrome" / "stop_words.tsv").read_text("utf-8")
    languages: dict[str, list[str]] = {}
    for row in table.splitlines():
        if row and not row.startswith("#"):
            language, words = row.split("\t")
            for word in words.split():
                languages.setdefault(word, []).append(language)
    return {word: tuple((language, WHOLE // len(found)) for language in found) for word, found in languages.items()}
