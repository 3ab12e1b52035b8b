"""Employment types: from a label, the title, a line that says nothing else, or words about this very job."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from postings.normalizer.facts.evidence import Evidence, Found, Line
from postings.normalizer.facts.header import find_header
from postings.normalizer.facts.lexicon import has, has_own, own_phrases, spans
from postings.normalizer.facts.title import find_title, has_role, is_role
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
_POST_NAMES = tuple((kind, f"post_{kind}") for kind in TYPES)
Told = list[tuple[str, tuple[str, ...]]]  # types, each with its words that occur in the text
TIMES = frozenset({"full_time", "part_time"})
BESIDE_ROLE = TIMES | {"per_diem"}  # types that in a title say what the job is, wherever they stand
LEARNING = frozenset({"internship", "apprenticeship"})
COMPOUNDING, SHORTEST_ENDING = frozenset(("da", "sv", "de", "nl")), 4
OF_TITLE = LEARNING | {"volunteer"}
MOST_CLAUSES = 3
LONG_WORD = 8  # characters of a type that alone at the beginning of a line says what the contract is
LONGEST_OF_FIELDS = 140
_OF_APPLICANT = frozenset(
    {
        SectionKind.REQUIREMENTS,
        SectionKind.QUALIFICATIONS,
        SectionKind.SKILLS,
        SectionKind.RESPONSIBILITIES,
    }
)
TOP_LINES = 3
_SIGNS_OF_TYPE = (("CDI", "permanent"), ("CDD", "temporary"))  # as French titles hold them
SHARING, TOP_LINES_OF_SHARE = frozenset(("de", "fr", "it")), 6
SHORT_LINE = 60  # characters: a line of types and hours, not a sentence
VALUE = 80
BARS = 2  # in a line of fields
ROLE_WITHIN = 6  # words

_THIS_JOB = re.compile(
    r"\b(?:this (?:is|position is|role is|job is|opportunity is)|is an?|seeking an?|for an?|as an?|on an?"
    "|these|(?:has|have) an?|appoint an?|offer(?:ing)?(?: you:?)? an?|our|unpaid|we have|"
    r"we offer|hiring|both|a)(?: [\w/()-]+,?){0,4} $"
)
_JOB_NOUN = re.compile(
    r"^(?:,? ?(?:[\w/()&-]+,? ){0,7}(?:role|position|positions|opportunity|opportunities|job|jobs|basis"
    r"|internship|appointment|work|independent contractor)\b)"
)
# "seeking a part-time", "looking for two full time": what follows is the job.
SOUGHT = re.compile(
    r"\b(?:seek(?:s|ing)?|looking (?:for|to hire)|hiring|recruit(?:ing)?|need|require|appoint|searching for)"
    r"(?: [\w/()&’'-]+,?){0,5} $"
)
BEHIND = re.compile(r"([A-Z][^()\[\]:]{2,45}?)(?:\s*:?\s*[(\[]|\s+[-–—/|]\s+|,\s)([^()\[\]]{2,40})[)\]]?\s*$")
_LISTED_BEFORE = re.compile(r"(?:[\w-]+(?:,|,? and|,? or|/|,? &) ?)+$")
_NOT_THIS_JOB = re.compile(
    r"employee|benefit|experience\b|student|staff|eligib|equivalent|years? of|career|management|negotiat|after|resident"
    r"|advertised|whether|prior|schedule\b|status|worker|gross|per (?:month|year|annum)"
)
_DENIED = re.compile(r"\b(?:no|not|never|cannot)\b[^.;!?]*$|n['’]t\b[^.;!?]*$")
_PROSPECT = re.compile(r"\b(?:transition|convert|grow|evolve|develop|turn)\w* (?:in)?to\b[^.;]*$")
_PENSUM = re.compile(r"\b\d{2}\s?(?:%\s?)?[-–]\s?100\s?%")  # "80 - 100 %" leaves the time open
_SHARE = re.compile(
    r"(?:pensum )?(?:[2-8]\d\s?%?\s?[-–]\s?)?[2-9]\d\s?%(?: pensum)?"
    r"|[2-9]\d\s?% der (?:regelmäßigen|regulären|tariflichen|vollen)[\w ]*"
)
_JORNADA = re.compile(r"[Jj]ornada (?:del?|al) [2-9]\d(?:,\d)?\s?%")
_PAPER = re.compile(r"\b(?:contract (?:type|length|duration|hours|term)|type of contract)\b")
_IS = re.compile(
    r"\b(?:position|role|job|post|vacancy|opportunity|appointment) (?:is|will be) (?:an? )?(?:[\w-]+,? (?:and )?){0,2}$"
)
_EITHER = re.compile(r"\ban? (?:part|full)[- ]time or (?:part|full)[- ]time\b")
_SEVERAL = re.compile(r"\b(?:positions|roles|jobs|opportunities)\b")
_TEMPORARY_FOR = {
    "en": re.compile(r"\b\d{1,2}[ -](?:month|year)s? (?:temporary|fixed[- ]term) (?:contract|appointment|post)", re.I),
    "fr": re.compile(r"(?<!essai )(?:sur|pour) une (?:durée|période) de (?:\d{1,2}|trois|six|neuf|douze) mois"),
}
_HINT_OF_TIME = {"en": " contract", "fr": " mois"}
_GOES_ON = re.compile(r"\s[–—-]\s|,\s")
_BARE_JOB = re.compile(r" (?:position|role|appointment|post) (?:is|will|runs|lasts|reports|requires|includes|offers)\b")
_IN_NATURE = re.compile(r"(?:(?:,? and/or|,? and|,? or|/|,) ?[\w-]+){0,2} in nature\b")
_AS_ONE = re.compile(r"\bas an? (?:[\w-]+ )?$")
_OTHER_CONTRACTOR = re.compile(r"\b(?:general|sub|roofing|electrical|government|defen[sc]e|prime|specialty)[ -]$")
FIELDS = re.compile(r"[()（）【】｜\[\]|•·／/]|\s[-–—]\s|,\s|\s?[\u2600-\u27bf\U0001f300-\U0001faff]\ufe0f?\s?")
_ASIDE = re.compile(r"[(（][^()（）]*[)）]?")
_CLAUSE = re.compile(r"[:：;,+.]|\s[–—-]\s|\s(?:con|avec|med|mit)\s")
_MONTHS = re.compile(
    r"^(?:[Cc]ontrato|[Cc]ontratto|[Cc]ontrat)(?: (?:de|di|por|per))?"
    r" (?:\d{1,2}|tres|seis|doce|tre|sei|dodici|trois|six|douze) (?:meses|mesi|mois)\b",
    re.MULTILINE,
)
_FOR_MONTHS = re.compile(r"(?<!\d)\d{1,2}\+?[ -]?(?:month|week|year)(?:s|['’]s|s['’])?$")
_CONTRACT_ENDS = re.compile(
    r"$|[\n.,;:~)(/]| (?:with|position|role|opportunity|to|in|for|engagement|assignment|basis)\b"
)
_LABELS_OF_TIME = ("Type", "Status", "Schedule")
_TIME_BEHIND, _TIME_AS_LABEL = re.compile(r" ?(Full|Part)[ -]?[Tt]ime"), re.compile(r"(?<!/)(Full|Part)[ -][Tt]$")
_SCHEDULE, _METADATA, _TITLE = SectionKind.SCHEDULE, DropReason.METADATA, DropReason.TITLE
# "Contract to permanent": a contract all the same.
_TOWARDS = re.compile(
    r"contract[ -](?:to|or)\b|\bview to\b|\b(?:become|may|might|could|possib|potential|convert|extend)"
)
LETTERS = re.compile(r"[^\W\d_]{2,}")
_BESIDE_TYPES = frozenset("and or exempt non regular und oder et ou 長期 短期".split())


def find_employment_types(evidence: Evidence) -> Found | None:
    """The employment types that the text states."""
    told = _told_types(evidence)
    found = [*_from_labels(evidence), *_from_title(evidence, told), *_from_header(evidence, told)]
    found += [
        *_from_top(evidence, told),
        *_from_share(evidence),
        *_from_lines(evidence, told),
        *_for_months(evidence),
        *_for_years(evidence),
        *_behind_lost_labels(evidence),
    ]
    found += _from_nouns(evidence)
    labelled = TIMES & {kind for kind, _ in _from_labels(evidence)}
    if len(labelled) == 1:
        open_blocks = {line.id for line in evidence.lines_with(("time or ",)) if _leaves_open(line.lower)}
        found = [(kind, block) for kind, block in found if kind not in TIMES - labelled or block not in open_blocks]
    kinds: dict[str, None] = {}
    blocks: dict[str, None] = {}
    for kind, block in found:
        kinds[kind] = None
        blocks[block] = None
    if "temporary" in kinds and "permanent" in kinds:  # "temporary, with a view to permanent": what stands first holds
        kinds.pop(max(("temporary", "permanent"), key=list(kinds).index))
    return Found(tuple(kinds), tuple(blocks)) if kinds else None


def _leaves_open(lower: str) -> bool:
    """Whether a line names both times for one position ("a part-time or full-time position"), as for all of a kind."""
    return bool(_EITHER.search(lower)) and not _SEVERAL.search(lower)


def with_time(stated: tuple[str, ...], found: tuple[str, ...]) -> tuple[str, ...]:
    """The types that fields state ("temporary"), with full or part time from the text where they say neither."""
    return stated if says_time(stated) else (*stated, *(kind for kind in found if kind in TIMES))


def says_time(stated: tuple[str, ...]) -> bool:
    """Whether the types that fields state say full or part time."""
    return not TIMES.isdisjoint(stated)


def _from_labels(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """The types behind labels; all words are asked for, as what ran together behind the value may hide one."""
    for labelled in evidence.labelled.get("type", ()):
        value = _ASIDE.sub("", labelled.value) if evidence.language == "ja" else labelled.value
        for kind in _kinds(value[:VALUE].lower(), _all_types(evidence.language)):
            yield kind, labelled.line.id


def _from_header(evidence: Evidence, told: Told) -> Iterator[tuple[str, str]]:
    if header := find_header(evidence):
        fields = [text.strip().lower() for part in header.parts[1:] for text in part.split(",")]
        fields = [text for text in fields if _only_types(text, told)]
        yield from ((kind, header.line.id) for part in fields for kind in _kinds(part, told))


def _from_title(evidence: Evidence, told: Told) -> Iterator[tuple[str, str]]:
    """A title that ends in a word for one who learns or helps says what the job is ("Data Science Intern")."""
    document = evidence.document
    title = document.known.title or document.stated.title
    block = ""
    if not title and (_may_learn(evidence, told)) and (found := evidence.once(find_title)):
        title, block = str(found.value), next(iter(found.blocks), "")
    lower = title.lower()
    for sign, kind in _SIGNS_OF_TYPE if block and evidence.language == "fr" else ():
        if sign in title.split():
            yield kind, block
    for kind, words in _all_types(evidence.language) if title else ():
        if block and kind in BESIDE_ROLE and kind in _kinds(lower, told):
            yield kind, block
        for _, end in spans(lower, words) if kind in OF_TITLE else ():
            if evidence.language != "en" or not names_role(lower[end:]):
                yield kind, block or evidence.lines[0].id
        if evidence.language in COMPOUNDING and kind in LEARNING:  # "salgsassistentelev"
            long = tuple(word for word in words if len(word) >= SHORTEST_ENDING)
            if any(word.endswith(long) for word in LETTERS.findall(lower)):
                yield kind, block or evidence.lines[0].id


def _may_learn(evidence: Evidence, told: Told) -> bool:
    return evidence.language in (*COMPOUNDING, "fr") or any(kind in OF_TITLE | BESIDE_ROLE for kind, _ in told)


def _from_top(evidence: Evidence, told: Told) -> Iterator[tuple[str, str]]:
    """Fields beside others, or in brackets, on the first lines ("Night Baker (full-time) - Marlow")."""
    first = evidence.lines[:TOP_LINES] if told else ()
    titles = [(evidence.document.stated.title, line) for line in first[:1]]
    for text, line in (*titles, *((line.text, line) for line in first)):
        if text.endswith(":") or (":" in text and _chosen(text.lower(), told)):
            continue
        if line.reason is _TITLE and evidence.language == "en" and has_role(text, "en"):
            yield from ((kind, line.id) for kind in _kinds(text.lower(), told) if kind in BESIDE_ROLE)
        is_sentence = len(text) > LONGEST_OF_FIELDS or (text.endswith(".") and "|" not in text)
        parts = [] if is_sentence else FIELDS.split(_PENSUM.sub(" ", text))
        for part in parts if len(parts) > 1 else ():
            if _only_types(part.lower(), told):
                yield from ((kind, line.id) for kind in _kinds(part.lower(), told))


def _from_share(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """A part of full time that stands as a field beside the title ("(60–80 %)"), as German and Italian postings say."""
    for line in evidence.lines[:TOP_LINES_OF_SHARE] if evidence.language in SHARING else ():
        parts = FIELDS.split(line.lower) if "%" in line.text and len(line.text) <= LONGEST_OF_FIELDS else ()
        if any(_SHARE.fullmatch(part.strip()) for part in parts):
            yield "part_time", line.id
    for match in _JORNADA.finditer(evidence.text) if evidence.language == "es" else ():
        yield "part_time", evidence.line_at(match.start()).id


def _for_months(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """A contract for some months is temporary, where the language says so in no other word; English calls it one."""
    for match in _MONTHS.finditer(evidence.text) if evidence.language in ("es", "it", "fr") else ():
        yield "temporary", evidence.line_at(match.start()).id
    if evidence.language == "en" and evidence.says("contract"):
        for place in evidence.places(" contract"):
            ends = _CONTRACT_ENDS.match(evidence.text, place + len(" contract"))
            if ends and _FOR_MONTHS.search(evidence.text[max(0, place - 20) : place]):
                yield "contract", evidence.line_at(place).id


def _for_years(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """ "1 year temporary contract", "sur une durée de 5 mois"."""
    pattern = _TEMPORARY_FOR.get(evidence.language)
    hint = _HINT_OF_TIME.get(evidence.language, "")
    for match in pattern.finditer(evidence.text) if pattern and hint in evidence.lower else ():
        yield "temporary", evidence.line_at(match.start()).id


def _behind_lost_labels(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """The time behind a label that lost its colon ("Job StatusFull Time"), or as one itself ("Full Time: 9-5")."""
    for label in _LABELS_OF_TIME if evidence.language == "en" else ():
        for place in evidence.places(label):
            if behind := _TIME_BEHIND.match(evidence.text, place + len(label)):
                yield f"{behind[1].lower()}_time", evidence.line_at(place).id
    for place in evidence.places("ime:") if evidence.language == "en" else ():
        if before := _TIME_AS_LABEL.search(evidence.text, max(0, place - 7), place):
            yield f"{before[1].lower()}_time", evidence.line_at(place).id


def _from_nouns(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Nouns that name this very post by its type ("denne deltidsstilling", "this internship")."""
    for kind, name in _POST_NAMES:
        words = evidence.present(name, own=True) if name in _rows_of(evidence.language) else ()
        for line in evidence.lines_with(words) if words else ():
            lower = line.lower
            found = spans(lower, words)
            if not found or line.section in _OF_APPLICANT or has(lower, own_phrases("not", evidence.language)):
                continue
            prospects = spans(lower, own_phrases("towards", evidence.language))
            if not prospects or found[0][0] < prospects[0][0]:
                yield kind, line.id


def _from_lines(evidence: Evidence, told: Told) -> Iterator[tuple[str, str]]:
    active = [phrase for _, words in told for phrase in words]
    as_labels = {found.label for found in evidence.labelled.get("type", ()) if found.value == found.line.text}
    for line in evidence.lines_with(active):
        if line.lower.strip(" :") in as_labels:
            continue
        yield from ((kind, line.id) for kind in _stated(line, evidence.language, told))


def _stated(line: Line, language: str, told: Told) -> Iterable[str]:
    lower = line.lower
    kinds = _without_prospects(_kinds(lower, told), lower, language, told)
    if not kinds:
        return ()
    if chosen := _chosen(lower, told):
        return chosen
    if lower.endswith(":") and TIMES.issubset(kinds):  # a label that names the choice, not what holds
        return ()
    of_schedule = line.section is _SCHEDULE or line.reason is _METADATA
    alone = of_schedule or _only_types(lower, told) or _behind_role(line.text, language, told)
    if len(lower) <= SHORT_LINE and alone and not _NOT_THIS_JOB.search(lower) and not _denied(lower, told):
        return kinds
    if line.text.count("|") >= BARS:
        fields = [field.strip() for field in lower.split("|")]
        return [kind for field in fields if field and _only_types(field, told) for kind in _kinds(field, told)]
    if language != "en":
        if lower.startswith("※") or has(lower, own_phrases("not", language)):  # a note beside what holds, or a denial
            return ()
        if line.section is _SCHEDULE:
            return kinds
        if line.section not in _OF_APPLICANT and (opening := _opening(line, language, told)):
            return opening
    first = [] if line.section in _OF_APPLICANT else _first_clause(lower, told)
    return [*first, *_about_this_job(lower, [(kind, words) for kind, words in told if kind in kinds])]


def _first_clause(lower: str, told: Told) -> list[str]:
    """The types that alone stand in front of a dash or comma with which a line goes on ("Temporary – until May")."""
    clause = _GOES_ON.split(lower, maxsplit=1)[0]
    types = [(kind, words) for kind, words in told if kind not in OF_TITLE and kind != "contract"]
    return _kinds(clause, types) if clause != lower and clause.strip() and _only_types(clause, types) else []


def _chosen(lower: str, told: Told) -> list[str]:
    """The types behind a label that names the choice ("Full-time/Part-time: Full-time")."""
    choice, colon, value = lower.rpartition(":")
    is_choice = colon and value.strip() and len(_kinds(choice, told)) > 1 and _only_types(value, told)
    return _kinds(value, told) if is_choice else []


def _denied(lower: str, told: Told) -> bool:
    """Whether a line says that the first type it names is none ("No part-time positions"), or not yet."""
    starts = [start for _, words in told for start, _ in spans(lower, words)]
    before = lower[: min(starts)] if starts else ""
    return bool(_DENIED.search(before) or _PROSPECT.search(before))


def _opening(line: Line, language: str, told: Told) -> list[str]:
    """The types in the first clauses of a line, where these hold no more or begin with one of them."""
    beside = frozenset(own_phrases("beside_type", language))
    found: list[str] = []
    for clause in _CLAUSE.split(_ASIDE.sub("", line.text))[:MOST_CLAUSES]:
        lower = clause.lower()
        rest, first = lower, len(lower)
        for _, words in told:
            for start, end in spans(lower, words):
                rest = rest[:start] + " " * (end - start) + rest[end:]
                if end - start >= LONG_WORD or clause[start:end].isupper():
                    first = min(first, start)
        only = line.section is not SectionKind.PAY and beside.issuperset(LETTERS.findall(rest))
        opens = first < len(lower) and beside.issuperset(LETTERS.findall(lower[:first]))
        if only or opens:
            kinds = _without_prospects(_kinds(lower, told), line.lower, language, told)
            found += [kind for kind in kinds if kind not in LEARNING]
    return found


def _behind_role(text: str, language: str, told: Told) -> bool:
    """A title with nothing but types behind it: "Night Porter (full-time)", "Baker - part time"."""
    match = BEHIND.match(text)
    return match is not None and has_role(match[1], language) and _only_types(match[2].lower(), told)


def _only_types(lower: str, told: Told) -> bool:
    """Does the line hold hardly anything but types?"""
    rest = lower
    for _, words in told:
        for start, end in spans(lower, words):
            rest = rest[:start] + " " * (end - start) + rest[end:]
    return all(word in _BESIDE_TYPES for word in LETTERS.findall(rest))


def _about_this_job(lower: str, told: Told) -> list[str]:
    """Types in words such as "this is a full-time role" or "on a contract basis"."""
    found = []
    for kind, words in told:
        for start, end in spans(lower, words):
            before, after = lower[max(0, start - 60) : start], lower[end : end + 60]
            job = _JOB_NOUN.match(after)
            near = before[-25:] + (job[0] if job else "")
            if _DENIED.search(before) or _PROSPECT.search(before):
                continue
            before = _LISTED_BEFORE.sub("", before)
            of_job = bool(job) and (_THIS_JOB.search(before) or _opens(before))
            if _IS.search(before) and not _NOT_THIS_JOB.search(before[-25:]):
                found.append(kind)
                break
            if "job description for the " in before and job:  # the question with which a board begins
                found.append(kind)
                break
            opens_line = before in ("the ", "") and _BARE_JOB.match(after)
            if opens_line or (before == "the " and kind in BESIDE_ROLE and names_role(after)):
                found.append(kind)
                break
            if kind == "contract" and _OTHER_CONTRACTOR.search(before):
                continue
            if lower[start:end] in ("independent contractor", "freelancer") and _AS_ONE.search(before):
                found.append(kind)
                break
            if kind == "volunteer" and job and job[0].endswith("opportunities"):  # what the employer also offers
                continue
            of_role = (SOUGHT.search(before) and (names_role(after) or job)) or _IN_NATURE.match(after)
            if (of_job or of_role) and not _NOT_THIS_JOB.search(near) and "authori" not in before:
                found.append(kind)
                break
    return found


def names_role(after: str) -> bool:
    """Whether a word for a role follows, before the sentence says anything else."""
    words = re.split(r"[,.;:(!?]", after.lstrip(" ,"), maxsplit=1)[0].split()[:ROLE_WITHIN]
    return any(is_role(part) for word in words for part in re.split(r"[/-]", word.strip("“”\"'’")))


def _opens(before: str) -> bool:
    return not before.strip() or before.rstrip()[-1:] in ".!?:"


def _kinds(lower: str, told: Told) -> list[str]:
    """The types whose words stand in a text; "Contract: permanent" names the paper, and no contractor signs it."""
    lower = _PAPER.sub(" ", _PENSUM.sub(" ", lower))
    kinds = [kind for kind, words in told if has(lower, words)]
    if {"contract", "permanent"} <= set(kinds) and has(lower, ("contract",)) and not _TOWARDS.search(lower):
        kinds.remove("contract")
    if {"permanent", "temporary"} <= set(kinds):
        words = dict(told)
        kinds.remove(max(("permanent", "temporary"), key=lambda kind: spans(lower, words[kind])[0]))
    if {"contract", "temporary"} <= set(kinds):  # "fixed-term contract"
        inside = spans(lower, dict(told)["temporary"])
        alone = [
            start
            for start, end in spans(lower, dict(told)["contract"])
            if not any(first <= start and end <= last for first, last in inside)
        ]
        if not alone:
            kinds.remove("contract")
    return kinds


def _without_prospects(kinds: list[str], lower: str, language: str, told: Told) -> list[str]:
    """The types without a permanent post that is only in prospect ("prorrogable a indefinido")."""
    prospects = spans(lower, own_phrases("towards", language)) if "permanent" in kinds else []
    if prospects and all(start > prospects[0][0] for start, _ in spans(lower, dict(told)["permanent"])):
        return [kind for kind in kinds if kind != "permanent"]
    return kinds


@cache
def _rows_of(language: str) -> frozenset[str]:
    return frozenset(name for _, name in _POST_NAMES if has_own(name, language))


@cache
def _all_types(language: str) -> Told:
    return [(kind, own_phrases(name, language)) for kind, name in _TYPE_NAMES]


def _told_types(evidence: Evidence) -> Told:
    """The types whose words occur in the text, each with those of its words that do."""
    told = ((kind, evidence.present(name, own=True)) for kind, name in _TYPE_NAMES)
    return [(kind, words) for kind, words in told if words]
