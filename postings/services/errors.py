"""What a service answers when it does not do what it was asked."""

from __future__ import annotations

from typing import NoReturn

from postings.conditions import NOT_ALLOWED, Refusal


class ServiceError(Exception):
    """A refusal: `code` is stable for programs, `sentence` is for the person who asked.  Nothing was written."""

    code = "refused"

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code or self.code


class SourceInvalid(ServiceError):
    """What was sent cannot be a source: empty, too_large, not_text, unstorable_text, facts_invalid, address_invalid."""

    code = "source_invalid"


class TextInvalid(ServiceError):
    """Edited text that the contract does not allow, or that leaves nothing over."""

    code = "text_invalid"


class NotAllowed(ServiceError):
    """The one who asked has not the right."""

    code = NOT_ALLOWED


class NotFound(ServiceError):
    """There is no such thing."""

    code = "not_found"


class Conflict(ServiceError):
    """It cannot be done in the state things are in."""

    code = "conflict"


class NotPublishable(ServiceError):
    """The posting cannot be shown as it is."""

    code = "not_publishable"


class StaleRevision(Conflict):
    """The text was changed by somebody else: `base` is the revision that was worked on, `current` the newest one."""

    code = "stale_revision"

    def __init__(self, sentence: str, *, current: int, base: int) -> None:
        super().__init__(sentence)
        self.current = current
        self.base = base


class StaleNames(Conflict):
    """Title or company were changed by somebody else since they were shown."""

    code = "stale_names"


def refuse(refusal: Refusal, otherwise: type[ServiceError] = Conflict) -> NoReturn:
    """Raise a condition's refusal: NotAllowed where a right is missing, `otherwise` for every other reason."""
    kind = NotAllowed if refusal.code == NOT_ALLOWED else otherwise
    raise kind(refusal.sentence, refusal.code)
