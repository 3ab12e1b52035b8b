"""What is paid: one amount or range, with its currency and the time it is paid for.

The theory.  Money stands in postings for many things.  It is pay where a label or a word of pay stands before it in the
same clause, where the section says so, or where an hour or a year follows it, and no word of another purpose (bonus,
budget, funding, meal vouchers) stands near.  Where a line names several single amounts and nothing says which one is
the pay, none is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

from postings.normalizer.facts.cities import STATES
from postings.normalizer.facts.evidence import Evidence, Found, Line
from postings.normalizer.facts.lexicon import has, labels, phrases, spans
from postings.normalizer.facts.money import CROWNS, Amount, find_amounts, is_pairing, signs_in
from postings.normalizer.model import Pay
from postings.normalizer.taxonomy import PAY_UNITS, SectionKind
from postings.normalizer.words import UNPARTED

MOST_AMOUNTS = 100  # a posting that names more says nothing about which one is its pay
BETWEEN = 60  # characters between the two ends of a range that is told in words
BEFORE, AFTER = 90, 45  # characters in which words still speak of an amount
ENOUGH = 4
MARK, NEAR = 1, 12  # how much "gross" weighs, and within how many characters behind the amount
DIRECT = 1  # for a word of pay right in front
TOP = 1  # for what stands beside the title
LABEL, CUE, SECTION, UNIT, RANGE, LARGE, ASIDE, OTHER = 4, 3, 3, 2, 1, 2, -2, -9
# Plausible pay for each unit in money of the size of dollars and euros; other currencies are scaled.
BOUNDS = {
    "hour": (3, 600),
    "day": (20, 4_000),
    "week": (80, 12_000),
    "month": (150, 80_000),
    "year": (4_000, 4_000_000),
    "": (300, 4_000_000),
}
SCALE = {
    "JPY": 100, "SEK": 8, "DKK": 6, "NOK": 8, "PLN": 3, "INR": 20, "HUF": 300, "CZK": 18, "KRW": 1000, "PHP": 20,
    "PKR": 50, "NGN": 200, "KES": 30, "THB": 10, "IDR": 5000, "TWD": 10, "VND": 5000,
}  # fmt: skip
LARGE_AMOUNT = 12_000
HOURLY = 300  # an amount below, behind a label of pay and without a unit, is a wage for hours

_BORDER = re.compile(
    r"[;|•·+(（※、。]|[.!?]\s|\s[–-]\s|, (?!\d)|, (?=401)|\b(?:plus|along with|including|incl|inkl|zzgl|oraz|bis)\b"
    r"|\band (?:may|is|are) (?:be )?eligible\b|／"
)
_OPEN_UNIT = re.compile(r"\s?[／/]\s?[月時年日]\s?[〜～~]")
_UNIT_END = re.compile(r"[;|•+]|(?<!pr)[.!?]\s|,\s|\b(?:plus|más|mais|zzgl|exkl|ekskl)\b")
_ASIDE = re.compile(r"[(（][^()（）]*$")
_LABEL_BEFORE = re.compile(r"([^\W\d_][\w /&()’'.-]{1,40}?)\s?[:：]\s?$")
_STIPEND = re.compile(r"^\W*(?:[a-z]+ )?stipend\b")
_GLUE = re.compile(r"(?<=[a-z])(?=[A-Z])")
_HOUR_BEHIND = re.compile(r" ?h(?:ou)?r\b")
_BY_THE_HOUR = re.compile(r" ?/ ?h|/hour| (?:per|an) hour")
_DOLLARS_HERE = re.compile(rf", (?:{STATES})\b|\bthe (?:US|U\.S\.|USA|United States)(?!\w)")
_BARE_RANGE = re.compile(
    r"(?<![\w.,$€£-])(\d{2,3},\d{3}(?:\.\d\d)?|\d\d(?:\.\d\d)?)\s?(?:-|–|to)\s?"
    r"(\d{2,3},\d{3}(?:\.\d\d)?|\d\d(?:\.\d\d)?(?=\s?(?:per hour|an hour|/\s?h)))(?![\w,])"
)
_SUPERANNUATION = re.compile(r"(?:\+|\bplus) ?[Ss]uper\b|\b[Ss]uperannuation\b")  # only Australia pays it
_DOLLARS_ELSEWHERE = re.compile(
    r"\b(?:Canad|Australia|New Zealand|Singapore|Hong Kong|Ontario|Québec|Quebec|British Columbia|Alberta"
    "|Toronto|Sydney|Melbourne)"
)

STEEPEST = 2  # times the first step that the last one is at most
_NEXT_STEP = re.compile(r"\s*(?:\([^()\d]{0,3}\d?[^()\d]{0,20}\))?\s*/\s*")


@dataclass(frozen=True, slots=True)
class Candidate:
    pay: Pay
    score: int
    line: Line
    single: bool
    level: str = ""  # what the amount's own label says, where that is no word of pay


def find_pay(evidence: Evidence) -> Found | None:
    """The pay that the text states, or None."""
    signs = signs_in("\n".join([line.text for line in evidence.numbered]))
    lines = [line for line in evidence.numbered if any(map(line.text.__contains__, signs))] if signs else []
    found = (candidate for line in lines for candidate in _in_line(line, evidence))
    candidates = list(islice(found, MOST_AMOUNTS))
    if not candidates:
        return _without_sign(evidence)
    best = max(candidates, key=lambda candidate: candidate.score)
    if best.score < ENOUGH or _is_one_of_many(best, candidates):
        return None
    best = _over_levels(_widened(best, candidates), candidates, evidence.language)
    if not best.pay.unit:
        best = replace(
            best, pay=next((c.pay for c in candidates if c.score >= 0 and _is_fuller(c.pay, best.pay)), best.pay)
        )
    same = tuple(dict.fromkeys(c.line.id for c in candidates if c.pay == best.pay))
    return Found(best.pay, same or (best.line.id,))


def _without_sign(evidence: Evidence) -> Found | None:
    """A range behind a label of pay whose currency nobody names ("Salary: 80,000 - 90,000", "Pay 18-20 per hour")."""
    for labelled in evidence.labelled.get("pay", ()) if evidence.language == "en" else ():
        if match := _BARE_RANGE.search(labelled.value):
            low, high = (float(match[number].replace(",", "")) for number in (1, 2))
            unit = _unit(labelled.value[match.end() :].lower(), labelled.label, "en")
            if low < high and BOUNDS[unit][0] <= low and high <= BOUNDS[unit][1]:
                return Found(Pay(low, high, "", unit), (labelled.line.id,))
    return None


def with_unit(stated: Pay, found: Pay) -> Pay:
    """The pay that fields state, with the currency and unit of the same amounts in the text where they say none."""
    if (stated.minimum, stated.maximum) != (found.minimum, found.maximum):
        return stated
    return replace(stated, currency=stated.currency or found.currency, unit=stated.unit or found.unit)


def says_unit(stated: Pay) -> bool:
    """Whether the pay that fields state says its currency and for what time it is paid."""
    return bool(stated.currency and stated.unit)


def with_currency(stated: Pay, evidence: Evidence) -> Pay:
    """The pay that a field states in words, with the currency that its sign means in this posting."""
    return replace(stated, currency=_currency(stated.currency, evidence))


def _is_fuller(pay: Pay, other: Pay) -> bool:
    """Whether a pay is the other one with the time it is paid for."""
    return bool(pay.unit) and replace(pay, unit="") == other


def _widened(best: Candidate, candidates: list[Candidate]) -> Candidate:
    """The range that the single amount is one end of, where the text names it elsewhere."""
    if not best.single:
        return best
    ends = {best.pay.minimum, best.pay.maximum} - {None}
    ranges = [
        c
        for c in candidates
        if not c.single
        and c.score >= 0
        and ends & {c.pay.minimum, c.pay.maximum}
        and c.pay.currency == best.pay.currency
    ]
    if not ranges or (ranges[0].pay.unit and ranges[0].pay.unit != best.pay.unit):
        return best
    return replace(ranges[0], pay=replace(ranges[0].pay, unit=best.pay.unit))


def _over_levels(best: Candidate, candidates: list[Candidate], language: str) -> Candidate:
    """From the lowest to the highest where one heading of pay stands over a range for each level or place."""
    if best.single or not best.level or not _is_pay_label(best.line.heading, language):
        return best
    levels = [
        c
        for c in candidates
        if c.level and c.score >= 0 and not c.single and c.line.heading == best.line.heading
        and (c.pay.currency, c.pay.unit) == (best.pay.currency, best.pay.unit)
    ]  # fmt: skip
    low = min(c.pay.minimum or 0 for c in levels)
    high = max(c.pay.maximum or 0 for c in levels)
    return replace(best, pay=replace(best.pay, minimum=low, maximum=high))


def _is_one_of_many(best: Candidate, candidates: list[Candidate]) -> bool:
    rivals = [
        c for c in candidates if c.line is best.line and c.single and c.pay.unit in ("", best.pay.unit) and c.score >= 0
    ]
    return best.single and len({(c.pay.minimum, c.pay.maximum) for c in rivals}) > 1


def _in_line(line: Line, evidence: Evidence) -> Iterator[Candidate]:
    lower = line.lower
    amounts = _with_ends_joined(list(islice(find_amounts(line.text), MOST_AMOUNTS)), lower, evidence.language)
    for number, amount in enumerate(amounts):
        start = amounts[number - 1].end if number else 0
        stop = amounts[number + 1].start if number + 1 < len(amounts) else len(lower)
        before = lower[max(start, amount.start - BEFORE) : amount.start]
        after = _GLUE.sub(" ", line.text[amount.end : min(stop, amount.end + AFTER)]).lower()
        candidate = _judged(amount, before, after, line, evidence)
        if candidate is not None:
            yield candidate


def _with_ends_joined(amounts: list[Amount], lower: str, language: str) -> list[Amount]:
    """Two amounts told apart as ends of one range ("at least A in the first year, rising to B") made one."""
    joined: list[Amount] = []
    for amount in amounts:
        before = joined[-1] if joined else None
        if before and _is_next_step(before, amount, lower):
            joined[-1] = replace(before, high=amount.high, end=amount.end, is_open=False)
            continue
        if before and before.low == before.high < amount.low == amount.high and before.currency == amount.currency:
            between = lower[before.end : amount.start]
            if not between.strip() and lower[: before.start].rstrip(" :").endswith("range"):  # two columns of a table
                joined[-1] = replace(before, high=amount.high, end=amount.end, is_open=False)
                continue
            if (
                len(between) <= BETWEEN
                and not re.search(r"[.;\d]", between)
                and _ends_with(between.rstrip(), "up_to", language)
            ):
                joined[-1] = replace(before, high=amount.high, end=amount.end, is_open=False)
                continue
        joined.append(amount)
    return joined


def _is_next_step(before: Amount, amount: Amount, lower: str) -> bool:
    """Whether an amount is the next of steps that follow each other ("1.267 € / 1.313 €", one for each year)."""
    rises = before.high < amount.low == amount.high < before.low * STEEPEST and before.currency == amount.currency
    return rises and _NEXT_STEP.fullmatch(lower, before.end, amount.start) is not None


def _judged(amount: Amount, before: str, after: str, line: Line, evidence: Evidence) -> Candidate | None:
    language = evidence.language
    if (
        amount.is_huge
        or after.strip() == "/"
        or (is_pairing(amount.joiner) and not has(before[-25:], phrases("between", language)))
    ):
        return None
    if _OPEN_UNIT.match(after):
        amount = replace(amount, is_open=True)
    clause = _last_clause(before)
    unit = _unit(_UNIT_END.split(after.lstrip(" +"), maxsplit=1)[0], clause, language)
    if not unit and (label := next((f.label for f in evidence.labelled.get("pay", ()) if f.line is line), "")):
        unit = _unit("", label, language)
    currency = _currency(amount.currency, evidence)
    labelled = any(amount.text in found.value for found in evidence.labelled.get("pay", ()) if found.line is line)
    headed = _is_pay_label(line.heading, language)
    before_colon = _LABEL_BEFORE.search(clause)
    label = before_colon[1] if before_colon else ""
    score = _score(amount, (before, clause, after), unit, label, headed, language, labelled)
    score += SECTION if headed or line.section is SectionKind.PAY else 0
    score += TOP if line is evidence.lines[0] else 0
    cued = amount.low < amount.high and has(clause, phrases("pay_cue", language))
    named = labelled or headed or cued
    if not _plausible(amount, currency, unit or ("hour" if named and not unit and amount.low < HOURLY else "")):
        return None
    pay = _pay(amount, clause, currency, unit, language)
    score -= pay.minimum is None  # "up to" says less than any other amount
    level = label if label and not _is_pay_label(label, language) else ""
    return Candidate(pay, score, line, amount.low == amount.high, level)


def _score(
    amount: Amount, around: tuple[str, str, str], unit: str, label: str, headed: bool, language: str, labelled: bool
) -> int:
    """How surely an amount is pay.  `around`: the text before it, the last clause of that, and the text behind."""
    before, clause, after = around
    score = UNIT if unit else 0
    score += UNIT if unit == "hour" and _BY_THE_HOUR.match(after) else 0
    score += RANGE if amount.low < amount.high else 0
    score += LARGE if amount.low >= LARGE_AMOUNT and amount.low < amount.high else 0
    if labelled or (headed and not clause.strip()):
        score += LABEL
    elif label:
        score += LABEL if _is_pay_label(label, language) else OTHER // 2
    elif has(clause, phrases("pay_cue", language)):
        score += CUE
    score += has(clause, phrases("pay_base", language))
    score += DIRECT if _ends_with(clause.rstrip(" :"), "pay_cue", language) else 0
    score += MARK if has(_first_clause(after)[:NEAR], phrases("pay_mark", language)) else 0
    if amount.low == amount.high and _ASIDE.search(before) and not has(clause, phrases("pay_cue", language)):
        score += ASIDE
    other = phrases("not_pay", language)
    # "Basic salary of A performance related bonus of B": what stands far behind speaks of the next amount.
    cued = language not in UNPARTED and has(clause[-NEAR:], phrases("pay_cue", language))
    behind = _first_clause(after)[: NEAR if cued else None]
    if labelled:  # "Weekly stipend: $400" is what is paid
        clause = _STIPEND.sub("", clause)
    if has(clause, (*other, *phrases("hypothetical", language))) or has(behind, other):
        score += OTHER
    return score


def _is_pay_label(text: str, language: str) -> bool:
    text = text.strip().lower()
    return "pay" in labels(language).get(text, ()) or has(text, phrases("pay_cue", language))


def _last_clause(before: str) -> str:
    ends = [border.end() for border in _BORDER.finditer(before)]
    return before[ends[-1] :] if ends else before


def _first_clause(after: str) -> str:
    border = _BORDER.search(after)
    return after[: border.start()] if border else after


def _currency(currency: str, evidence: Evidence) -> str:
    if currency == "kr":
        return CROWNS.get(evidence.language, "")
    if currency == "$":
        if evidence.tells(_SUPERANNUATION):
            return "AUD"
        elsewhere = evidence.tells(_DOLLARS_ELSEWHERE) and not evidence.tells(_DOLLARS_HERE)
        return "USD" if evidence.language == "en" and not elsewhere else ""
    return currency


def _unit(after: str, clause: str, language: str) -> str:
    """The unit that stands first behind the amount, else the last one in front of it."""
    if _HOUR_BEHIND.match(after):  # "$10hr"
        return "hour"
    behind = _units_in(after, language)
    if behind:
        return min(behind)[1]
    ahead = _units_in(clause, language)
    return max(ahead)[1] if ahead else ""


def _units_in(text: str, language: str) -> list[tuple[int, str]]:
    met = [(phrase, unit) for phrase, unit in _unit_phrases(language) if phrase in text]
    return [(start, unit) for phrase, unit in met for start, _ in spans(text, (phrase,))]


@cache
def _unit_phrases(language: str) -> tuple[tuple[str, str], ...]:
    return tuple((phrase, unit) for unit in PAY_UNITS for phrase in phrases(f"unit_{unit}", language))


def _plausible(amount: Amount, currency: str, unit: str) -> bool:
    low, high = BOUNDS[unit]
    scale = SCALE.get(currency, 1)
    return low * scale <= amount.low and (not currency or amount.high <= high * scale)


def _pay(amount: Amount, clause: str, currency: str, unit: str, language: str) -> Pay:
    low: float | None = amount.low
    high: float | None = amount.high
    if amount.low == amount.high:
        ending = clause.rstrip(" :：")
        if amount.is_open or _ends_with(ending, "from", language):
            high = None
        elif _ends_with(ending, "up_to", language):
            low = None
    return Pay(low, high, currency, unit)


def _ends_with(clause: str, name: str, language: str) -> bool:
    return any(end >= len(clause) - 1 for _, end in spans(clause, phrases(name, language)))
