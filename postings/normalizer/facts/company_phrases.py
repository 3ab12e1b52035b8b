"""The patterns by which a text speaks of an employer, made of the words in the tables of all languages.

`NAME` is what may be a name where something around it says so.  A mention is a pattern with how much it weighs, and
the words with one of which it begins: only where one of those occurs is the pattern tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from postings.normalizer.facts.lexicon import as_written, everywhere, opening_words, own_phrases


def _any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first; for none of them, one that never matches."""
    return f"(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True))) or '(?!)'})"


def _capitalized(phrase: str) -> str:
    return phrase[0].upper() + phrase[1:]


# Capitals of the languages read, and a small letter or two that a capital follows at once ("zBread").
_FIRST = "(?:[a-z]{1,2}(?=[A-Z]))?[A-Z0-9À-ÞĄĆĘŁŃŚŹŻČŠŽŐŰ]"
_NAME_WORD = rf"(?:(?:[dD][’'])?{_FIRST}[\w&’'.®+-]{{0,40}}|&|{_any_of(everywhere('word_in_name'))})"
_FORM_BEHIND = r"(?:, (?:Inc|LLC|LLP|Ltd|PC|P\.A|S\.A|L\.P)\.?)?"
NAME = rf"(?:The )?{_FIRST}[\w&’'®+.-]{{0,40}}(?:/\d+)?(?:,? {_NAME_WORD}){{0,7}}{_FORM_BEHIND}"
_WHOLE_WORDS = NAME.replace("{0,40}", "{0,40}+")  # for where no part of a word need be tried
# The first words with which `subject_of` goes on behind a name, beside the verbs of the tables.
_FIRST_OF_VERBS = ("invites", "participates", "does", "will", "prohibits", "reserves", "is", "are", "acts", "operates")
OWNED = re.compile(rf"({NAME})[’']s? (?!degree)[a-zA-Z]")
JOIN = re.compile(
    rf"[Jj]oin(?:ing)? (?:the )?({NAME})(?: [Tt]eam\b|\s?[!?]|, | as | for an? | and (?:be|become|help)\b)"
)
# Inside a sentence, as it ends in front of an apostrophe.
OWNER = re.compile(
    r"[a-z,:] ((?:the |The )?[A-Z0-9À-Þ][\w&.+-]{1,30}(?: (?:&|of|and|[A-Z0-9À-Þ][\w&.+-]{0,30})){0,4})$"
)
_BEFORE_TEAM = frozenset("eam eer you ole ion ing ork".split())
_TEAM_AT = re.compile(rf"(?<=(?:.team|areer|..you|.role|ition|rking|.work)) (?:at|with) ({NAME})")
_OUR_TEAM_AT = re.compile(
    rf"(?:[Jj]oin|of|[Jj]oining) (?:our|the|a) (?:[\w’'&-]+ ){{0,4}}"
    rf"(?:team|crew|staff|family|group|department|division|practice) at (?:the )?({NAME})"
)
_HOLDS_ROLE_AT = re.compile(
    rf"(?:[Rr]ole|[Pp]osition|[Oo]pportunity) (?:for|as|of|is) (?:an?|the) [^.,;\n]{{3,70}}? at (?:the )?({NAME})"
    r"(?=[.,]|\s?$| [a-z(])",
    re.MULTILINE,
)
_CAREER_AT = re.compile(rf"(?:[Cc]areers? (?:at|with)|(?:[Pp]ositions|[Jj]obs|[Oo]pportunities) at) (?:the )?({NAME})")
_ABOUT_INSIDE = re.compile(rf"About ({NAME}): ")
_THE_TEAM = re.compile(rf"The ({NAME}) [Tt]eam (?:is|has|at)\b")
_EMPLOYEES_OF = re.compile(rf"(?:employees|staff) of (?:the )?({NAME})(?=[.,;)]|\s?$)", re.MULTILINE)
_TRADES_AS = re.compile(rf"(?:dba|DBA|d/b/a|D/B/A) ({NAME})")
_LAB_AT = re.compile(
    rf" at (?:the )?({NAME})(?: \([^)]{{1,40}}\))?,? (?:is|are) (?:currently |now )?"
    r"(?:seeking|looking|hiring|recruiting|inviting)"
)
_ROLE_AT = re.compile(
    rf" at (?:the )?({NAME}) (?:supports|is responsible|reports|leads|oversees|manages|performs|assists)\b"
)
_WE_AT = re.compile(rf"(?:[Ww]e|us|[Hh]ere) at (?:the )?({NAME})(?=,? [a-z]|[,.!:]|\s?$)", re.MULTILINE)
_WELCOME = re.compile(rf"(?:Welcome to|Greetings from) ({NAME})(?=[,.!:*]|\s?$| [–—-] )", re.MULTILINE)
_WE_ARE_NAMED = re.compile(
    rf"(?:We are|We’re|We're) (?![A-Z][a-z]+ing\b)({NAME})(?=[.!]|\s?$| [–—-] |, (?:an?|the|one|and we)\b)",
    re.MULTILINE,
)
# Words with which a sentence begins that speaks of the employer before it names it.
_OPEN_CLAUSE = (
    *("As a ", "As an ", "As the ", "As one of ", "Through ", "With ", "Since ", "For over ", "For more than "),
    *("Founded ", "Established ", "Headquartered ", "Based in "),
)
_PART_OF = re.compile(rf"(?:part|member) of (?:the |our )?({NAME}) (?:team|family|crew|community|difference)\b")
_AS_ONE = re.compile(rf"[A-Z][a-z]+ [^,.;\n]{{6,90}}, ({NAME}) (?!is (?:an? |the )?(?:plus|must))[a-z]+s\b")
_AT_ORGANIZATION = re.compile(
    r" at (?:the )?((?:[A-Z][\w&’'.-]+ ){1,4}(?:Group|Partners|Company|Corporation|Agency|University|College|School"
    r"|Academy|Hospital|Clinic|Foundation|Institute|Associates|Studios?|Labs?|Technologies|Solutions|Systems"
    r"|Industries|Bank|Insurance|Health|Healthcare|Capital|Ventures|Consulting))"
    r"(?!, [A-Z][^.\n]{4,60} or )(?=[.,:;)]|\s?$| [a-z(])",
    re.MULTILINE,
)
# "… of Halden Maritime" in front of "Museum".
BEFORE_KIND = re.compile(r"(?<![\w’'-])((?:St\.? )?[A-Z][\w’'-]+(?: (?:[A-Z][\w’'-]+|&|and|of))*)$")
BEHIND_KIND = re.compile(
    r" (?:is|are) (?:(?:currently |now )?(?:seeking|looking|hiring|recruiting)|committed to (?:the safe|safeguard))"
)
# "… for the Night Baker position at Halden Mills?", with which pages of a job board begin.
_IN_QUESTION = re.compile(rf"job description for the [^\n]{{4,90}}? position at ({NAME})\?")
# "A postdoctoral position is available in the group of Dr. Lund at Halden University"
_OF_PERSON = r"(?:[A-Z][a-z]{0,3}\. ?[^.\n]{0,60}?){0,2}"
_POSITION_AT = re.compile(
    rf"(?:positions?|fellowships?|vacancy|vacancies|postdoc|openings?) [^.\n]{{0,40}}?{_OF_PERSON}\bat (?:the )?"
    r"((?:University|College|Institute|School|Academy) of (?:[A-Z][\w’'-]+[ ,&]{0,2}(?:and )?){1,3}(?<=\w)"
    r"|(?:[A-Z][\w’'.-]+ ){1,4}(?:University|College|Institute|Observatory|Hospital|Museum|Laboratory))"
)
_JOINS_AS = re.compile(rf"to join ({NAME}) as (?:an?|our)\b")
# "Créé en 1987, le Groupe Marlow conçoit …"
_SINCE = re.compile(rf"\w+ [^,.\n]{{2,60}}, (?:le |la |l['’]|il |el |o |a )?({NAME}) [a-zà-ÿ]")
# "Notre client, Brasserie Marlow, recherche": for whom an agency seeks.
_CLIENT = re.compile(rf"[\w ]+, (?:la société |l'entreprise |die |de )?({NAME}) ?,")
_PUBLIC = re.compile(r"((?:City|Town|County|Village|University|Diocese|State) of [A-Z][\w-]+(?: [A-Z][\w-]+){0,3})")


@dataclass(frozen=True, slots=True)
class Mention:
    """A pattern whose first group is a name.  `apart`: no letter may touch its beginning; `before`: the three
    signs in front of it are one of these.
    """

    pattern: re.Pattern[str]
    weight: int
    hints: tuple[str, ...]
    apart: bool = False
    before: frozenset[str] = frozenset()


_ENGLISH = (
    Mention(JOIN, 2, ("Join", "join"), apart=True),
    Mention(_TEAM_AT, 1, (" at ", " with "), before=_BEFORE_TEAM),
    Mention(_OUR_TEAM_AT, 3, ("Join ", "join ", "of ", "Joining ", "joining ")),
    Mention(_WE_AT, 3, ("We at ", "we at ", "us at ", "Here at ", "here at "), apart=True),
    Mention(_LAB_AT, 3, (" at ",)),
    Mention(_ROLE_AT, 2, (" at ",)),
    Mention(_WELCOME, 3, ("Welcome to ", "Greetings from ")),
    Mention(_HOLDS_ROLE_AT, 3, ("role ", "Role ", "position ", "Position ", "opportunity ", "Opportunity ")),
    Mention(_AT_ORGANIZATION, 2, (" at ",)),
    Mention(_IN_QUESTION, 5, ("job description for the ",)),
    Mention(_POSITION_AT, 3, ("position ", "positions ", "fellowship ", "vacancy ", "postdoc ", "opening ")),
    Mention(_EMPLOYEES_OF, 3, ("employees of ", "staff of ")),
    Mention(_TRADES_AS, 3, ("dba ", "DBA ", "d/b/a ", "D/B/A ")),
    Mention(_CAREER_AT, 2, ("career at ", "career with ", "careers at ", "careers with ", "Career at ", "Careers at ")),
    Mention(
        _CAREER_AT,
        3,
        tuple(f"{word} at " for word in ("positions", "Positions", "jobs", "Jobs", "opportunities", "Opportunities")),
    ),
    Mention(_ABOUT_INSIDE, 2, ("About ",)),
    Mention(_THE_TEAM, 2, ("The ",)),
    Mention(_PART_OF, 2, ("part of ", "member of ")),
    Mention(_AS_ONE, 2, _OPEN_CLAUSE),
    Mention(_JOINS_AS, 3, ("to join ",)),
    Mention(_SINCE, 3, tuple(f"{words} " for words in as_written("founded"))),
    Mention(_CLIENT, 3, tuple(f"{words}, " for words in as_written("our_client"))),
    Mention(_WE_ARE_NAMED, 3, ("We are ", "We’re ", "We're ")),
    Mention(
        _PUBLIC,
        1,
        ("City of ", "Town of ", "County of ", "Village of ", "University of ", "Diocese of ", "State of "),
        apart=True,
    ),
)


@cache
def mentions(language: str) -> tuple[Mention, ...]:
    """The mentions to look for in a text of a language; outside English, those of all languages."""
    english = language == "en"
    at = tuple(map(_capitalized, own_phrases("company_at", "en") if english else everywhere("company_at")))
    who = _any_of(everywhere("company_at_whom"))
    found = Mention(re.compile(rf"{_any_of(at)} (?:the )?({NAME}),? {who}\b"), 3, _hints(at))
    if english:
        return (found, *_ENGLISH)
    signed = tuple(map(_capitalized, everywhere("company_signed")))
    are = tuple(map(_capitalized, everywhere("company_we_are")))
    welcome = as_written("company_welcome")
    return (
        found,
        *_ENGLISH,
        Mention(re.compile(rf"{_any_of(signed)} ([A-ZÄÖÜ][\w&.]{{2,30}})[- ]Team\b"), 3, _hints(signed)),
        Mention(re.compile(rf"{_any_of(are)} ({NAME})"), 2, _hints(are), apart=True),
        Mention(
            re.compile(rf"{_any_of(are)} ({_FIRST}[\w&.-]+(?: (?:& )?{_FIRST}[\w&.-]+){{1,2}})(?= [–—-] |[,.!])"),
            1,
            _hints(are),
            apart=True,
        ),
        Mention(re.compile(rf"{_any_of(welcome)} (?:der |die |den |la |el )?({NAME})"), 3, _hints(welcome), apart=True),
    )


@cache
def hints_of_mentions(language: str) -> tuple[str, ...]:
    """The hints of all these mentions."""
    return tuple(dict.fromkeys(hint for mention in mentions(language) for hint in mention.hints))


def _hints(phrases: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{phrase} " for phrase in phrases)


@cache
def organization_of(language: str) -> re.Pattern[str]:
    """A name that ends in a word for a kind of public body ("Haldens kommun"), at the beginning of a line."""
    kinds = _any_of(own_phrases("organization_behind", language)) if language != "en" else "(?!)"
    return re.compile(rf"((?:{_FIRST}[\w-]+ ){{1,2}}{kinds})\b", re.IGNORECASE if language == "da" else 0)


@cache
def opening_of(language: str) -> re.Pattern[str]:
    """Who a posting begins with outside English: a kind of house with its name, who does something, or since a year.

    "Bakkerij Van Halden bakt", "Halden Mühlen mahlt seit 1949", "A Casa de Marlow leva".
    """
    joins = "(?:van|der|den|de|da|do|das|dos|del|della|di|du|des|la|las|los|lo|y|e|et|en|und|&)"
    behind = rf"(?:(?: {joins}){{0,2}} {_FIRST}[\w&’'-]*+)"
    kinds, does, since = (
        _any_of(words)
        for words in (
            opening_words(language),
            own_phrases("company_does", language),
            own_phrases("since_year", language),
        )
    )
    name = rf"{_FIRST}[\w&’'-]*+{behind}{{0,4}}"
    return re.compile(
        rf"(?P<kind>(?i:{kinds}){behind}{{1,5}}+)(?= [a-zà-ÿ])|(?P<does>{name})(?= {does}\b)"
        rf"|(?P<since>{name})(?= [a-zà-ÿ]+ (?:[a-zà-ÿ]+ ){{0,3}}{since} (?:19|20)\d\d\b)"
    )


@cache
def legal() -> re.Pattern[str]:
    """A name with its legal form; in Japanese the form stands first."""
    joins = f"(?:{_any_of(('&', *everywhere('joins_names')))} )?"
    word = f"{_FIRST}[\\w&’'-]*"
    forms, before = _any_of(as_written("legal_form")), _any_of(as_written("legal_form_before"))
    return re.compile(
        rf"(?:(?<![\w.])|(?<=[a-z]\.))((?:{word}\.? {joins}){{0,4}}{word}\.?,? {joins}{forms})(?![\w-])"
        rf"|({before}[^\s、。（(／]{{2,14}}?)(?=[はがのでにをと、。（(／\s]|$)"
    )


@cache
def legal_hints() -> tuple[str, ...]:
    """What must occur in a text for `legal` to find anything."""
    return (*(f" {form}" for form in as_written("legal_form")), *as_written("legal_form_before"))


@cache
def subject_of(language: str) -> re.Pattern[str]:
    """A name at the beginning of a line, and what is said of it."""
    wishes = _any_of(own_phrases("company_is_wish", language)) if language != "en" else "(?!)"
    is_own = rf"{_any_of(own_phrases('company_is', language))}(?! {wishes})" if language != "en" else "(?!)"
    seeks, serves = (
        rf"(?:{'|'.join(map(re.escape, everywhere(name)))})\b" for name in ("company_seeks", "company_serves")
    )
    return re.compile(
        rf"(?P<name>{_WHOLE_WORDS})(?: \([^)]{{1,30}}\))?(?: (?:in|i|à|a|en|em|w) {_FIRST}[\w-]+)?"
        r"(?:,[^.\n]{2,90},|, an? [^.\n]{2,110}?(?= (?:seeks|is seeking|is looking|is hiring)\b))?,? (?:"
        r"(?P<equal>is (?:proud to be )?(?:an? )?(?:[Ee]qual|EEO|EOE|[Aa]ffirmative|committed to (?:diversity|equal))"
        r"|(?:participates in|does not (?:discriminate|accept)|will (?:provide|make) reasonable"
        r"|provides (?:equal|reasonable)|prohibits discrimination|reserves the right"
        r"|(?:acts|is acting|operates) as an? (?:[Ee]mployment|[Rr]ecruitment) "
        r"|is not (?:currently |presently )?(?:offering|accepting|sponsoring|able)"
        r"|will not (?:discriminate|accept|sponsor))\b)"
        r"|(?P<seeks>is (?:currently |now |actively |also )?(?:seeking|looking|hiring|searching|recruiting|in search)\b"
        r"|invites applications\b"
        rf"|{seeks})"
        r"|(?P<is>(?:is|are) (?:an?|the|one of|dedicated|committed|proud|on a mission|at the forefront)\b"
        r"(?! (?:(?:strong |big |huge |definite )?(?:plus|must|bonus|preference|advantage|asset)|requirement|nice)))"
        rf"|(?P<own>{is_own}\b)"
        rf"|(?P<serves>{serves}))"
    )


@cache
def verbs(language: str) -> tuple[str, ...]:
    """The first words behind a name that tell what is said of it: a line without any of them need not be looked at."""
    own = own_phrases("company_is", language) if language != "en" else ()
    found = (verb.split()[0] for verb in (*everywhere("company_seeks"), *everywhere("company_serves"), *own))
    return tuple(f" {verb}" for verb in dict.fromkeys((*_FIRST_OF_VERBS, *found)))


@cache
def about_words() -> tuple[str, ...]:
    """With which a heading begins that ends in the company's name; a capital tells them from a sentence's."""
    return tuple(f"{_capitalized(phrase)} " for phrase in everywhere("company_about"))


@cache
def about() -> re.Pattern[str]:
    """A heading that ends in the company's name."""
    return re.compile(rf"(?:{'|'.join(about_words())})({NAME})\s?[?:]?[^\w]*$")
