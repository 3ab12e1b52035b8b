"""The normalization contract as data: the sections in their order, why text is left out, which markup is allowed."""

from __future__ import annotations

from enum import StrEnum


class SectionKind(StrEnum):
    """The sections of a fragment, in the order in which they are shown."""

    ABOUT = "about-the-role"
    RESPONSIBILITIES = "responsibilities"
    REQUIREMENTS = "requirements"
    QUALIFICATIONS = "qualifications"
    SKILLS = "skills"
    BENEFITS = "benefits"
    PAY = "pay"
    SCHEDULE = "schedule"


class DropReason(StrEnum):
    """Why a block of the source does not stand in the fragment."""

    CHROME = "chrome"
    TITLE = "title"
    METADATA = "metadata"
    CALL_TO_ACTION = "call_to_action"
    EQUAL_OPPORTUNITY = "equal_opportunity"
    PRIVACY = "privacy"
    RECRUITERS = "recruiters"
    LEGAL = "legal"
    FILLER = "filler"
    APPLICATION = "application"
    DUPLICATE = "duplicate"
    HEADING = "heading"


SECTION_ORDER: tuple[SectionKind, ...] = tuple(SectionKind)
# Under names of their own: asking the class for a member takes longer than most questions about a line.
ABOUT, RESPONSIBILITIES, REQUIREMENTS, QUALIFICATIONS, SKILLS, BENEFITS, PAY, SCHEDULE = SECTION_ORDER

# What facts say of the time that pay is for, and of where the work is done.
PAY_UNITS = ("hour", "day", "week", "month", "year")
WORKPLACES = ("remote", "hybrid", "on_site")

# Below this confidence an editor should look at a placement, and the code of the warning that names such.  Of the lines
# placed with less, two in five are misplaced; from 0.9 up, three in a hundred (labelled postings of employers left out
# of the learning).
WEAK_BELOW = 0.6
WEAK_PLACEMENT = "weak_placement"

# Elements a fragment may hold, and the only attributes; links besides are absolute and of one of LINK_SCHEMES.
ALLOWED_ELEMENTS = frozenset("section h2 h3 p ul ol li strong em br a table thead tbody tr th td".split())
ALLOWED_ATTRIBUTES: dict[str, frozenset[str]] = {
    "section": frozenset({"data-section"}),
    "a": frozenset({"href", "rel"}),
}
LINK_SCHEMES = frozenset({"http", "https", "mailto", "tel"})
MAX_NESTING = 64

# Invariant 7: what is refused before anything is read.
MAX_SOURCE_BYTES = 10_000_000
MAX_ELEMENTS = 50_000

SECTION_TITLES: dict[str, dict[SectionKind, str]] = {
    language: dict(zip(SECTION_ORDER, titles, strict=True))
    for language, titles in {
        "en": (
            "About the role", "Responsibilities", "Requirements", "Qualifications",
            "Skills", "Benefits", "Pay", "Schedule",
        ),
        "de": (
            "Über die Stelle", "Aufgaben", "Anforderungen", "Qualifikationen",
            "Kenntnisse", "Leistungen", "Vergütung", "Arbeitszeit",
        ),
        "fr": (
            "Le poste", "Missions", "Exigences", "Qualifications",
            "Compétences", "Avantages", "Rémunération", "Horaires",
        ),
        "es": (
            "Sobre el puesto", "Responsabilidades", "Requisitos", "Formación y méritos",
            "Competencias", "Beneficios", "Retribución", "Horario",
        ),
        "pt": (
            "Sobre a vaga", "Responsabilidades", "Requisitos", "Qualificações",
            "Competências", "Benefícios", "Remuneração", "Horário",
        ),
        "nl": (
            "Over de functie", "Taken", "Functie-eisen", "Kwalificaties",
            "Vaardigheden", "Arbeidsvoorwaarden", "Salaris", "Werktijden",
        ),
        "it": (
            "Il ruolo", "Responsabilità", "Requisiti", "Titoli e qualifiche",
            "Competenze", "Benefit", "Retribuzione", "Orario",
        ),
        "pl": (
            "O stanowisku", "Zakres obowiązków", "Wymagania", "Kwalifikacje",
            "Umiejętności", "Benefity", "Wynagrodzenie", "Czas pracy",
        ),
        "sv": (
            "Om rollen", "Arbetsuppgifter", "Krav", "Kvalifikationer",
            "Kompetenser", "Förmåner", "Lön", "Arbetstid",
        ),
        "da": (
            "Om stillingen", "Arbejdsopgaver", "Krav", "Kvalifikationer",
            "Kompetencer", "Fordele", "Løn", "Arbejdstid",
        ),
        "ja": (
            "仕事の概要", "業務内容", "応募要件", "資格",
            "スキル", "福利厚生", "給与", "勤務時間",
        ),
    }.items()
}  # fmt: skip


def section_titles(language: str) -> dict[SectionKind, str]:
    """The section headings in a language (ISO 639-1), in English where the product does not know it."""
    return SECTION_TITLES.get(language, SECTION_TITLES["en"])
