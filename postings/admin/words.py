"""Codes in an editor's words.  A code without words here is shown as it is, with spaces: never hidden."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone

from postings.models import PostingState, Revision, RevisionAction, RevisionOrigin, RunOutcome
from postings.normalizer.taxonomy import DropReason, SectionKind, section_titles

STATES: dict[str, str] = {
    **dict(PostingState.choices),
    PostingState.CHANGED: "Published, changed since",
    "queued": "Waiting",
    "running": "Being read",
    "succeeded": "Done",
}
REASONS: dict[str, str] = {
    "edited": "taken out by an editor",
    DropReason.CHROME: "page furniture",
    DropReason.TITLE: "the title again",
    DropReason.METADATA: "reference data",
    DropReason.CALL_TO_ACTION: "call to apply",
    DropReason.EQUAL_OPPORTUNITY: "equal opportunity",
    DropReason.PRIVACY: "privacy notice",
    DropReason.RECRUITERS: "note to agencies",
    DropReason.LEGAL: "legal wording",
    DropReason.FILLER: "nothing specific",
    DropReason.APPLICATION: "how to apply",
    DropReason.DUPLICATE: "said elsewhere",
    DropReason.HEADING: "heading",
}
REASONS_EXPLAINED: dict[str, str] = {
    "edited": "Somebody here decided that it stays out",
    DropReason.CHROME: "Navigation, cookie notice, sharing, other jobs",
    DropReason.TITLE: "The job title, alone or with company or place",
    DropReason.METADATA: "Numbers, dates and tags that describe the posting",
    DropReason.CALL_TO_ACTION: "“Apply now” and the like",
    DropReason.EQUAL_OPPORTUNITY: "Statements on diversity and accommodation",
    DropReason.PRIVACY: "Data protection, consent, warnings of fraud",
    DropReason.RECRUITERS: "Meant for agencies, not for applicants",
    DropReason.LEGAL: "Disclaimers",
    DropReason.FILLER: "Words that state nothing an applicant can use",
    DropReason.APPLICATION: "How selection runs and what to send",
    DropReason.DUPLICATE: "The same statement stands in the text already",
    DropReason.HEADING: "Its section's own heading says it now",
}
ORIGINS: dict[str, str] = {
    RevisionOrigin.NORMALIZER: "Normalizer",
    RevisionOrigin.EDITOR: "Editor",
    RevisionOrigin.MERGE: "Merge",
    RevisionOrigin.RESTORE: "Restored",
}
SOURCE_ORIGINS = {"paste": "pasted", "upload": "uploaded", "api": "sent by API", "command": "from the command line"}
OUTCOMES: dict[str, str] = {
    RunOutcome.REVISION: "became the text",
    RunOutcome.UNCHANGED: "same text as before",
    RunOutcome.PROPOSAL: "waits beside a person's text for a decision",
    RunOutcome.SUPERSEDED: "a newer source came first",
}
ACTIONS = {
    "source.received": "Source received",
    "run.queued": "Run queued",
    "run.succeeded": "Source read",
    "run.failed": "Source could not be read",
    "run.retried": "Run started again",
    "run.requeued": "Run found lost and queued again",
    "run.quarantined": "Run given up",
    "posting.published": "Published",
    "posting.unpublished": "Taken down",
    "posting.renamed": "Renamed",
    "posting.source_changed": "A changed source waits",
    "revision.saved": "Text saved",
    "revision.restored": "Older text restored",
    "revision.merged": "Two texts brought together",
    "revision.advanced": "Untouched sections followed the source",
    "block.placed": "Block placed",
    "block.left_out": "Block left out",
    "block.restored": "Block restored",
    "block.moved": "Block moved",
    "block.removed": "Block removed",
    "proposal.accepted": "New source's section taken",
    "proposal.kept": "Own text kept beside a new source",
    "proposal.merged": "Own text merged with a new source",
    "review.requested": "Approval asked for",
    "review.approved": "Approved",
    "review.changes_requested": "Changes asked for",
    "role.granted": "Role given",
    "role.revoked": "Role taken away",
    "key.issued": "Key issued",
    "key.revoked": "Key revoked",
}
MERGE_STATUS = {
    "mine": "only you changed it",
    "theirs": "only they changed it",
    "both": "you both made the same change",
    "merged": "you changed different blocks",
    "conflict": "you both changed the same block",
}
SUB_HEADINGS = {"unknown": "a sub-heading that no rule knows", "stays": "stays as a sub-heading"}
FATE_NOTES = {
    "form": "another form (paragraph, item or heading)",
    "split": "split from one block",
    "joined": "joined from several blocks",
    "crossed": "crossed with its neighbour",
}
_LOOKS, _PICTURES, _SCRIPTS = "fonts and colours", "pictures", "scripts"
_MEDIA, _FORMS, _HIDDEN = "films and other embedded things", "forms", "the program's own notes"
# What pasted markup may lose, in the words of who pasted it.
DROPPED: dict[str, str] = {
    **dict.fromkeys(("style", "class", "font", "center", "u", "s", "small", "big", "mark"), _LOOKS),
    **dict.fromkeys(("img", "picture", "svg", "figure", "figcaption", "canvas"), _PICTURES),
    **dict.fromkeys(("script", "noscript"), _SCRIPTS),
    **dict.fromkeys(("iframe", "video", "audio", "object", "embed", "source"), _MEDIA),
    **dict.fromkeys(("form", "input", "button", "select", "option", "textarea", "label"), _FORMS),
    **dict.fromkeys(("meta", "link", "title", "xml", "base"), _HIDDEN),
}
ADVICE = {
    "empty": "Add the posting again with its text.",
    "too_large": "Send the posting alone, without the site around it, or as plain text.",
    "too_many_elements": "Send the posting alone, without the site around it, or as plain text.",
    "not_text": "Send the posting as HTML, Markdown or plain text; documents and images cannot be read.",
    "unreadable": "Open the file, copy the posting's text and add it as a new source by pasting.",
    "no_substance": (
        "The page may show its posting only after a click or a log-in. "
        "Open it in a browser, copy the posting's text and add it as a new source."
    ),
    "quarantined": "Add the posting's text as a new source by pasting; tell whoever runs Postwright.",
}
ADVICE_OTHERWISE = "Run it again; if it fails again, paste the posting's text as a new source."


def state(code: str) -> str:
    return STATES.get(code, spaced(code))


def reason(code: str) -> str:
    return REASONS.get(code, spaced(code))


def rule(name: str) -> str:
    """By what the normalizer placed a block or left it out."""
    if not name.startswith("sub-heading: "):
        return spaced(name)
    heading = name.removeprefix("sub-heading: ").removeprefix("heading: ")
    return SUB_HEADINGS.get(heading, f"sub-heading: {spaced(heading)}")


def reason_explained(code: str) -> str:
    return REASONS_EXPLAINED.get(code, "")


def origin(code: str) -> str:
    return ORIGINS.get(code, spaced(code))


def source_origin(code: str) -> str:
    return SOURCE_ORIGINS.get(code, spaced(code))


def outcome(code: str) -> str:
    return OUTCOMES.get(code, spaced(code))


def action(code: str) -> str:
    return ACTIONS.get(code, spaced(code))


def advice(failure_code: str) -> str:
    """What an editor can do about a run that failed."""
    return ADVICE.get(failure_code, ADVICE_OTHERWISE)


def dropped(names: Iterable[str]) -> list[str]:
    """Elements and attributes that a paste lost, in words, each once."""
    return sorted({_dropped(name) for name in names})


def _dropped(name: str) -> str:
    if name in DROPPED:
        return DROPPED[name]
    return _SCRIPTS if name.startswith("on") else _HIDDEN if ":" in name else f"“{name}”"


def section(kind: str, language: str = "en") -> str:
    """A section's heading in a language."""
    try:
        return section_titles(language)[SectionKind(kind)]
    except ValueError:
        return spaced(kind)


def merge_status(code: str) -> str:
    """How a section of two texts came together."""
    return MERGE_STATUS.get(code, spaced(code))


def revision_action(revision: Revision) -> str:
    """What was done in a revision, in a few words."""
    if revision.action in ("", RevisionAction.TEXT_SAVED):
        return origin(revision.origin)
    return str(RevisionAction(revision.action).label)


def revision_line(revision: Any) -> str:
    """A revision on one line: its number, whose it is, when."""
    who = revision.author.get_username() if revision.author else origin(revision.origin).lower()
    return f"{revision.number} · {who}, {timezone.localtime(revision.created_at):%d %b %H:%M}"


def fate(block: Any) -> str:
    """What became of a block of a comparison: "added", "moved from Pay, and changed", "changed: one split in two"."""
    word = str(block.status)
    if block.status == "moved":
        word = f"moved from {section(block.before.section)}" if block.changed_section else "moved"
        word += ", and changed" if block.has_changes else ""
    notes = [FATE_NOTES.get(note, note) for note in block.notes]
    return ": ".join([word, ", ".join(notes)]) if notes else word


def spaced(code: str) -> str:
    return code.replace("_", " ").replace("-", " ").replace(".", " ").replace(":", ": ")


def ago(moment: datetime, now: datetime) -> str:
    """ "just now", "3 min ago", "5 h ago", "2 days ago", else the day."""
    minutes = int((now - moment).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 24 * 60:
        return f"{minutes // 60} h ago"
    days = minutes // (24 * 60)
    if days < 14:
        return f"{days} day{'s' * (days > 1)} ago"
    return f"{moment:%d %b %Y}" if moment.year != now.year else f"{moment:%d %b}"


def counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
