"""The few words of the careers pages' own, by language."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "language": "en",
        "skip": "Skip to content",
        "open_positions": "Open positions",
        "nothing_open": "There are no open positions right now.",
        "come_back": "New ones appear here as soon as they are published.",
        "older": "Older positions",
        "newest": "Newest positions",
        "all": "All open positions",
        "gone": "This position is no longer open",
        "gone_more": "“{title}” was taken down.",
        "missing": "There is nothing at this address",
        "missing_more": "The address may have been mistyped, or the page has moved.",
    },
    "de": {
        "language": "de",
        "skip": "Zum Inhalt springen",
        "open_positions": "Offene Stellen",
        "nothing_open": "Zurzeit sind keine Stellen offen.",
        "come_back": "Neue Stellen erscheinen hier, sobald sie veröffentlicht sind.",
        "older": "Ältere Stellen",
        "newest": "Neueste Stellen",
        "all": "Alle offenen Stellen",
        "gone": "Diese Stelle ist nicht mehr offen",
        "gone_more": "„{title}“ wird nicht mehr angeboten.",
        "missing": "Unter dieser Adresse gibt es nichts",
        "missing_more": "Vielleicht ist die Adresse falsch geschrieben, oder die Seite ist umgezogen.",
    },
    "fr": {
        "language": "fr",
        "skip": "Aller au contenu",
        "open_positions": "Postes à pourvoir",
        "nothing_open": "Aucun poste n’est à pourvoir pour le moment.",
        "come_back": "Les nouveaux postes apparaissent ici dès leur publication.",
        "older": "Postes plus anciens",
        "newest": "Postes les plus récents",
        "all": "Tous les postes à pourvoir",
        "gone": "Ce poste n’est plus à pourvoir",
        "gone_more": "« {title} » a été retiré.",
        "missing": "Il n’y a rien à cette adresse",
        "missing_more": "L’adresse est peut-être mal écrite, ou la page a changé de place.",
    },
}
_RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur", "yi", "ps", "ckb"})


def words_for(language: str) -> dict[str, str]:
    """The words in a language, in English where it is not known."""
    return WORDS.get(primary(language), WORDS["en"])


def direction_of(language: str) -> str:
    return "rtl" if primary(language) in _RIGHT_TO_LEFT else "ltr"


def primary(language: str) -> str:
    """ "de" for "de-AT"."""
    return language.replace("_", "-").partition("-")[0].lower()
