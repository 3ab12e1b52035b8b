"""Answers that are worked out once: what hangs on a word or a few small values alone, and is asked for all the time."""

from __future__ import annotations

from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Remembered(dict[Asked, Answer], Generic[Asked, Answer]):
    """Question -> answer, worked out when first asked for.  When there are too many, all are forgotten.

    The answers never depend on what was asked before, so neither does any result.
    """

    MOST_REMEMBERED = 50_000

    def __missing__(self, asked: Asked) -> Answer:
        if len(self) >= self.MOST_REMEMBERED:
            self.clear()
        answer = self[asked] = self.work_out(asked)
        return answer

    def work_out(self, asked: Asked) -> Answer:
        raise NotImplementedError
