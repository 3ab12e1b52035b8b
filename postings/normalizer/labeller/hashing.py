"""From words and marks to the numbers of buckets: what the weights are stored by.  No word is kept anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from operator import xor
from zlib import crc32

from postings.normalizer.remembered import Remembered

BUCKETS = 1 << 16
_MASK = BUCKETS - 1


def bucket(key: str) -> int:
    """The bucket of one key; the same on every machine."""
    return crc32(key.encode("utf-8", "surrogatepass")) & _MASK


def word_buckets(word: str) -> list[int]:
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
    return found


class Halves(Remembered[str, int]):
    """Word -> its half of a pair's bucket: two words side by side have the bucket `before[one] ^ behind[two]`."""

    def __init__(self, side: str) -> None:
        super().__init__()
        self.side = side

    def work_out(self, asked: str) -> int:
        return bucket(self.side + asked)


before, behind = Halves("<"), Halves(">")


def pair_buckets(words: Sequence[str]) -> map[int]:
    """The buckets of each two words that stand side by side."""
    return map(xor, map(before.__getitem__, words), map(behind.__getitem__, words[1:]))
