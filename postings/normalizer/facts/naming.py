"""The job's title, the employer's name and the posting's number.

A title is believed from a label, from the line that stands at the top for it, or from the sentence that seeks somebody; it holds the word for a
role, or a mark such as (m/w/d).  A company is the name that the text speaks of as an employer does: "X is seeking", "At X, we", "About X".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from postings.normalizer.facts.dates import read_date
from postings.normalizer.facts.evidence import Evidence, Found, Line
from postings.normalizer.facts.lexicon import any_of, labels, phrases
from postings.normalizer.model import BlockKind
from postings.normalizer.taxonomy import DropReason

LONGEST_TITLE = 110  # characters
REACH = 110  # characters behind "is seeking a" in which the title stands
FIRST_LINES = 6
ENOUGH = 3
OPENING = 3  # lines in which "X is a …" speaks of the employer

GENDER_MARK = re.compile(r"\(?\b(?:[mwfdhxviaoe]{1,3}\s?[/|,*]\s?){1,3}[mwfdhxvniaoek]{1,3}\b\)?|\((?:gn|all genders|alle geschlechter)\)", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?:\s|:)*(?:to (?:hire|add|appoint|recruit|fill) )?(?:for )?(?:someone to |the role of |the position of |a new )?"
    r"(?:an?|one|our next|our|the|two|several|\d|multiple|une?|un\(e\)|una?|eine?n?|um|uma|en|ett|et|een)?\s?"
)
_WORD = re.compile(r"[^\s,;:!?()]+|[,;:!?()]")
_STOPS = frozenset(
    "to who with that for at in on responsible and based reporting whose you your we located joining joins interested within having able "
    "will is are be this would can may into as by from has have must should it they".split()
)
_LEADING = frozenset(
    "talented experienced motivated passionate dedicated dynamic skilled highly self-motivated self-starting driven seasoned enthusiastic energetic "
    "hardworking hard-working reliable creative detail-oriented results-driven full-time part-time fulltime full time part remote hybrid on-site temporary "
    "permanent exceptional outstanding qualified professional strong ambitious committed friendly personable organized strategic proactive new great "
    "innovative and or collaborative an a the our unpaid paid top-notch positive compassionate mid-level responsible bright curious world-class contract".split()
)
_NOT_A_TITLE = re.compile(r"[.!?;]\s|[.!?]$|\b(?:we|you|our|your|is|are|will|apply|jobs?|careers?|description|summary|overview)\b", re.IGNORECASE)
_AS_A = re.compile(r"\b[Aa]s (?:an?|our(?: next| new)?|the) (?=[^\n]{4,90}?(?:, you|,? you(?:'ll|’ll| will| are)| at | with | on |\.|,))")
_ROLE_OF = re.compile(
    r"\b(?:role|position|job|opening|opportunity|vacancy) (?:(?:of|for|as) (?:an? |the |our )?|is (?:for )?an? )|\b(?:team|us) as (?:an? |our )"
    r"|\bThis is an? (?=[^.\n]{4,80}? (?:role|position|internship|job)\b)|\bresponsibilities of (?:the|an?) "
)
_REPORTS = re.compile(r"report(?:s|ing)? (?:directly )?to (?:the |our )?$", re.IGNORECASE)
_THE = re.compile(r"(?:^|[.!?:] ?|(?<=[a-zY]))(?:The|An?) (?=[^\n.]{4,80}? (?:will|is|position|role|reports|works|assists|manages|serves|provides|has|must|performs|oversees|leads|supports|plays)\b)")


def find_title(evidence: Evidence) -> Found | None:
    """The title of the job."""
    for labelled in evidence.labelled.get("title", ()):
        title = _cut_title(labelled.value)
        if title and len(title) <= LONGEST_TITLE and not _NOT_A_TITLE.search(title):
            return Found(title, (labelled.line.id,))
    return _from_top(evidence) or _from_sentences(evidence) or _from_page(evidence)


def _cut_title(value: str) -> str:
    value = re.split(r"\s\$|\s[|•]\s|\s{2,}|\n", value)[0]
    return value.strip(" \t-–—:|*·,")


def _from_top(evidence: Evidence) -> Found | None:
    for number, line in enumerate(evidence.lines[: FIRST_LINES * 3]):
        if line.reason is DropReason.TITLE and _is_title(line.text, evidence.language, marked=True):
            return Found(_cut_title(line.text), (line.id,))
        if number < FIRST_LINES and line.kind is not BlockKind.ITEM and _is_title(line.text, evidence.language):
            return Found(_cut_title(line.text), (line.id,))
    return None


def _is_title(text: str, language: str, marked: bool = False) -> bool:
    if not 3 < len(text) <= LONGEST_TITLE or text.strip(" :").lower() in labels(language) or text.rstrip().endswith(":"):
        return False
    if GENDER_MARK.search(text) and len(text) < 90:
        return True
    if _NOT_A_TITLE.search(text):
        return False
    if read_date(text, language):
        return False
    return marked or (has_role(text, language) and len(text.split()) <= 9 and _is_title_case(text))


def _is_title_case(text: str) -> bool:
    long = [word for word in text.split() if len(word) > 3 and word[0].isalpha()]
    return bool(long) and sum(word[0].isupper() for word in long) > 0.7 * len(long)


@cache
def _roles(language: str) -> frozenset[str]:
    return frozenset(phrases("role_noun", language))


def has_role(text: str, language: str) -> bool:
    """Does the text hold a word for a role?"""
    return any(_is_role(word, language) for word in re.findall(r"[^\W\d_]+", text.lower()))


def _is_role(word: str, language: str) -> bool:
    roles = _roles(language)
    return word in roles or (word.endswith("s") and word[:-1] in roles)


def _from_page(evidence: Evidence) -> Found | None:
    for piece in re.split(r"\s[|–—·•-]\s|\s(?:at|bei) ", evidence.document.title):
        if _is_title(piece.strip(), evidence.language):
            return Found(_cut_title(piece), ())
    return None


def _from_sentences(evidence: Evidence) -> Found | None:
    votes: Counter[str] = Counter()
    first: dict[str, tuple[str, str]] = {}
    for line in evidence.lines:
        for place, weight in _anchors(line, evidence.language):
            title = _title_at(line.text[place : place + REACH], evidence.language)
            if title:
                votes[title.lower()] += weight - title.islower()
                first.setdefault(title.lower(), (title, line.id))
    if not votes:
        return None
    key, weight = max(votes.items(), key=lambda vote: (vote[1], len(vote[0])))
    return Found(first[key][0], (first[key][1],)) if weight >= 2 else None


def _anchors(line: Line, language: str) -> Iterator[tuple[int, int]]:
    """Where in the line a title may begin, and how much that weighs."""
    for match in any_of("seeking", language).finditer(line.lower):
        yield match.end(), 3
    for pattern, weight in ((_AS_A, 2), (_ROLE_OF, 3), (_THE, 2)):
        for match in pattern.finditer(line.text):
            yield match.end(), weight


def _title_at(text: str, language: str) -> str:
    """The title at the start of a text: up to the last word for a role before anything else is said."""
    article = _ARTICLE.match(text)
    text = text[article.end() :] if article else text
    words = _WORD.findall(text)[:12]
    last = -1
    for place, word in enumerate(words):
        bare = word.lower().strip("“”\"'*.’")
        if bare in _STOPS and not (bare == "and" and (last < 0 or words[place + 1 : place + 2] and words[place + 1][:1].isupper())):
            break
        if word in ";:!?()" or (word == "," and last >= 0):
            break
        parts = re.split(r"[/-]", bare)
        if any(_is_role(part, language) for part in parts):
            last = place
        if word.endswith((".", "!")) and place and len(word) > 3:
            break
    if last < 0:
        return ""
    return _without_adjectives(words[: _with_field(words, last) + 1])


def _with_field(words: list[str], last: int) -> int:
    """The end of the title where "of Something" still belongs to it."""
    end = last
    if words[last + 1 : last + 2] == ["of"]:
        end = last + 1
        while end + 1 < len(words) and (words[end + 1][:1].isupper() or words[end + 1] in ("and", "&")) and not words[end].endswith("."):
            end += 1
        while words[end] in ("of", "and", "&"):
            end -= 1
    return end


def _without_adjectives(words: list[str]) -> str:
    while len(words) > 1 and (words[0].lower() in _LEADING or words[0] in ",;"):
        words = words[1:]
    capital = [place for place, word in enumerate(words) if word[:1].isupper()]
    if capital and words[-1][:1].isupper():
        start = len(words) - 1
        while start and (words[start - 1][:1].isupper() or words[start - 1] in ("of", "and", "&", "/", "–", "-", "the", ",")):
            start -= 1
        words = words[start:]
        while len(words) > 1 and not words[0][:1].isalnum():
            words = words[1:]
    title = " ".join(words).replace(" ,", ",").strip(" .,*“”\"'-–")
    if not any(word[:1].isupper() for word in words) and (len(words) < 2 or len(words) > 5 or "," in title or title.endswith("s")):
        return ""
    if words[0].lower() in ("of", "in", "our", "their") or len(words) > 9:
        return ""
    return title if 3 <= len(title) <= LONGEST_TITLE else ""


_NAME_WORD = r"(?:[A-Z0-9À-Þ][\w&’'.®+-]*|&|of|the|and|for|de|du|la|des)"
_NAME = rf"(?:The )?[A-Z0-9À-Þ][\w&’'®+.-]*(?:,? {_NAME_WORD}){{0,7}}(?:, (?:Inc|LLC|LLP|Ltd|PC|P\.A|S\.A|L\.P)\.?)?"
_IS_SEEKING = re.compile(
    rf"({_NAME})(?: \([^)]{{1,20}}\))?(?:,[^.]{{2,90}},)? (?:is (?:currently |now |actively |also )?(?:seeking|looking|hiring|searching|recruiting|in search)|seeks\b|"
    r"recherche\b|recrute\b|sucht\b|busca\b|zoekt\b|cerca\b|poszukuje\b|söker\b|søger\b|procura\b|contrata\b|seleziona\b|selecciona\b)"
)
_IS_A = re.compile(rf"({_NAME})(?: \([^)]{{1,20}}\))?,? (?:is|are) (?:an?|the|one of|dedicated|committed|proud|on a mission|at the forefront)\b")
_IS_EQUAL = re.compile(rf"({_NAME})(?: \([^)]{{1,20}}\))?,? is (?:proud to be )?(?:an? )?(?:[Ee]qual|EEO|EOE|affirmative|Affirmative|committed to (?:diversity|equal))")
_SERVES = re.compile(
    rf"({_NAME})(?: \([^)]{{1,20}}\))?,? (?:provides|offers|specializes|partners|helps|operates|serves|delivers|develops|builds|has been|was founded|believes|"
    r"exists|creates|designs|manufactures|has served|empowers|connects|works)\b"
)
_AT = re.compile(rf"(?:^|[.!?] ?|(?<=[a-z]))(?:At|Chez|Bei|En|Na|Bij) ({_NAME}),? (?:we|you|our|you’ll|you'll|nous|wir|everyone|people|employees|vous)\b")
_ABOUT = re.compile(rf"(?:About|Why|Who is|Working at|Life at|Über|À propos de|A propos de|Sobre|Over|O firmie|Om|Chi è) ({_NAME})\s?[?:]?\s*$")
_JOIN = re.compile(rf"\b[Jj]oin(?:ing)? (?:the )?({_NAME})(?: [Tt]eam\b|\s?!|, | as )")
_TEAM_AT = re.compile(rf"\b(?:team|career|you|role|position|working|work) (?:at|with) ({_NAME})")
_OF_COMPANY = re.compile(r"(?i)\bcompany|about us|who we are|our story|unternehmen|über uns|entreprise|empresa|azienda|bedrijf|wie zijn wij")
_NOT_NAMES = frozenset(
    "this that these those you we our us they it its he she if in on as at please candidates candidate applicants job position role the a an there here what who how when "
    "where why all any each responsibilities requirements experience ability must salary pay benefits location company description overview summary about "
    "qualifications skills education work working team join your their his her strong excellent minimum preferred required both and or for with to from by of is are be "
    "internship full-time part-time remote employer employees title hours schedule note equal no yes not customers clients people being successful reporting "
    "travel duties essential knowledge additional other some most many one two travel applicant incumbent employee support not now today because since while".split()
)
_GENERIC = re.compile(r"^The (?:Company|Role|Position|Team|Job|Ideal|Successful|Candidate|Person|Opportunity|Firm|Department|Salary|Applicant|Incumbent|Employee|Employer|Internship|Work|Pay|Center|School)\b", re.IGNORECASE)


def find_company(evidence: Evidence) -> Found | None:
    """The name of the employer."""
    for labelled in evidence.labelled.get("company", ()):
        name = re.split(r"(?<=[a-z.])(?=[A-Z][a-z]+ )|\s{2,}|[;|\n]|\. ", labelled.value)[0].strip(" .,*")
        if 1 < len(name) <= 70 and name[:1].isalnum() and name.lower() not in _NOT_NAMES:
            return Found(name, (labelled.line.id,))
    votes: Counter[str] = Counter()
    first: dict[str, tuple[str, str]] = {}
    opening = {line.id for line in evidence.lines[:OPENING]}
    for line in evidence.lines:
        for name, weight in _names(line, line.id in opening or bool(_OF_COMPANY.search(line.heading))):
            if _may_be_company(name, evidence.language):
                key = _company_key(name)
                votes[key] += weight
                first.setdefault(key, (name, line.id))
    return _elected(votes, first, evidence.text)


def _elected(votes: Counter[str], first: dict[str, tuple[str, str]], text: str) -> Found | None:
    if not votes:
        return None
    key = max(votes, key=lambda name: (votes[name] + min(3, text.count(first[name][0]) - 1), len(name)))
    if votes[key] + min(3, text.count(first[key][0]) - 1) < ENOUGH:
        return None
    return Found(first[key][0], (first[key][1],))


def _names(line: Line, about_company: bool) -> Iterator[tuple[str, int]]:
    text = line.text
    for pattern, weight in ((_IS_EQUAL, 4), (_IS_SEEKING, 3), (_IS_A, 3 if about_company else 2), (_SERVES, 3 if about_company else 1)):
        if match := pattern.match(text):
            yield _tidy_name(match[1]), weight
            break
    if len(text) < 70 and (match := _ABOUT.match(text)):
        yield _tidy_name(match[1]), 3
    for pattern, weight, hint in ((_AT, 3, "t "), (_JOIN, 2, "oin"), (_TEAM_AT, 1, " ")):
        if hint in text:
            for match in pattern.finditer(text):
                yield _tidy_name(match[1]), weight


def _tidy_name(name: str) -> str:
    name = re.sub(r"(?:[’']s?)$|(?: (?:of|the|and|for|de|du|la|des|&))+$|®|™", "", name.strip(" .,"))
    return name.strip(" .,-")


def _company_key(name: str) -> str:
    return re.sub(r"^the |,? (?:inc|llc|llp|ltd|gmbh)\.?$", "", name.lower())


def _may_be_company(name: str, language: str) -> bool:
    words = name.split()
    if not words or len(name) < 2 or _GENERIC.match(name) or words[0].lower().strip("’'") in _NOT_NAMES or name.isdigit():
        return False
    return not (_is_role(words[-1].lower().strip(".,"), language) or any_of("month", "xx").search(name))


_IDENTIFIER = re.compile(r"#?([A-Za-z]{0,4}[#-]?\s?[\w][\w./-]{2,20})")


def find_identifier(evidence: Evidence) -> Found | None:
    """The posting's number or code."""
    for labelled in evidence.labelled.get("identifier", ()):
        match = _IDENTIFIER.match(labelled.value)
        if match and any(character.isdigit() for character in match[1]):
            return Found(match[1].strip("./"), (labelled.line.id,))
    return None
