"""What the labeller looks at beside the plain words of a line: a line's keys, and the marks each key stands for.

A line has one key of each kind in KINDS.  Lines share most keys (the same signs under the same heading, the same first
word), so what a key weighs is worked out once and then looked up: its function is asked only for a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from postings.normalizer.labeller.shape import marks_of_shape
from postings.normalizer.labeller.signs import names_of
from postings.normalizer.model import BlockKind

Key = Any  # hashable, of the type that the kind's function below takes


def _first(word: str) -> list[str]:
    return ["f:" + word, "fs:" + word[-3:]] if word else []


def _second(word: str) -> list[str]:
    return ["g:" + word] if word else []


def _last(word: str) -> list[str]:
    return ["l:" + word] if word else []


def _label(text: str) -> list[str]:
    """What stands before a line's first colon."""
    return ["label:" + text] if text else []


def _signs(key: tuple[str, str, int]) -> list[str]:
    """What a line's words are about, by themselves and under what its heading says."""
    family, effective, signs = key
    under = f"he:{effective}|"
    names = names_of(signs)
    marks = [] if names else ["s:none", under + "none"]
    for sign in names:
        marks += ["s:" + sign, under + sign, f"{family}|s:{sign}"]
    return [*marks, "all:" + "+".join(names), under + "+".join(names)] if len(names) > 1 else marks


def _opening(key: tuple[str, str, int]) -> list[str]:
    """What a line's first words are about."""
    family, effective, signs = key
    opening = "s1:" + ("+".join(names_of(signs)) or "none")
    return [opening, f"he:{effective}|{opening}", f"{family}|he:{effective}|{opening}"]


def _stand(key: tuple[str, BlockKind, bool, int, int, int]) -> list[str]:
    """How a line stands under its heading."""
    effective, kind, after_list, since_heading, length, third = key
    under = f"he:{effective}|"
    after = "after" if after_list else "in"
    return [f"{under}{kind.value}|{after}", f"{under}{since_heading}", f"{under}n{length}", f"{under}at:{third}"]


def _before(word: str) -> list[str]:
    """How the line before begins."""
    return ["p:" + word] if word else []


def _after(word: str) -> list[str]:
    return ["x:" + word] if word else []


def _signs_before(signs: int) -> list[str]:
    """What the line before is about."""
    return ["ps:" + sign for sign in names_of(signs)]


def _signs_after(signs: int) -> list[str]:
    return ["xs:" + sign for sign in names_of(signs)]


def _place(key: tuple[int, int, int]) -> list[str]:
    """Where a line stands in the whole posting."""
    tenth, last, first = key
    return [f"at:{tenth}", f"last:{last}", f"first:{first}"]


KINDS: dict[str, Callable[[Any], list[str]]] = {
    "first": _first,
    "second": _second,
    "last": _last,
    "label": _label,
    "shape": marks_of_shape,
    "signs": _signs,
    "opening": _opening,
    "stand": _stand,
    "before": _before,
    "after": _after,
    "signs before": _signs_before,
    "signs after": _signs_after,
    "place": _place,
}


def marks_of(keys: Iterable[Key]) -> list[str]:
    """All marks of a line's keys."""
    return [mark for of_kind, key in zip(KINDS.values(), keys, strict=True) for mark in of_kind(key)]
