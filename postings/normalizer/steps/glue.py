"""Where two words stand glued together because a line break between them was lost.

A small letter or closing mark directly before a capital is such a point unless the word is written so ("JavaScript",
"McDonald", "eBay"). A word that began with a small letter was none of these names; a word that began with a capital
needs a second witness: a word that usually starts an item, or other lost breaks in the same block.
"""

from __future__ import annotations

import re

from postings.normalizer.words import every_cue, every_raw_cue

# Found by its capital, for which a text is soon searched.
_CANDIDATE = re.compile(r"[A-ZÀ-Þ](?<=[a-zà-ÿ)\].…:;!?%].)(?:(?=[a-zà-ÿ’']| [a-z])|(?<=[A-Z])(?=[A-Z]+[\s/&,)]))")
_LEFT = re.compile(r"[^\W\d_]+$")
_RIGHT = re.compile(r"[A-ZÀ-Þ]+[a-zà-ÿ]*")
_BEFORE_STOP = re.compile(r"(?:[a-zà-ÿ]{3}|[)\]%0-9]|[A-Z]{2}|[a-z]{2}|\.\.)[.!?:;]$|…$")
_CAPITALS = re.compile(r"[A-Z]{4,}(?: & | )[A-Z]{2,}")  # a heading in capitals, and no ending as in "ASP.NET"
_ADDRESS = re.compile(r"(?:https?://|www\.|@)\S*$")
_NAME_STARTS = frozenset("mc mac de di du la le van von fitz o d l".split())
MIN_LEFT = 3  # letters before a capital; fewer are name parts ("eBay", "vSphere", "iOS")
WITNESSES = 1


def glue_points(text: str, start: int, end: int) -> tuple[list[int], list[int]]:
    """The offsets in [start, end) of a text at which a lost break is to be set again, and those that may be one."""
    sure: list[int] = []
    open_points: list[int] = []
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
            open_points.append(point)
    if witnesses >= WITNESSES:
        return sorted(sure + open_points), []
    return sure, open_points


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
        return True if len(following) > 2 and following[1:].islower() else None
    left = _LEFT.search(before)
    stem = left.group(0) if left else ""
    if stem[:1].isupper() and text.count(stem + following) > 1:
        return False
    return _between(stem, following)


def _after_stop(text: str, before: str, point: int) -> bool | None:
    if before[-1] == ":":
        return True
    if not _BEFORE_STOP.search(before):
        return False
    following = _RIGHT.match(text, point)
    word = following.group(0) if following else ""
    if _CAPITALS.match(text, point):
        return True
    return before[-1] != "." or not (word.casefold() in _SUFFIXES or (word.isupper() and len(word) > 1))


_SUFFIXES = frozenset("net js io com org ai py ts md edu gov inc".split())


def _between(left: str, following: str) -> bool | None:
    """Whether `left` and `following`, written without a space, are two words."""
    start = _inner_start(left)
    piece = left[start:]
    if len(piece) < MIN_LEFT or piece.casefold() in _NAME_STARTS or _is_camel(piece + following):
        return False
    if piece[0].islower():
        return True
    if _is_camel(piece):
        return True
    return True if following.casefold() in every_cue("starter") and len(following) > 2 else None


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
