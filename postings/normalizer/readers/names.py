"""Sets of names, written as people read them."""

from __future__ import annotations


def names(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def in_order(text: str) -> tuple[str, ...]:
    """The words of a text, in their order."""
    return tuple(text.split())
