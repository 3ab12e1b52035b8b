"""From words and marks to the numbers of buckets: what the weights are stored by.  No word is kept anywhere."""

from __future__ import annotations

from zlib import crc32

BUCKETS = 1 << 16
_MASK = BUCKETS - 1

Pair = tuple[str, str]  # two words that stand side by side


def bucket(key: str) -> int:
    """The bucket of one key; the same on every machine."""
    return crc32(key.encode("utf-8", "surrogatepass")) & _MASK


def pair_buckets(pair: Pair) -> tuple[int, ...]:
    """The one bucket of two words together."""
    return (bucket(" ".join(pair)),)


def word_buckets(word: str) -> tuple[int, ...]:
    """The buckets of a word and its parts: beginning, end, and for long words the pieces a compound is made of."""
    found = [bucket(word)]
    size = len(word)
    if size > 4:
        found.append(bucket("^" + word[:4]))
        found.append(bucket(word[-3:] + "$"))
    if size > 6:
        found.append(bucket("^" + word[:6]))
    if size > 9:
        found.extend(bucket("~" + word[start : start + 5]) for start in range(2, size - 4, 2))
    return tuple(found)
