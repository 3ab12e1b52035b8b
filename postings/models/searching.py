"""How postings are searched: every word of the query begins a word of the posting, in any order, on every database.

A posting keeps its words once, in small letters, as `search_text` (" nurse ward …").  SQLite searches by reading them;
PostgreSQL keeps the same words as a tsvector in `search_words`, a generated column with an index that Django need not
know (migration 0006).  Writing without spaces is kept as single letters and as pairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from django.db.models import Lookup, TextField

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORDS = re.compile(rf"[{_CJK}]+|(?:(?![{_CJK}_])\w)+")
_IS_CJK = re.compile(rf"[{_CJK}]")
# A tsvector holds at most a megabyte, and a word in it two kilobytes.
WORD_LENGTH_MAX = 60
WORDS_MAX = 20_000


def searchable(*texts: str) -> str:
    """The words of the texts in the form in which they are kept: each once, each behind a space."""
    words = {part for text in texts for word in _words(text) for part in _parts(word)}
    return "".join(f" {word}" for word in sorted(words)[:WORDS_MAX])


def words_wanted(query: str) -> list[str]:
    """What a search asks for: beginnings of words that must all be there."""
    wanted = (_pairs(word) if _IS_CJK.match(word) and len(word) > 1 else [word] for word in _words(query))
    return list(dict.fromkeys(part for parts in wanted for part in parts))


def _words(text: str) -> Iterator[str]:
    return (word[:WORD_LENGTH_MAX] for word in _WORDS.findall(text.casefold()))


def _parts(word: str) -> Iterable[str]:
    return [*word, *_pairs(word)] if _IS_CJK.match(word) else [word]


def _pairs(word: str) -> list[str]:
    return ["".join(pair) for pair in pairwise(word)]


class WordsField(TextField):
    """A text of words as `searchable` writes them; a table that has one has `search_words` beside it on PostgreSQL."""

    def deconstruct(self) -> Any:
        name, _, arguments, options = super().deconstruct()
        return name, "django.db.models.TextField", arguments, options


@WordsField.register_lookup
class HoldsWords(Lookup):
    """`search_text__holds_words=[...]`: every one of these beginnings of words is there."""

    lookup_name = "holds_words"

    def get_prep_lookup(self) -> Any:
        return list(self.rhs)

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        left, params = self.process_lhs(compiler, connection)
        sql = " AND ".join([f"{left} LIKE %s"] * len(self.rhs))
        return f"({sql})", tuple(param for word in self.rhs for param in (*params, f"% {word}%"))

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        left, params = self.process_lhs(compiler, connection)
        query = " & ".join(f"'{word}':*" for word in self.rhs)
        return f"{left.replace('search_text', 'search_words')} @@ %s::tsquery", (*params, query)
