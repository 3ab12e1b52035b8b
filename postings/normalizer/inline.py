"""One form for formatted text: which characters it may hold, and where its white space stands.

Two writers of the same text may differ in control characters, doubled spaces, or in whether a space is bold.  Here all
of them become one sequence of pieces, so that writing, reading back and writing again cannot drift.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from postings.normalizer.links import clean_link
from postings.normalizer.model import Run

# Characters no fragment holds: controls, zero-width space, word joiner and byte-order mark, bidirectional overrides and
# isolates, lone surrogates, noncharacters.  Joiners and direction marks stay: scripts need them.
UNWANTED = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff\ufdd0-\ufdef"
    + "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(17))
)
SPACES = " \t\r\f\v\x85\xa0\u2028\u2029"
_UNWANTED = re.compile(f"[{UNWANTED}]")
_SPACES = re.compile(f"[{SPACES}]+")
_BREAKS = re.compile(r" ?\n[ \n]*")

Format = tuple[str, bool, bool]  # link, strong, emphasis: from the outside in
Piece = tuple[str, Format]


def clean_text(text: str) -> str:
    """The text without the characters that no fragment holds."""
    return text if text.isprintable() else _UNWANTED.sub("", text)


def is_blank(text: str) -> bool:
    return not text or text.isspace() or (not text.isprintable() and not clean_text(text).strip())


def plain_text(runs: Sequence[Run]) -> str:
    """The text as the fragment shows it, without formatting; "\\n" where a line breaks."""
    if len(runs) == 1 and (text := runs[0].text).isprintable() and "  " not in text:
        return text.strip(" ")
    return "".join(text for text, _ in pieces_of(runs))


def tidy_runs(runs: Sequence[Run]) -> tuple[Run, ...]:
    """The same text and formatting in the one form."""
    return tuple([Run(text, strong, em, href) for text, (href, strong, em) in pieces_of(runs)])


def pieces_of(runs: Sequence[Run]) -> list[Piece]:
    """The runs with tidy white space: none at the ends, single between, formatted as both neighbours are."""
    if len(runs) > 1 and len({(run.strong, run.em, run.href) for run in runs}) == 1:
        first = runs[0]
        runs = (Run("".join([run.text for run in runs]), first.strong, first.em, first.href),)
    if len(runs) == 1:
        return _single(runs[0])
    pieces: list[Piece] = []
    gap = ""
    for run in runs:
        text = _collapsed(run.text)
        core = text.strip(" \n")
        if not core:
            gap += text
            continue
        form = (clean_link(run.href) if run.href else "", run.strong, run.em)
        start = len(text) - len(text.lstrip(" \n"))
        _append(pieces, gap + text[:start], core, form)
        gap = text[start + len(core) :]
    return pieces


def _single(run: Run) -> list[Piece]:
    text = _collapsed(run.text).strip(" \n")
    return [(text, (clean_link(run.href) if run.href else "", run.strong, run.em))] if text else []


def _collapsed(text: str) -> str:
    if text.isprintable():
        return _SPACES.sub(" ", text) if "  " in text else text
    return _BREAKS.sub("\n", _SPACES.sub(" ", _UNWANTED.sub("", text)))


def _append(pieces: list[Piece], gap: str, core: str, form: Format) -> None:
    if not pieces:
        pieces.append((core, form))
        return
    earlier = pieces[-1][1]
    if gap:
        link = form[0] if form[0] == earlier[0] else ""
        _extend(pieces, "\n" if "\n" in gap else " ", (link, form[1] and earlier[1], form[2] and earlier[2]))
    _extend(pieces, core, form)


def _extend(pieces: list[Piece], text: str, form: Format) -> None:
    if pieces[-1][1] == form:
        pieces[-1] = (pieces[-1][0] + text, form)
    else:
        pieces.append((text, form))
