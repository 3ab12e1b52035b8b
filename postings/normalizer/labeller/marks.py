"""Groups of marks: a tuple that says what holds of a line, and the marks that follow from it.

Many lines have the same groups (the same signs under the same heading), so the sum of a group's weights is worked out
once.  A group's first member names it; `marks_of` says what it means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Group = tuple[Any, ...]


def marks_of(group: Group) -> Sequence[str]:
    """The marks of a group."""
    name = group[0]
    if name in ("shape", "heading"):
        return group[1:]
    if name == "signs":
        return _signs(*group[1:])
    if name == "stand":
        return _stand(*group[1:])
    if name == "around":
        before, after = group[1:]
        return ["ps:" + sign for sign in before] + ["xs:" + sign for sign in after]
    tenth, last, first = group[1:]
    return [f"at:{tenth}", f"last:{last}", f"first:{first}"]


def _signs(family: str, effective: str, signs: Sequence[str], topics: Sequence[str]) -> list[str]:
    """What a line's words are about, by themselves and under what its heading says."""
    under = f"he:{effective}|"
    first = "s1:" + signs[0] if signs else "s1:none"
    marks = [first, under + first, f"{family}|{under}{first}"]
    for sign in signs:
        marks += ["s:" + sign, under + sign, f"{family}|s:{sign}"]
    marks += ["t:" + topic for topic in topics]
    return marks + [f"{under}t:{topic}" for topic in topics[:1]]


def _stand(effective: str, kind: str, after_list: bool, since_heading: int, length: str, third: int) -> list[str]:
    """How a line stands under its heading."""
    under = f"he:{effective}|"
    after = "after" if after_list else "in"
    return [f"{under}{kind}|{after}", f"{under}{since_heading}", under + length, f"{under}at:{third}"]
