"""Which reason a sentence's own words give to leave it out, by the phrases of the lexicon.

A phrase is listed only where nothing else says it, so one is enough; but a sentence that also states pay, hours or
the like is never dropped on a phrase.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from operator import add

from postings.normalizer.figures import holds_figure
from postings.normalizer.model import Block
from postings.normalizer.steps.boilerplate_phrases import LONGEST_WHOLE, Evidence, look_up
from postings.normalizer.steps.hints import PROVES, hints_in, hints_of
from postings.normalizer.taxonomy import DropReason
from postings.normalizer.words import CJK, LANGUAGES, boilerplate, cue, fold_words, raw_cue, words_of

# Behind a sign to which the search can leap: an amount, a share of a hundred, or 401(k).
_AMOUNT_BEHIND = (
    r"(?i:(?<=[$€£¥])\s?\d|(?<=\d)(?:[\d.,’' ]*+\s?(?:[$€£¥]|k€"
    r"|(?:euros?|eur|usd|gbp|chf|franken|francs?|sek|dkk|kronor|kroner|kr|pln|zł|zl|reais|pesos|円)\b)|\s?%"
    r"|(?<=4)01\(?k))"
)
_AMOUNT, _PLAIN_AMOUNT = re.compile(r"[\d$€£¥]" + _AMOUNT_BEHIND), re.compile("[0-9$]" + _AMOUNT_BEHIND)
_THOUSANDS = re.compile(r"\d{4}|\d[.,’' ]\d{3}(?!\d)")
_SHARE = re.compile(r"\d\s?%")
_MONEY = re.compile(r"[$€£]\s?\d[\d.,]*(?:\s?[kK])?(?!\s?(?:[mMbB]|[\d+]))|\d[\d.,]*\s?[kK]?\s?[€£](?!\s?[mMbB])")
LONGEST_BEFORE_RATE = 16  # characters in front of an amount with which a line begins ("Zwischen 2.100 und ")
MOST_PRAISE = 12  # words


def evidence_of(block: Block, language: str) -> Evidence | None:
    """What the words of a block prove; None for one that states an amount."""
    hints = hints_of(block, language)
    if block.plain and not hints & PROVES:
        return None  # as with most
    return _evidence(hints, block.text, words_of(block), language)


def evidence(text: str, words: Sequence[str], language: str) -> Evidence | None:
    """What the words of a sentence prove; `words` are its folded words."""
    return _evidence(hints_in(words, language), text, words, language)


def _evidence(hints: int, text: str, words: Sequence[str], language: str) -> Evidence | None:
    if hints & PROVES:
        known = set(words)
        for phrases in filter(None, map(look_up(language, len(words) <= LONGEST_WHOLE), words)):
            for phrase in phrases.alone if phrases.partners.isdisjoint(known) else phrases.among(known):
                if phrase.words <= known and phrase.stands(words):
                    return None if _states_terms(text, phrase.evidence) else phrase.evidence
        if len(words) <= MOST_PRAISE and _is_praise(words, language):
            return Evidence(DropReason.FILLER, " ".join(words))
    in_script = not text.isascii() and not "".join(words).isascii() and CJK.search(text)
    return _in_script(text) if in_script else None


def _is_praise(words: Sequence[str], language: str) -> bool:
    """Whether a line does nothing but praise what everybody offers: "a young and dynamic team", in any order."""
    praise = cue("praise", language)
    if praise.isdisjoint(words) or (praised := cue("praised", language)).isdisjoint(words):
        return False
    return set(words) <= praise | praised | cue("around_praise", language)


def _states_terms(text: str, said: Evidence) -> bool:
    """Whether a text states an amount that its words do not explain: a share of people is no part of an offer."""
    return states_amount(_SHARE.sub("", text) if said.reason is DropReason.EQUAL_OPPORTUNITY else text)


def states_amount(text: str) -> bool:
    """Whether a text holds money, a percentage or the like."""
    return holds_figure(text) and _amount(text) is not None


def _amount(text: str) -> re.Match[str] | None:
    return (_PLAIN_AMOUNT if text.isascii() else _AMOUNT).search(text)


def amount_in(block: Block) -> bool:
    """The same of a block, in most of which there is no figure."""
    words_of(block)
    return block.figure and _amount(block.text) is not None


def money_in(block: Block) -> bool:
    """Whether a block holds an amount, and not only a share of a hundred."""
    return amount_in(block) and states_amount(_SHARE.sub("", block.text))


def rate_in(block: Block, language: str) -> bool:
    """Whether a block holds an amount of money for a time ("$20 an hour"), as hardly anything but pay is."""
    return amount_in(block) and _rate(language).search(block.text) is not None


def begins_with_rate(block: Block, language: str) -> bool:
    """Whether a line begins with a thousand or more for a time ("From 2,100 € a month"), as only a salary is."""
    found = _rate(language).search(block.text) if amount_in(block) else None
    if found is None or found.start() > LONGEST_BEFORE_RATE or _THOUSANDS.search(found[0]) is None:
        return False
    return cue("budget", language).isdisjoint(fold_words(block.text[: found.start()]))  # "A budget of €2,000 a year"


def states_money(text: str) -> bool:
    """Whether a text holds an amount of money that whoever works there may be paid: no millions."""
    return _MONEY.search(text) is not None


@cache
def _rate(language: str) -> re.Pattern[str]:
    times = "|".join(re.escape(time) for time in sorted(raw_cue("per_time", language), key=len, reverse=True))
    figure, currency = r"\d[\d.,]*\s?[kK]?\+?", r"(?:€|euros?|eur|zł|pln|kr\.?|kronor|kroner|reais)"
    amount = rf"(?:[$€£]\s?{figure}|(?<![\d.,]){figure}\s?{currency})"
    before_tax = r"(?:\s(?:brutto|bruto|brutos|brut|lordi|netto|neto|netos|net|netti|líquidos))?"
    return re.compile(
        rf"{amount}(?:\s?(?:[–-]|\w{{1,3}})\s?[$€£]?\s?\d[\d.,]*[kK]?)?{before_tax}\s?(?:{times})(?!\w)",
        re.IGNORECASE,
    )


@cache
def _script_phrases() -> Mapping[str, tuple[tuple[int, str, bool, Evidence], ...]]:
    """Phrases in a script without spaces, by their first two signs; the numbers say which goes first."""
    rows = {row for language in LANGUAGES for row in boilerplate(language) if CJK.search(row[1])}
    found: dict[str, tuple[tuple[int, str, bool, Evidence], ...]] = {}
    for number, (reason, written) in enumerate(sorted(rows)):
        phrase = written.lstrip("=")
        row = (number, phrase, written.startswith("="), Evidence(DropReason(reason), phrase))
        found[phrase[:2]] = (*found.get(phrase[:2], ()), row)
    return found


def _in_script(text: str) -> Evidence | None:
    stripped = text.strip(" 　。.・")
    phrases = _script_phrases()
    begun = phrases.keys() & set(map(add, text, text[1:]))
    for _, phrase, whole, found in sorted(chain.from_iterable(phrases[pair] for pair in begun)):
        if phrase == stripped if whole else phrase in text:
            return None if _states_terms(text, found) else found
    return None
