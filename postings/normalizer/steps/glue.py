"""Where two words stand glued together because a line break between them was lost.

A small letter or closing mark directly before a capital is such a point unless the word is written so ("JavaScript",
"McDonald", "eBay"). A word that began with a small letter was none of these names; a word that began with a capital
needs a second witness: a word that usually starts an item or a sentence, or other lost breaks in the same statement,
or in a block of which many were lost a second word that stands there by itself too. Where breaks were lost, amounts
are glued to words as well ("Pay$20"), and sentences to words in capitals ("SAFEWe are").
"""

from __future__ import annotations

import re

from postings.normalizer.words import every_cue, every_raw_cue

# Found by its capital, for which a text is soon searched.
_CANDIDATE = re.compile(
    r"[A-ZÀ-Þ](?<=[a-zà-ÿ)\].…:;!?%].)(?:(?=[a-zà-ÿ’']| [a-z])|(?<=[A-Z])(?=[A-Z]+(?:[a-z]{1,2}|[a-z][A-Z])?[\s/&,)(]))"
    r"|[A-Z](?:(?<=,\d\d\d.)|(?<=\.\d\d.))(?=[a-z]{2}|[A-Z]{2})"
    r"|[A-Z](?<=[a-z]{3}[.!?].)(?=[A-Z]{2,} [a-z])"
    r"|\d(?<=[a-z]{2}[.;!].)(?=\d?\+? (?:years?|yrs)\b)"
)
# An amount behind a word, and a word behind one in capitals: only beside other lost breaks.
_AMOUNT_OR_LOUD = re.compile(
    r"[A-Z$£€](?:(?:(?<=[a-z)][$£€])|(?<=[A-Za-z][£€]))(?=\d)|(?<=[A-Z]{2}[A-Z])(?=[a-z]+[\s,’']))"
)
_ABBREVIATION = re.compile(r"[A-Z]{2,}(?![a-z])")  # behind a word in a capital as often the end of its name ("NodeJS")
_LEFT = re.compile(r"[^\W\d_]+$")
_RIGHT = re.compile(r"[A-ZÀ-Þ]+[a-zà-ÿ]*")
_BEFORE_STOP = re.compile(r"(?:[a-zà-ÿ]{3}|[)\]%0-9]|[A-Z]{2}|[a-z]{2}|\.\.)[.!?:;]$|…$")
_CAPITALS = re.compile(r"[A-Z]{4,}(?: & | )[A-Z]{2,}")  # a heading in capitals, and no ending as in "ASP.NET"
_ADDRESS = re.compile(r"(?:https?://|www\.|@)\S*$")
_AMOUNT = re.compile(r"[$£€]\s?\d[\d,]*(?:\.\d\d)?$")
_NAME_STARTS = frozenset("mc mac de di du la le van von fitz o d l".split())
MIN_LEFT = 3  # letters before a capital; fewer are name parts ("eBay", "vSphere", "iOS")
LONGEST_UNIT = 3  # letters of a unit behind its figure ("4:30pmYou")
WITNESSES = 1
_LOST = re.compile(r"[a-z]{3}[.!?)]?[A-Z][a-z’' ]")  # like a lost break, whatever the words are
OFTEN = 3  # times that a word stands by itself, from which it is a name that other words are glued to
MANY_LOST = 5  # of them from which a whole block has lost its breaks
LONGEST_VERB = 12  # letters of the verb behind a name
# Characters around a point in which its words are looked for again; through all of a line, time grows as its square.
NEAR = 10_000
SHORTEST_WITNESS = 4  # letters of a word that stands elsewhere by itself


def may_be_glued(text: str) -> bool:
    """Whether anything in a text looks as if two words were glued together there."""
    return _CANDIDATE.search(text) is not None


def glue_points(text: str, start: int, end: int) -> tuple[list[int], list[int]]:
    """The offsets in [start, end) of a text at which a lost break is to be set again, and those that may be one."""
    sure: list[int] = []
    open_points: list[int] = []
    in_names: list[int] = []
    witnesses = 0
    for match in _CANDIDATE.finditer(text, start, end):
        point = match.start()
        if point == start:
            continue
        verdict = _judge(text, start, point)
        if verdict is True:
            sure.append(point)
            witnesses += text[point - 1] not in ".!?…"
        elif verdict is None:
            (in_names if _ABBREVIATION.match(text, point) else open_points).append(point)
    if witnesses >= WITNESSES:
        return sorted({*sure, *open_points, *_loud(text, start, end)}), in_names
    open_points = sorted(open_points + in_names)
    if sure or open_points:
        lost = len(_LOST.findall(text)) >= MANY_LOST
        least = 1 if lost else OFTEN
        by_itself = [point for point in open_points if _stands_by_itself(text, point) >= least]
        loud = _loud(text, start, end) if lost else []
        if by_itself or loud:
            return sorted({*sure, *by_itself, *loud}), [p for p in open_points if p not in by_itself]
    return sure, open_points


def _loud(text: str, start: int, end: int) -> list[int]:
    """Where amounts are glued to words, and words that begin a sentence to such in capitals ("SAFEWe are")."""
    determiners = every_cue("determiner")
    found = []
    for match in _AMOUNT_OR_LOUD.finditer(text, start + 1, end):
        right = _RIGHT.match(text, match.start())
        if right is None or right.group().casefold() in determiners:
            found.append(match.start())
    return found


def _stands_by_itself(text: str, point: int) -> int:
    """How often the word that begins at `point` stands elsewhere in the text, with nothing glued to it."""
    right = _RIGHT.match(text, point)
    word = right.group() if right else ""
    return len(re.findall(rf"(?<![\w-]){word}(?![\w-])", text)) if len(word) >= SHORTEST_WITNESS else 0


def _judge(text: str, start: int, point: int) -> bool | None:
    """True: a lost break; False: none; None: only if the block has others."""
    before = text[max(start, point - 40) : point]
    if ("/" in before or "@" in before or "www" in before) and _ADDRESS.search(before):
        return False
    last = before[-1]
    if last in ".!?…:;":
        return _after_stop(text, before, point)
    right = _RIGHT.match(text, point)
    following = right.group(0) if right else ""
    if last in ")]%":
        opens = len(following) > 2 and following[1:].islower()
        return True if opens or (len(following) > 1 and following.casefold() in every_cue("determiner")) else None
    if last.isdigit():
        return _AMOUNT.search(before) is not None
    left = _LEFT.search(before)
    stem = left.group(0) if left else ""
    if stem[:1].isupper() and text.count(stem + following, max(0, point - NEAR), point + NEAR) > 1:
        return False
    return _between(stem, following, unit=before[: len(before) - len(stem)][-1:].isdigit())


def _after_stop(text: str, before: str, point: int) -> bool | None:
    if before[-1] == ":":
        return True
    if not _BEFORE_STOP.search(before):
        return False
    following = _RIGHT.match(text, point)
    word = following.group(0) if following else ""
    if _CAPITALS.match(text, point) or (len(word) > 1 and _tells(text, point + len(word))):
        return True
    return before[-1] != "." or not (word.casefold() in _SUFFIXES or (word.isupper() and len(word) > 1))


def _tells(text: str, end: int) -> bool:
    """Whether a name that ends here is what a sentence tells of ("for our clients.ACME is")."""
    return text[end + 1 : end + LONGEST_VERB].partition(" ")[0] in every_cue("predicate")


_SUFFIXES = frozenset("net js io com org ai py ts md edu gov inc".split())


def _between(left: str, following: str, *, unit: bool) -> bool | None:
    """Whether `left` and `following`, written without a space, are two words.  `unit`: a figure stands before them."""
    start = _inner_start(left)
    piece = left[start:]
    if unit and len(piece) <= LONGEST_UNIT and piece.islower():
        return True
    if piece[:1].isupper() and piece.casefold() in every_cue("short_end"):
        return True if following.casefold() in every_cue("determiner") else None
    if len(piece) < MIN_LEFT or piece.casefold() in _NAME_STARTS or _is_camel(piece + following):
        return False
    if piece[0].islower():
        return True
    if _is_camel(piece):
        return True
    begins = following.casefold()
    opens = begins in every_cue("starter") if len(begins) > 2 else False
    return True if opens or (len(begins) > 1 and begins in every_cue("determiner")) else None


def _inner_start(left: str) -> int:
    """Where the word at the end of `left` begins: at its last inner capital that no known name explains."""
    if not left or left.islower() or _is_camel(left):
        return 0
    for at in range(len(left) - 1, 0, -1):
        if left[at].isupper() and left[at - 1].islower():
            return 0 if _is_camel(left) else at
    return 0


def _is_camel(word: str) -> bool:
    folded = word.casefold()
    return folded in every_raw_cue("camel") or folded.removesuffix("s") in every_raw_cue("camel")
