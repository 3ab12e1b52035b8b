"""Ways of looking at the list of postings that people keep under a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction

from postings.models import SavedView
from postings.selectors import COLUMNS, FINDING_NAMES
from postings.services.errors import NotFound, TextInvalid
from postings.services.wording import clean_line, make_storable

NAME_LENGTH_MAX = 80
VALUE_LENGTH_MAX = 200
VIEWS_MAX = 50


@transaction.atomic
def save_view(*, actor: User, name: str, query: Mapping[str, object], columns: Sequence[str] = ()) -> SavedView:
    """Keep a search with its filters and columns under a name; the same name replaces what was kept under it.

    What no filter or column is called is left out.  Raises TextInvalid (name_missing, too_many_views).
    """
    wanted = clean_line(name, NAME_LENGTH_MAX)
    if not wanted:
        raise TextInvalid("A view needs a name.", "name_missing")
    mine = SavedView.objects.filter(user=actor)
    if not mine.filter(name=wanted).exists() and mine.count() >= VIEWS_MAX:
        raise TextInvalid(f"You keep {VIEWS_MAX} views already. Delete one first.", "too_many_views")
    kept = {key: make_storable(str(query[key])[:VALUE_LENGTH_MAX]) for key in FINDING_NAMES if query.get(key)}
    shown = [column for column in dict.fromkeys(columns) if column in COLUMNS]
    defaults = {"query": kept, "columns": shown}
    return SavedView.objects.update_or_create(user=actor, name=wanted, defaults=defaults)[0]


def delete_view(*, view_id: int, actor: User) -> None:
    """Forget one of the actor's own views.  Raises NotFound."""
    if not SavedView.objects.filter(pk=view_id, user=actor).delete()[0]:
        raise NotFound("You have no such view.")
