"""The list as people want it: columns they choose, and views they keep under a name."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from postings import selectors
from postings.admin.asking import person
from postings.models import SavedView
from postings.services import views
from postings.services.errors import NotFound, ServiceError

COLUMNS_CHOSEN = "columns-chosen"
# The list's own name for what a view calls "search".
SEARCH = "q"


def columns_shown(request: HttpRequest) -> list[str]:
    """The columns this person wants, the title first."""
    return selectors.columns_of(SavedView(columns=request.session.get(COLUMNS_CHOSEN, [])))


def kept(request: HttpRequest) -> list[tuple[SavedView, str]]:
    """The person's views, each with the query string that opens it."""
    return [(view, _query(view)) for view in selectors.saved_views(person(request))]


def open_view(request: HttpRequest) -> None:
    """Take the columns of the view that the list is opened with, and its number out of the question.

    The list refuses parameters it does not know.
    """
    asked = request.GET.copy()
    number = asked.pop("view", [""])[-1]
    request.GET = asked  # type: ignore[assignment]
    if not str(number).isdecimal():
        return
    view = next((one for one in selectors.saved_views(person(request)) if one.pk == int(number)), None)
    if view is not None:
        request.session[COLUMNS_CHOSEN] = view.columns


@require_POST
def choose_columns(request: HttpRequest) -> HttpResponse:
    wanted = [name for name in selectors.COLUMNS if name in request.POST.getlist("column")]
    request.session[COLUMNS_CHOSEN] = wanted
    return _back(request)


@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """Keep what is searched, filtered and shown under a name."""
    asked = QueryDict(request.POST.get("back", ""))
    query = {**{name: asked.get(name, "") for name in selectors.FINDING_NAMES}, "search": asked.get(SEARCH, "")}
    try:
        view = views.save_view(
            actor=person(request), name=request.POST.get("name", ""), query=query, columns=columns_shown(request)
        )
    except ServiceError as refusal:
        messages.error(request, refusal.sentence)
        return _back(request)
    messages.success(request, f"Kept as “{view.name}”.")
    return redirect(f"{reverse('admin:postings_posting_changelist')}?{_query(view)}")


@require_POST
def delete(request: HttpRequest, view_id: int) -> HttpResponse:
    try:
        views.delete_view(view_id=view_id, actor=person(request))
    except NotFound as missing:
        raise Http404(missing.sentence) from missing
    messages.success(request, "The view is gone.")
    return redirect("admin:postings_posting_changelist")


def _query(view: SavedView) -> str:
    query = QueryDict(mutable=True)
    query.update({SEARCH if name == "search" else name: value for name, value in view.query.items()})
    query["view"] = str(view.pk)
    return query.urlencode()


def _back(request: HttpRequest) -> HttpResponse:
    return redirect(f"{reverse('admin:postings_posting_changelist')}?{request.POST.get('back', '')}")
