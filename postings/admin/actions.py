"""What can be done on a posting's page: each parses a form, calls one service, and tells what came of it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from postings import selectors
from postings.admin import conflicts, pages, words
from postings.admin.asking import find, from_the_page, person, status_of, typed_bodies
from postings.services import editing, normalizing, publishing
from postings.services.errors import NotAllowed, NotFound, ServiceError, StaleRevision


@from_the_page
def save(request: HttpRequest, posting_id: str) -> HttpResponse:
    """Save the sections that were edited.  A refusal shows the page again with everything that was typed."""
    posting = find(request, posting_id)
    bodies = typed_bodies(request)
    note = request.POST.get("note", "")
    base_number = _number(request, "base_number")
    try:
        revision = editing.save_sections(
            posting_id=posting.pk, base_number=base_number, bodies=bodies, actor=person(request), note=note
        )
    except StaleRevision:
        return conflicts.page(request, posting, status=409)
    except ServiceError as refusal:
        status = 403 if isinstance(refusal, NotAllowed) else 422
        return pages.desk(request, posting.pk, typed=bodies, note=note, refusal=refusal.sentence, status=status)
    if revision.number == base_number:
        messages.info(request, "Nothing was changed, so nothing was saved.")
    else:
        messages.success(request, f"Saved as revision {revision.number}.")
    return redirect("admin:postings_posting_change", posting.pk)


@from_the_page
def publish(request: HttpRequest, posting_id: int) -> HttpResponse:
    posting = find(request, posting_id)
    base = _number(request, "base_number")

    def act() -> None:
        publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=person(request), base_number=base)

    return told(request, posting.pk, act, f"Published on {posting.site}.")


@from_the_page
def unpublish(request: HttpRequest, posting_id: int) -> HttpResponse:
    posting = find(request, posting_id)
    reason = request.POST.get("reason", "")

    def act() -> None:
        publishing.unpublish(posting_id=posting.pk, site_id=posting.site_id, actor=person(request), reason=reason)

    return told(request, posting.pk, act, f"Taken down from {posting.site}.")


@from_the_page
def restore(request: HttpRequest, posting_id: int) -> HttpResponse:
    posting = find(request, posting_id)
    base, number = _number(request, "base_number"), _number(request, "number")

    def act() -> None:
        editing.restore_revision(posting_id=posting.pk, base_number=base, number=number, actor=person(request))

    return told(request, posting.pk, act, f"The text of revision {number} is back.")


@from_the_page
def restore_section(request: HttpRequest, posting_id: int) -> HttpResponse:
    """One section as it was in an older revision."""
    posting = find(request, posting_id)
    base, number, kind = _number(request, "base_number"), _number(request, "number"), request.POST.get("kind", "")

    def act() -> None:
        editing.restore_section(
            posting_id=posting.pk, base_number=base, kind=kind, number=number, actor=person(request)
        )

    return told(request, posting.pk, act, f"{words.section(kind)} is as it was in revision {number}.")


@from_the_page
def retry(request: HttpRequest, posting_id: int) -> HttpResponse:
    """Run the newest source again, if it failed."""
    posting = find(request, posting_id)
    run = selectors.runs_of(posting).first()
    if run is None:
        raise Http404("This posting has no source.")
    return told(request, posting.pk, lambda: normalizing.retry_run(run=run, actor=person(request)), "Running again.")


@from_the_page
def run_again(request: HttpRequest, posting_id: int) -> HttpResponse:
    """Run today's normalizer over the newest source."""
    posting = find(request, posting_id)
    said = "Running again. What people wrote is never replaced; what would change it waits for a decision."
    return told(request, posting.pk, lambda: normalizing.rerun_posting(posting=posting, actor=person(request)), said)


@from_the_page
def rename(request: HttpRequest, posting_id: int) -> HttpResponse:
    """Save title and company.  A refusal shows the page again with the names that were typed, beside today's."""
    posting = find(request, posting_id)
    names = request.POST.get("title", ""), request.POST.get("company", "")
    was = request.POST.get("was_title", ""), request.POST.get("was_company", "")
    typed = dict(zip(("title", "company"), names, strict=True))
    try:
        editing.rename_posting(posting_id=posting.pk, was=was, actor=person(request), **typed)
    except ServiceError as refusal:
        status = status_of(refusal)
        return pages.desk(request, posting.pk, names=names, refusal=refusal.sentence, status=status)
    messages.success(request, "Title and company are saved.")
    return redirect("admin:postings_posting_change", posting.pk)


def told(request: HttpRequest, posting_id: int, act: Callable[[], object], done: str) -> HttpResponse:
    """Do it, and say on the posting's page that it is done or why it is not."""
    try:
        act()
    except NotAllowed as refusal:
        return pages.desk(request, posting_id, refusal=refusal.sentence, status=403)
    except NotFound as missing:
        raise Http404(missing.sentence) from missing
    except ServiceError as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, done)
    return redirect("admin:postings_posting_change", posting_id)


def _number(request: HttpRequest, name: str) -> int:
    """A number from the form; 0 for nonsense, which no revision has, so that it is refused as stale."""
    value = request.POST.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else 0
