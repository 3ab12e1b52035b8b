"""Whether a line is the job's title again, alone or with company, place, gender forms or codes around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from postings.normalizer.model import Document
from postings.normalizer.words import fold_words

_AROUND = frozenset(
    "a an the and or in at for of with to job title position role vacancy opening opportunity as m w d f x h i gn all"
    " genders mwd mfd stelle als bei im poste offre emploi de du la le en chez puesto vacante cargo vaga em na no"
    " functie vacature bij te lavoro posizione stanowisko praca tjanst stilling hos full time part fulltime parttime"
    " remote hybrid onsite new urgent hiring now we are is".split()
)  # fmt: skip
MOST_WORDS = 16
FIRST_BLOCKS = 6  # a title stands at the head of its posting; further down only its exact words count


@dataclass(frozen=True, slots=True)
class TitleWords:
    """The folded words of the posting's possible titles, and those that may stand around one."""

    titles: tuple[frozenset[str], ...]
    around: frozenset[str]


def title_words(document: Document) -> TitleWords:
    """What the document says of its own title."""
    texts = (document.known.title, document.stated.title, document.title)
    titles = [frozenset(fold_words(text)) - _AROUND for text in texts if text]
    names = [document.known.company, document.stated.company, *document.known.locations, *document.stated.locations]
    around = {word for name in names for word in fold_words(name)}
    return TitleWords(tuple(dict.fromkeys(title for title in titles if title)), _AROUND | around)


def is_title(title: TitleWords, text: str, words: Sequence[str], number: int) -> bool:
    """Whether a piece holds a title's words and nothing that states more."""
    if not words or len(words) > MOST_WORDS or text.endswith((".", "!", "?")):
        return False
    own = set(words) - title.around
    for wanted in title.titles:
        if own == wanted or (number < FIRST_BLOCKS and own and own <= wanted and len(own) >= min(2, len(wanted))):
            return True
    return False
