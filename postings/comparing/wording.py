"""Two texts word by word: what stayed, what came and went, and which words only look or lead elsewhere now.

The texts of the spans that are not `removed`, one after the other, are the new text to the letter; those that are not
`added` the old one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from postings.comparing.aligning import common
from postings.comparing.leaves import Format, Token
from postings.comparing.values import ADDED, FORMATTED, REMOVED, SAME, Span


def spans_of(tokens: Iterable[Token], status: str = SAME) -> tuple[Span, ...]:
    """A text that has one fate as a whole."""
    writer = _Writer()
    for token in tokens:
        writer.add(status, token)
    return writer.spans()


def compared(before: Sequence[Token], after: Sequence[Token]) -> tuple[Span, ...]:
    """The spans of two texts."""
    weights = [2 if token.text.isalnum() else 1 for token in before]
    pairs = common([token.text for token in before], [token.text for token in after], weights)
    pairs = _without_lone_signs(pairs, before, len(after))
    writer = _Writer()
    old = new = 0
    for first, second in [*pairs, (len(before), len(after))]:
        for token in before[old:first]:
            writer.add(REMOVED, token)
        for token in after[new:second]:
            writer.add(ADDED, token)
        if first < len(before):
            writer.keep(before[first], after[second])
        old, new = first + 1, second + 1
    return writer.spans()


def _without_lone_signs(pairs: list[tuple[int, int]], before: Sequence[Token], end: int) -> list[tuple[int, int]]:
    """A comma that two rewritten stretches share by chance is part of what was rewritten."""
    edges = [(-1, -1), *pairs, (len(before), end)]
    kept = []
    for (a, b), (first, second), (c, d) in zip(edges, edges[1:], edges[2:], strict=False):
        cut_off = first - a > 1 and second - b > 1 and c - first > 1 and d - second > 1
        if before[first].text.isalnum() or not cut_off:
            kept.append((first, second))
    return kept


class _Writer:
    """Gathers tokens to spans: neighbours of one fate and formatting are one."""

    def __init__(self) -> None:
        self.kept: list[Span] = []  # what is written already
        self.removed: list[tuple[str, Format]] = []
        self.added: list[tuple[str, Format]] = []

    def add(self, status: str, token: Token) -> None:
        if status == SAME:
            self._write(SAME, token.gap, token.format, ())
            self._write(SAME, token.text, token.format, ())
            return
        target = self.removed if status == REMOVED else self.added
        target += [(token.gap, token.format), (token.text, token.format)]

    def keep(self, before: Token, after: Token) -> None:
        """A word that stayed; the white space before it may have changed."""
        if before.gap == after.gap:
            self._flush()
            self._write(SAME, after.gap, after.format, ())
        else:
            self.removed.append((before.gap, before.format))
            self.added.append((after.gap, after.format))
            self._flush()
        notes = differences(before.format, after.format)
        self._write(FORMATTED if notes else SAME, after.text, after.format, notes)

    def spans(self) -> tuple[Span, ...]:
        self._flush()
        return tuple(self.kept)

    def _flush(self) -> None:
        if self.removed and self.added and self.removed[0][0] == self.added[0][0]:
            # Both begin behind the same white space, which therefore stayed.
            (gap, _), (_, form) = self.removed.pop(0), self.added.pop(0)
            self._write(SAME, gap, form, ())
        for status, waiting in ((REMOVED, self.removed), (ADDED, self.added)):
            for text, form in waiting:
                self._write(status, text, form, ())
            waiting.clear()

    def _write(self, status: str, text: str, form: Format, notes: tuple[str, ...]) -> None:
        if not text:
            return
        last = self.kept[-1] if self.kept else None
        if last and text.isspace() and _takes_in(last, status, form):
            self.kept[-1] = Span(last.status, last.text + text, last.strong, last.em, last.href, last.notes)
        elif last and (last.status, last.strong, last.em, last.href, last.notes) == (status, *form, notes):
            self.kept[-1] = Span(status, last.text + text, *form, notes)
        else:
            self.kept.append(Span(status, text, *form, notes))


def _takes_in(last: Span, status: str, form: Format) -> bool:
    """White space goes with the word before it, so that a phrase stays one span; but no link is made longer by it."""
    fits = last.status == status or (last.status == FORMATTED and status == SAME)
    return fits and (not last.href or last.href == form.href)


def differences(before: Format, after: Format) -> tuple[str, ...]:
    """How words that stayed look or lead elsewhere now, in an editor's words."""
    notes = []
    for was, now, word in ((before.strong, after.strong, "bold"), (before.em, after.em, "italic")):
        if was != now:
            notes.append(f"now {word}" if now else f"no longer {word}")
    if before.href != after.href:
        notes.append(_link(before.href, after.href))
    return tuple(notes)


def _link(before: str, after: str) -> str:
    if not after:
        return f"no longer a link to {before}"
    return f"link now goes to {after}, before to {before}" if before else f"now a link to {after}"
