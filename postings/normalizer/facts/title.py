"""The title of the job.

It is believed from a label, from the line that stands at the top for it, or from the sentence that seeks somebody; it
holds a word for a role, or a mark such as (m/w/d).  Where several sentences name one, they vote.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from postings.normalizer.facts.dates import read_date
from postings.normalizer.facts.evidence import Evidence, Found
from postings.normalizer.facts.header import find_header
from postings.normalizer.facts.lexicon import has, labels, own_phrases, spans
from postings.normalizer.facts.title_elsewhere import title_elsewhere
from postings.normalizer.model import BlockKind
from postings.normalizer.taxonomy import DropReason

LONGEST_TITLE = 110  # characters
LONGEST_IN_SENTENCE = 9  # words
REACH = 110  # characters behind "is seeking a" in which the title stands
TOP_LINES, TOP_LINES_ELSEWHERE = 6, 2  # where a title may stand alone: roles are known best in English
ENOUGH = 2  # votes
WEAK_LABELS = frozenset(
    ("role", "position", "title", "métier", "posición", "posizione", "posição", "funktion", "job")
)  # may stand before a grade ("Individual Contributor")
OPENS, SEEKS, NAMES_ROLE, ADDRESSES, SPEAKS_OF = 7, 3, 3, 2, 2
OPENING = 150  # characters in which the first sentence names who is sought
FIRST_WORDS = 30  # characters in which it speaks of whoever will be hired, below a heading

_SIGNS_OF_MARKS = ("/", "|", ",", "*", "(")  # of which each such mark holds one
GENDER_MARK = re.compile(
    r"\(?\b(?:[mwfdhxviaoe]{1,3}\s?[/|,*]\s?){1,3}[mwfdhxvniaoek]{1,3}\b\)?|\((?:gn|all genders|alle geschlechter)\)",
    re.IGNORECASE,
)
_OWNER = re.compile(r"^[A-Z][^’'\n]*[’']s (?=[A-Z])")  # "Halden Museum’s Night Guard"
_ARTICLE = re.compile(
    r"(?:\s|:)*(?:to (?:hire|add|appoint|recruit|fill) )?(?:for )?(?:someone to |the role of |the position of |a new )?"
    r"(?:an?|one|our next|our|the|two|several|\d|multiple|une?|un\(e\)|una?|eine?n?|um|uma|en|ett|et|een)?\s?"
)
_WORD = re.compile(r"[^\s,;:!?()]+|[,;:!?()]")
_SENTENCE = re.compile(r"[.,:!?]\s*$|\?|[.!]\s|:\s")
_NOT_A_TITLE = re.compile(
    r"@|(?:^|\s)#\w|あれば|尚可|必須|\d{3}\W{1,2}\d{4}|[.!?;]\s|[.!?]$|\b(?:we|you|our|your|is|are|will|apply|jobs?|careers?|description|summary|overview)\b",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"(?:\s[–—-]\s[^\W\d]{1,12})?\s[$€£]|\s[|•]\s|\s{2,}|\n|\s(?=[A-Z]{4,}(?: [A-Z]+)*:)"
    r"|\s?(?=(?:Department|Reports|Locations?|Supervisor|Status|Hours|Salary|Classification|FLSA)"
    r"(?: [Tt]o| [A-Z][a-z]+)?:)"
    r"|\s(?=[A-ZÀ-Þ][a-zà-ÿ]+(?: [a-zà-ÿ’']+){0,2} : )|\s?[–—-]\s?job post$|(?<=\w)\s(?=(?:Full|Part)[ -][Tt]ime\b)"
)
_OF_EMPLOYER = re.compile(r"[^.\n]{3,90}, (?:we|our)\b|\s?#\d")  # "As the #1 provider of keys, we keep every door"
_LOOSE_BRACKET = re.compile(r"\s?\([^()]*$")
_EDGES = " \t-–—:|*·,"
# Signs of the symbol kinds, and what joins them to one picture.
_PICTURES = "".join(chr(code) for code in (*range(0x2600, 0x27C0), *range(0x1F300, 0x1FB00), 0xFE0F, 0x200D)) + " "
# What stands behind a title that is followed by more in its line.
_BEHIND_TITLE = re.compile(
    r"(?<=[a-z)])(?=[A-Z][a-z])|\s(?=(?:(?:Position|Job|Role) )?(?:Summary|Description|Overview|Responsibilities"
    r"|Requirements|Purpose|Location|Qualifications|Duties and)\b)"
    r"|(?<=[A-Z]{4})(?=JOB )|(?<=[A-Z]{4})\s(?=[A-Z][a-z]{2,}s )"
    r"|\s(?=[–—-]\s)|\s?(?=(?:Full|Part)[ -][Tt]ime\b)|\s?(?=[£$€])"
)
_REPORTS = re.compile(r"report(?:s|ing)? (?:directly )?to (?:the |our )?$", re.IGNORECASE)
_AS_A = re.compile(
    r"[Aa]s (?:an?|our(?: next| new)?|the) (?=[^\n]{4,90}?(?:, you|,? you(?:'ll|’ll| will| are)| at | with | on |\.|,))"
)
_ROLE_OF = re.compile(
    r"(?:role|position|job|opening|opportunity|vacancy) (?:(?:of|for|as) (?:an? |the |our )?|is (?:for )?an? )"
    r"|(?:team|us) as (?:an? |our )|This is an? (?=[^.\n]{4,80}? (?:role|position|internship|job)\b)"
    "|responsibilities of (?:the|an?) |job description for the (?=[^\n]{4,80}? position at )"
)
_THE = re.compile(
    r"(?:The|An?) (?=(?:[SJ]r\.)?[^\n.]{4,80}? (?:will|is|position|role|reports|works|assists|manages|serves|provides"
    "|has|must|performs|oversees|leads|supports|plays|drives|stays|develops|designs|ensures|coordinates|conducts|owns"
    "|helps|focuses|identifies|creates|builds|collaborates|partners|plans|directs|acts|maintains|applies|delivers"
    r"|handles|interacts|prepares|executes)\b)"
)
_AND_THE = re.compile(
    r", the (?=[A-Z][^\n.,]{4,60}? (?:will|must|is responsible|directs|leads|manages|provides|performs)\b"
    r"|[A-Z][^\n.,:]{4,60}:)"
)
_AVAILABLE = re.compile(r"An? (?=[^\n.,]{4,60}? (?:position|role|job) is (?:currently |now |immediately )?available\b)")
_SEEKING = re.compile(r"(?:Seeking|Looking for|Hiring|Now [Hh]iring:?)(?= an? | one | our | the | [a-z])")
_ANCHORS = (
    (_AS_A, ADDRESSES, ("As a", "as a", "As our", "as our", "As the", "as the")),
    (_ROLE_OF, NAMES_ROLE, ("role ", "position ", "job ", "opening ", "opportunity ", "vacancy ", "team as ",
                            "us as ", "This is a", "responsibilities of ", "job description for the ")),
    (_THE, SPEAKS_OF, ("The ", "A ", "An ")),
    (_AND_THE, SPEAKS_OF, (", the ",)),
    (_AVAILABLE, SEEKS, ("A ", "An ")),
    (_SEEKING, SEEKS, ("Seeking ", "Looking for ", "Hiring ", "Now ")),
)  # fmt: skip
_BEFORE_TITLE = re.compile(
    r"^(?:(?:\[[^\[\]]{2,40}\]|【[^【】]{2,20}】)\s*)+|^(?:job description|vacancy|position|job opening)\s?[:–—-]\s+",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"[“\"]([^“”\"\n]{4,60})[”\"] in the (?:e-?mail )?subject|subject(?: line)?:? [“\"]([^“”\"\n]{4,60})[”\"]"
)
_YOU = re.compile(r"[^\n.]{4,90}?,? you\b")
_LOST_HEADINGS = ("Description ", "Summary ", "Overview ", "Purpose ", "SUMMARY ", "DESCRIPTION ", "OVERVIEW ")
_ABBREVIATED = re.compile(
    r"\b(?:ds|sr|jr|st|dr|asst|assoc|inż|mgr|art|cat|liv|nr|(?:[a-z]\.)*[a-z])\.\s", re.IGNORECASE
)
_NOT_OF_JOB = re.compile(
    r"\bexperienced?\b|\bbackground\b|\bworked\b|\b(?:serv|act|function)(?:e|es|s|ed|ing)? $", re.IGNORECASE
)
_BODIES = frozenset(("Board", "Panel", "Committee", "Council", "Faculty", "Crew"))
_ENDS_OF_ROLES = ("ologist", "ologists", "iatrist", "iatrists")
_SHOP = re.compile(r"\w+erei\b")  # "Bäckerei" is where bakers work
MOST_WORDS, MOST_WORDS_IN_ENGLISH, MOST_COMMAS = 12, 9, 5
_TITLE, _ITEM, _HEADING = DropReason.TITLE, BlockKind.ITEM, BlockKind.HEADING
_OF_FIELD = frozenset(
    "director head vp president chief manager coordinator professor teacher lead dean officer supervisor".split()
)


def find_title(evidence: Evidence) -> Found | None:
    """The title, as the posting writes it."""
    weak = None
    for labelled in evidence.labelled.get("title", ()):
        title = _cut(labelled.value)
        named = has_role(title, evidence.language)
        weak_label = labelled.label in WEAK_LABELS
        if _may_be_value(title, named and not weak_label):
            found = Found(title, (labelled.line.id,))
            if named or not weak_label:
                return found
            weak = weak or found
    return (
        _from_header(evidence)
        or _from_top(evidence)
        or weak
        or title_elsewhere(evidence)
        or _from_sentences(evidence)
        or _from_page(evidence)
        or _from_subject(evidence)
    )


def names_page(title: str, language: str) -> bool:
    """Whether a title is that of a page of vacancies and of none of them ("Jobs", "Offene Stellen")."""
    return title.lower() in own_phrases("job_board", "en") or title.lower() in own_phrases("job_board", language)


def _may_be_value(title: str, is_sure: bool) -> bool:
    """Whether what stands behind a label is a title; `is_sure`: it names a role and the label means no other."""
    in_bounds = 2 < len(title) <= LONGEST_TITLE and title.count(",") < (MOST_COMMAS if is_sure else 2)
    return in_bounds and (is_sure or not title[:1].islower()) and not _NOT_A_TITLE.search(title)


def _cut(value: str) -> str:
    title = _CUT.split(value, maxsplit=1)[0].strip(_EDGES).lstrip(_PICTURES)
    return _LOOSE_BRACKET.sub("", title.removeprefix("Title ")).strip(_EDGES)


def _from_header(evidence: Evidence) -> Found | None:
    """The only part of a line of fields that names a role."""
    header = find_header(evidence)
    found = [
        part
        for part in (header.others if header else ())
        if _is_title(part, evidence.language) and not _names_several(part)
    ]
    return Found(_cut(found[0]), (header.line.id,)) if header and len(found) == 1 else None


def _names_several(part: str) -> bool:
    """Whether a part lists roles: which of them is the posting's it does not say."""
    return "," in part and sum(any(map(is_role, field.lower().split())) for field in part.split(",")) > 1


def _from_top(evidence: Evidence) -> Found | None:
    """The line among the first that reads as a title, or the one below a line that announces it."""
    language = evidence.language
    first = TOP_LINES if language == "en" else TOP_LINES_ELSEWHERE
    header = find_header(evidence)
    lines = [line for line in evidence.lines[: TOP_LINES * 3] if not (header and line is header.line)]
    for number, line in enumerate(lines):
        is_marked = line.reason is _TITLE
        text = _bare(line.text)
        alone = number < first and line.kind is not _ITEM
        if (is_marked or alone) and _is_title(text, language, is_marked):
            return Found(_cut(text), (line.id,))
        before, bar, _ = text.partition(" | ")
        if bar and alone and language == "en" and _is_title(before, language):
            return Found(_cut(before), (line.id,))
        for sign in (" - ", ", ") if number == 0 and language != "en" and len(text) <= REACH else ():
            before, parted, _ = text.partition(sign)
            if parted and _is_title(before, language):
                return Found(_cut(before), (line.id,))
        opens = number == 0 or (number == 1 and lines[0].kind is _HEADING)
        if opens and language == "en" and (title := _at_beginning(text)):
            return Found(_cut(title), (line.id,))
        if number + 1 < len(lines) and number < TOP_LINES and _announces(line.lower, language):
            below = lines[number + 1]
            if len(below.text.split()) <= MOST_WORDS and not _SENTENCE.search(below.text):
                return Found(_cut(below.text), (below.id,))
    return None


def _at_beginning(text: str) -> str:
    """The title with which a text begins that lost its line breaks ("Night BakerWe bake", "Night Baker Summary")."""
    for match in _BEHIND_TITLE.finditer(text, 0, LONGEST_TITLE):
        title = text[: match.start()].rstrip(" ,:*")
        last = title[title.rfind(" ") + 1 :].rpartition("/")[2].lower()
        if is_role(last) and not last.endswith("s") and _is_title(title, "en"):
            return title
    return ""


def _announces(lower: str, language: str) -> bool:
    """Does a line end in words that announce the title below it ("ogłasza nabór na stanowisko:", "Wir suchen:")?"""
    if language == "en" or lower[-1] != ":":
        return False
    announced = lower.rstrip(" :").endswith(own_phrases("title_announced", language))
    return announced or has(lower, own_phrases("seeking", language))


def _bare(text: str) -> str:
    """A line without what a forum or a form sets around a title ("[Hamburg] Night Baker @ Halden Mills")."""
    text = _BEFORE_TITLE.sub("", text)
    title, at, name = text.partition(" @ ")
    return title if at and name[:1].isupper() else text


def _from_page(evidence: Evidence) -> Found | None:
    for piece in re.split(r"\s[|–—·•-]\s|\s(?:at|bei) ", evidence.document.title):
        if _is_title(piece.strip(), evidence.language):
            return Found(_cut(piece), ())
    return None


def _from_subject(evidence: Evidence) -> Found | None:
    """The title that is asked for as the subject of an application."""
    for match in _SUBJECT.finditer(evidence.text) if evidence.says("subject") else ():
        title = (match[1] or match[2]).removesuffix(" Application")
        if _is_title(title, evidence.language):
            return Found(title, (evidence.line_at(match.start()).id,))
    return None


def _is_title(text: str, language: str, marked: bool = False) -> bool:
    """Does a line that stands alone read as a title?  `marked`: another step took it for one."""
    if not 3 < len(text) <= LONGEST_TITLE or text.endswith(":") or text.lower() in labels(language):
        return False
    if ":" in text and "other" in labels(language).get(text[: text.index(":")].strip(_EDGES).lower(), ()):
        return False
    if any(map(text.__contains__, _SIGNS_OF_MARKS)) and GENDER_MARK.search(text):
        return True
    text = _ABBREVIATED.sub(" ", text) if "." in text else text
    most = MOST_WORDS if language != "en" else MOST_WORDS_IN_ENGLISH
    if len(text.split()) > most or not has_role(text, language):
        return False
    if _NOT_A_TITLE.search(text) or read_date(text, language):
        return False
    if language != "en":
        seeks = has(text.lower(), own_phrases("seeking", language) + own_phrases("sought_behind", language))
        return not seeks and not text[:1].islower() and not _SENTENCE.search(text)
    return (marked and text.count(",") < 2) or _is_title_case(text)


def _is_title_case(text: str) -> bool:
    long = [word for word in text.split() if len(word) > 3 and word[0].isalpha()]
    return bool(long) and sum(word[0].isupper() for word in long) > 0.7 * len(long)


@cache
def _roles(language: str) -> frozenset[str]:
    return frozenset(own_phrases("role_noun", language))


def has_role(text: str, language: str) -> bool:
    """Does the text hold a word for a role?  English notes whole words, the other languages stems of words."""
    lower = text.lower()
    if language != "en":
        lower = _SHOP.sub("", lower) if language == "de" else lower
        return any(stem in lower for stem in _roles(language))
    return any(is_role(word) for word in re.findall(r"[^\W\d_]+", lower))


def is_role(word: str) -> bool:
    """Is the lower-case English word one for a role?"""
    roles = _roles("en")
    return word in roles or (word.endswith("s") and word[:-1] in roles) or word.endswith(_ENDS_OF_ROLES)


def _from_sentences(evidence: Evidence) -> Found | None:
    votes: Counter[str] = Counter()
    first: dict[str, tuple[str, int]] = {}
    for place, weight in _anchors(evidence):
        end = evidence.text.find("\n", place, place + REACH)
        title = _title_at(evidence.text[place : end if end >= 0 else place + REACH])
        if title and (weight == SEEKS or " " in title or not title.islower()):
            opens = weight == SEEKS and place < OPENING and " " in title and title[:1].isupper()
            votes[title.lower()] += (OPENS if opens else weight) - title.islower()
            first.setdefault(title.lower(), (title, place))
    if not votes:
        return None
    key, weight = max(votes.items(), key=lambda vote: (vote[1], first[vote[0]][1] < FIRST_WORDS, len(vote[0])))
    title, place = first[key]
    return Found(title, (evidence.line_at(place).id,)) if weight >= ENOUGH else None


def _anchors(evidence: Evidence) -> Iterator[tuple[int, int]]:
    """Where in the text a title may begin, and how much that weighs."""
    text = evidence.text
    for _, end in spans(evidence.lower, evidence.present("seeking")):
        yield end, SEEKS
    for pattern, weight, hints in _ANCHORS:
        for match in (pattern.match(text, place) for hint in hints for place in evidence.places(hint)):
            if (
                match
                and _begins_here(text, match.start(), pattern)
                and not _REPORTS.search(text[match.start() - 30 : match.end()])
                and not (
                    pattern is _AS_A
                    and (
                        _NOT_OF_JOB.search(_sentence_before(text, match.start()))
                        or _OF_EMPLOYER.match(text, match.end())
                    )
                )
            ):
                is_told = pattern is _AS_A and text[match.start()] == "A" and _YOU.match(text, match.end()) is not None
                yield match.end(), weight + is_told


def _sentence_before(text: str, place: int) -> str:
    before = text[max(0, place - REACH) : place]
    return before[max(before.rfind(". "), before.rfind("\n")) + 1 :]


def _begins_here(text: str, place: int, pattern: re.Pattern[str]) -> bool:
    """The word begins here; "The" stands at the beginning of a sentence, or where a heading lost its line break."""
    if pattern is _THE:
        before = text[max(0, place - 2) : place]
        opens = (
            not before.strip(" ") or before[-1] == "\n" or before[-1].islower() or before.rstrip(" ")[-1:] in ".!?:·•-*"
        )
        return opens or text.endswith(_LOST_HEADINGS, 0, place)
    return not text[place - 1 : place].isalpha() or place == 0 or text[place].isupper() or text[place] == ","


def _title_at(text: str) -> str:
    """The title at the start of a text: up to the last word for a role before anything else is said."""
    article = _ARTICLE.match(text)
    words = _WORD.findall(text[article.end() :] if article else text)[:12]
    last = -1
    for place, word in enumerate(words):
        bare = word.lower().strip("“”\"'*.’")
        if _ends_title(words, place, bare, last):
            break
        if any(is_role(part) for part in re.split(r"[/-]", bare)) or _is_member(words, place):
            last = place
        if word.endswith((".", "!")) and place and len(word) > 3:
            break
    return _without_adjectives(words[: _with_field(words, last) + 1]) if last >= 0 else ""


@cache
def _stops() -> frozenset[str]:
    return frozenset(own_phrases("title_stop", "en"))


def _is_member(words: list[str], place: int) -> bool:
    """Whether a word is the "Member" of a board or panel."""
    return words[place] == "Member" and words[max(0, place - 1)] in _BODIES


def _ends_title(words: list[str], place: int, bare: str, last: int) -> bool:
    word = words[place]
    if bare == "and":
        return last >= 0 and not (place + 1 < len(words) and words[place + 1][:1].isupper())
    return (bare in _stops() and word != "IT") or word in ";:!?()" or (word == "," and last >= 0)


def _with_field(words: list[str], last: int) -> int:
    """The end of the title where "of Something" still belongs to it."""
    end = last
    if words[last + 1 : last + 2] == ["of"] and words[last].lower() in _OF_FIELD:
        end = last + 1
        while (
            end + 1 < len(words)
            and not words[end].endswith(".")
            and (words[end + 1][:1].isupper() or words[end + 1] in ("and", "&"))
        ):
            end += 1
        while words[end] in ("of", "and", "&"):
            end -= 1
    return end


@cache
def _adjectives() -> frozenset[str]:
    return frozenset(own_phrases("title_adjective", "en"))


def _without_adjectives(words: list[str]) -> str:
    while len(words) > 1 and (words[0].lower() in _adjectives() or words[0] in ",;"):
        words = words[1:]
    if words[-1][:1].isupper():
        words = _capitalized_end(words)
    title = " ".join(words).replace(" ,", ",").strip(" .,*“”\"'-–")
    title = _OWNER.sub("", title)
    if title.lower() in own_phrases("any_role", "en"):
        return ""
    if not any(word[:1].isupper() for word in words) and (len(words) > 5 or "," in title or title.endswith("s")):
        return ""
    if words[0].lower() in ("of", "in", "our", "their") or len(words) > LONGEST_IN_SENTENCE:
        return ""
    return title if 3 <= len(title) <= LONGEST_TITLE else ""


def _capitalized_end(words: list[str]) -> list[str]:
    """The words from where capitals begin that run to the end."""
    start = len(words) - 1
    while start and (
        words[start - 1][:1].isupper() or words[start - 1] in ("of", "and", "&", "/", "–", "-", "the", ",")
    ):
        start -= 1
    while start < len(words) - 1 and not words[start][:1].isupper():
        start += 1
    return words[start:]
