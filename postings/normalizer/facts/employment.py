"""Employment types and workplace: from a label, a line that says nothing else, or words about this very job."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from postings.normalizer.facts.evidence import Evidence, Found, Line
from postings.normalizer.facts.header import find_header
from postings.normalizer.facts.lexicon import has, phrases, spans
from postings.normalizer.facts.title import has_role, is_role
from postings.normalizer.taxonomy import DropReason, SectionKind

TYPES = (
    "full_time",
    "part_time",
    "contract",
    "temporary",
    "internship",
    "permanent",
    "per_diem",
    "volunteer",
    "apprenticeship",
)
_TYPE_NAMES = tuple((kind, f"type_{kind}") for kind in TYPES)
Told = list[tuple[str, tuple[str, ...]]]  # types, each with its words that occur in the text
TIMES = frozenset({"full_time", "part_time"})
TOP_LINES = 3
SHORT_LINE = 60  # characters: a line of types and hours, not a sentence
VALUE = 80
ROLE_WITHIN = 6  # words

_THIS_JOB = re.compile(
    r"\b(?:this (?:is|position is|role is|job is|opportunity is)|is an?|seeking an?|for an?|as an?|on an?"
    "|appoint an?|offer(?:ing)?(?: you:?)? an?|our|unpaid|we have|"
    r"we offer|hiring|a)(?: [\w/()-]+,?){0,4} $"
)
_JOB_NOUN = re.compile(
    r"^(?:,? ?(?:[\w/()-]+,? ){0,7}(?:role|position|positions|opportunity|opportunities|job|jobs|basis"
    r"|internship|appointment|work)\b)"
)
# "seeking a part-time", "looking for two full time": what follows is the job.
_SOUGHT = re.compile(
    r"\b(?:seek(?:s|ing)?|looking (?:for|to hire)|hiring|recruit(?:ing)?|need|require|appoint|searching for)"
    r"(?: [\w/()&’'-]+,?){0,5} $"
)
_BEHIND = re.compile(r"([A-Z][^()\[\]:]{2,45}?)(?:\s*:?\s*[(\[]|\s+[-–—/|]\s+|,\s)([^()\[\]]{2,40})[)\]]?\s*$")
_LISTED_BEFORE = re.compile(r"(?:[\w-]+(?:,|,? and|,? or|/|,? &) ?)+$")
_NOT_THIS_JOB = re.compile(
    "employee|benefit|experience|student|staff|eligib|equivalent|years? of|career|management|negotiat|after"
    r"|prior|schedule\b|status|worker|gross|per (?:month|year|annum)"
)
_SCHEDULE, _METADATA = SectionKind.SCHEDULE, DropReason.METADATA
# "Contract to permanent": a contract all the same.
_TOWARDS = re.compile(
    r"contract[ -](?:to|or)\b|\bview to\b|\b(?:become|may|might|could|possib|potential|convert|extend)"
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_BESIDE_TYPES = frozenset("and or exempt non regular und oder et ou".split())


def find_employment_types(evidence: Evidence) -> Found | None:
    """The employment types that the text states."""
    told = _told_types(evidence)
    if not told:
        return None
    kinds: dict[str, None] = {}
    blocks: dict[str, None] = {}
    for kind, block in (*_from_labels(evidence, told), *_from_header(evidence, told), *_from_lines(evidence, told)):
        kinds[kind] = None
        blocks[block] = None
    if "temporary" in kinds and "permanent" in kinds:  # "temporary, with a view to permanent": what stands first holds
        kinds.pop(max(("temporary", "permanent"), key=list(kinds).index))
    return Found(tuple(kinds), tuple(blocks)) if kinds else None


def with_time(stated: tuple[str, ...], found: tuple[str, ...]) -> tuple[str, ...]:
    """The types that fields state ("temporary"), with full or part time from the text where they say neither."""
    return stated if set(stated) & TIMES else (*stated, *(kind for kind in found if kind in TIMES))


def _from_labels(evidence: Evidence, told: Told) -> Iterator[tuple[str, str]]:
    for labelled in evidence.labelled.get("type", ()):
        for kind in _kinds(labelled.value[:VALUE].lower(), told):
            yield kind, labelled.line.id


def _from_header(evidence: Evidence, told: Told) -> Iterator[tuple[str, str]]:
    if header := find_header(evidence):
        fields = [text.strip().lower() for part in header.parts[1:] for text in part.split(",")]
        fields = [text for text in fields if _only_types(text, told)]
        yield from ((kind, header.line.id) for part in fields for kind in _kinds(part, told))


def _from_lines(evidence: Evidence, told: Told) -> Iterator[tuple[str, str]]:
    active = [phrase for _, words in told for phrase in words]
    for line in evidence.lines_with(active):
        yield from ((kind, line.id) for kind in _stated(line, evidence.language, told))


def _stated(line: Line, language: str, told: Told) -> Iterable[str]:
    lower = line.lower
    kinds = _kinds(lower, told)
    if not kinds:
        return ()
    of_schedule = line.section is _SCHEDULE or line.reason is _METADATA
    alone = of_schedule or _only_types(lower, told) or _behind_role(line.text, language, told)
    if len(lower) <= SHORT_LINE and alone and not _NOT_THIS_JOB.search(lower):
        return kinds
    if line.section is _SCHEDULE and language != "en":
        return kinds
    return _about_this_job(lower, [(kind, words) for kind, words in told if kind in kinds])


def _behind_role(text: str, language: str, told: Told) -> bool:
    """A title with nothing but types behind it: "Night Porter (full-time)", "Baker - part time"."""
    match = _BEHIND.match(text)
    return match is not None and has_role(match[1], language) and _only_types(match[2].lower(), told)


def _only_types(lower: str, told: Told) -> bool:
    """Does the line hold hardly anything but types?"""
    rest = lower
    for _, words in told:
        for start, end in reversed(spans(rest, words)):
            rest = rest[:start] + rest[end:]
    return all(word in _BESIDE_TYPES for word in _LETTERS.findall(rest))


def _about_this_job(lower: str, told: Told) -> list[str]:
    """Types in words such as "this is a full-time role" or "on a contract basis"."""
    found = []
    for kind, words in told:
        for start, end in spans(lower, words):
            before, after = lower[max(0, start - 60) : start], lower[end : end + 60]
            job = _JOB_NOUN.match(after)
            near = before[-25:] + (job[0] if job else "")
            before = _LISTED_BEFORE.sub("", before)
            of_job = bool(job) and (_THIS_JOB.search(before) or _opens(before))
            of_role = _SOUGHT.search(before) and _names_role(after)
            if (of_job or of_role) and not _NOT_THIS_JOB.search(near):
                found.append(kind)
                break
    return found


def _names_role(after: str) -> bool:
    """Whether a word for a role follows, before the sentence says anything else."""
    words = re.split(r"[,.;:(!?]", after.lstrip(" ,"), maxsplit=1)[0].split()[:ROLE_WITHIN]
    return any(is_role(part) for word in words for part in re.split(r"[/-]", word.strip("“”\"'’")))


def _opens(before: str) -> bool:
    return not before.strip() or before.rstrip()[-1:] in ".!?:"


def _kinds(lower: str, told: Told) -> list[str]:
    """The types whose words stand in a text; "Contract: permanent" names the paper, and no contractor signs it."""
    kinds = [kind for kind, words in told if has(lower, words)]
    if {"contract", "permanent"} <= set(kinds) and not _TOWARDS.search(lower):
        kinds.remove("contract")
    return kinds


def _told_types(evidence: Evidence) -> Told:
    """The types whose words occur in the text, each with those of its words that do."""
    told = ((kind, evidence.present(name, own=True)) for kind, name in _TYPE_NAMES)
    return [(kind, words) for kind, words in told if words]


_WORKPLACES = ("hybrid", "remote", "on_site")
_ROLE_WORDS = re.compile(
    r"\b(?:this (?:is|position|role|job|internship)|the (?:position|role|job|internship)|role|position|is an?|it[’']?s"
    r"|fully|100 ?%|work will be|we are an?)\b"
)
_OTHER_SENSE = re.compile(
    r" (?:team|monitor|environment|production|sens|work culture|options|work options|support|health|travel)"
)
_OF_ROLE = re.compile(r"(?: [\w/-]+){0,3} (?:role|position|job|internship|opportunity)\b")
_NO_REMOTE = re.compile(r"\b(?:no|not a|not) remote\b|remote (?:work )?(?:is )?not ")


def find_workplace(evidence: Evidence) -> Found | None:
    """remote, hybrid or on_site, where the text says so of this job."""
    for labelled in evidence.labelled.get("workplace", ()):
        if kind := _workplace(labelled.value[:VALUE].lower(), evidence):
            return Found(kind, (labelled.line.id,))
    if header := find_header(evidence):
        parts = [field for part in header.parts[1:] for field in part.lower().split(",")]
        stated = {kind for part in parts if (kind := _workplace(part, evidence))}
        if stated:
            return Found(stated.pop(), (header.line.id,)) if len(stated) == 1 else None
    known = [phrase for kind in _WORKPLACES for phrase in evidence.present(kind)]
    if not known:
        return None
    first = evidence.lines[:TOP_LINES]
    for line in evidence.lines_with((*known, "remote")):
        lower = line.lower
        kind = _workplace(lower, evidence)
        if kind and (
            len(lower) <= 30 or _says_of_job(lower, kind, evidence) or _opens_title(line, kind, first, evidence)
        ):
            return Found(kind, (line.id,))
    return None


def _opens_title(line: Line, kind: str, first: tuple[Line, ...], evidence: Evidence) -> bool:
    """Whether a first line names the role and, before or behind it, where the work is done: "Remote Night Auditor"."""
    if not any(line is other for other in first):
        return False
    found = spans(line.lower, evidence.present(kind))[:1]
    behind = _BEHIND.match(line.text)
    if behind and has_role(behind[1], evidence.language) and has(behind[2].lower(), evidence.present(kind)):
        return True
    return any(not _LETTERS.search(line.lower[:start]) and _names_role(line.lower[end:]) for start, end in found)


def _workplace(lower: str, evidence: Evidence) -> str:
    if "remote" in lower and _NO_REMOTE.search(lower):
        return "on_site"
    return next((kind for kind in _WORKPLACES if has(lower, evidence.present(kind))), "")


def _says_of_job(lower: str, kind: str, evidence: Evidence) -> bool:
    found = spans(lower, evidence.present(kind))
    if not found or _NO_REMOTE.search(lower):
        return True
    start, end = found[0]
    after = lower[end : end + 25]
    if has(lower, phrases("surely_remote", evidence.language)):
        return True
    if _OTHER_SENSE.match(after):
        return False
    if _SOUGHT.search(lower[max(0, start - 60) : start]) and _names_role(lower[end:]):
        return True
    return bool(_OF_ROLE.match(after) or _ROLE_WORDS.search(lower[max(0, start - 40) : start]))
