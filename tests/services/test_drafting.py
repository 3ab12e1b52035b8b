"""What somebody typed is kept: while it is typed, and whenever saving it is refused."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from postings import selectors
from postings.models import CareerSite, Draft, Posting, Revision
from postings.services import drafting, editing, placing
from postings.services.errors import NotAllowed, NotFound, ServiceError, StaleRevision, TextInvalid
from tests.services.story import bodies, make_person, normalized

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None) -> Posting:
    return normalized(site)


def draft(posting: Posting, actor: User, base: int = 1, **texts: str) -> Draft | None:
    return drafting.save_draft(posting_id=posting.pk, base_number=base, bodies=texts, actor=actor)


def save(posting: Posting, actor: User, base: int = 1, **texts: str) -> Revision:
    return editing.save_sections(posting_id=posting.pk, base_number=base, bodies=texts, actor=actor)


def kept(posting: Posting, actor: User) -> dict[str, str] | None:
    found = drafting.draft_for(posting_id=posting.pk, actor=actor)
    return found.bodies if found else None


def test_a_draft_is_one_for_each_editor_and_never_history(posting: Posting, editor: User) -> None:
    other = make_person("olga", "Editor")
    for text in ("<p>2</p>", "<p>25</p>"):
        draft(posting, editor, pay=text)
    draft(posting, other, pay="<p>30</p>")
    assert (kept(posting, editor), kept(posting, other)) == ({"pay": "<p>25</p>"}, {"pay": "<p>30</p>"})
    assert Revision.objects.count() == 1
    posting.refresh_from_db()
    assert posting.head_number == 1


def test_saving_takes_what_was_saved_out_of_the_draft_and_brings_the_rest_along(posting: Posting, editor: User) -> None:
    draft(posting, editor, pay="<p>25 EUR</p>", skills="<p>Knots</p>")
    save(posting, editor, pay="<p>25 EUR</p>")
    rest = drafting.draft_for(posting_id=posting.pk, actor=editor)
    assert rest is not None
    assert (rest.bodies, rest.base_number) == ({"skills": "<p>Knots</p>"}, 2)
    save(posting, editor, base=2, skills="<p>Knots</p>")
    assert kept(posting, editor) is None


def test_an_action_on_another_section_brings_the_draft_along(posting: Posting, editor: User) -> None:
    draft(posting, editor, pay="<p>25 EUR</p>")
    placing.restore_block(posting_id=posting.pk, base_number=1, block="4", section="skills", actor=editor)
    assert Draft.objects.get().base_number == 2
    placing.leave_out_block(posting_id=posting.pk, base_number=2, block="3", actor=editor)
    assert Draft.objects.get().base_number == 2, "the section itself has changed: the draft is from before"


def test_a_late_autosave_of_saved_text_is_no_draft(posting: Posting, editor: User) -> None:
    save(posting, editor, pay="<p>25 EUR</p>")
    assert draft(posting, editor, pay=" <p>25  EUR</p>\n") is None
    assert kept(posting, editor) is None


def test_what_a_stale_save_typed_is_kept_with_its_base(posting: Posting, editor: User) -> None:
    other = make_person("olga", "Editor")
    save(posting, other, pay="<p>30 EUR an hour</p>", skills="<p>Calm</p>")
    with pytest.raises(StaleRevision):
        save(posting, editor, pay="<p>24 EUR an hour and meals</p>")
    page = selectors.conflict_page(posting.pk, editor)
    assert page is not None
    assert (page.base.number, page.current.number) == (1, 2)
    pay = next(section for section in page.merge.sections if section.kind == "pay")
    assert (pay.base, pay.mine, pay.theirs) == (
        "<p>24 EUR an hour</p>",
        "<p>24 EUR an hour and meals</p>",
        "<p>30 EUR an hour</p>",
    )
    assert page.merge.conflicts == 1
    texts = page.merge.bodies()
    assert texts["skills"] == "<p>Calm</p>", "what only the other one did comes along"
    merged = editing.merge_sections(posting_id=posting.pk, base_number=2, bodies=texts, actor=editor)
    assert (merged.origin, merged.action, merged.number) == ("merge", "merged", 3)
    assert bodies(merged)["pay"] == "<p>24 EUR an hour and meals</p>"
    assert kept(posting, editor) is None


def test_every_refusal_keeps_what_was_typed(posting: Posting, editor: User) -> None:
    refused = {"pay": "<h3>Only a heading</h3>", "skills": "<p>Knots</p>"}
    with pytest.raises(TextInvalid):
        save(posting, editor, **refused)
    assert kept(posting, editor) == refused
    editor.groups.clear()
    editor = User.objects.get(pk=editor.pk)
    viewer = make_person("vera", "Viewer")
    with pytest.raises(NotAllowed):
        save(posting, viewer, pay="<p>99</p>")
    assert kept(posting, viewer) == {"pay": "<p>99</p>"}
    with pytest.raises(NotAllowed):
        save(posting, editor, pay="<p>98</p>")
    assert kept(posting, editor) == refused, "who may not even look leaves nothing behind"


def test_a_merge_that_comes_too_late_is_kept_as_well(posting: Posting, editor: User) -> None:
    save(posting, make_person("olga", "Editor"), pay="<p>30 EUR</p>")
    with pytest.raises(StaleRevision):
        editing.merge_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>31</p>"}, actor=editor)
    assert kept(posting, editor) == {"pay": "<p>31</p>"}


def test_of_two_bases_the_older_one_counts(posting: Posting, editor: User) -> None:
    draft(posting, editor, skills="<p>Knots</p>")
    other = make_person("olga", "Editor")
    save(posting, other, pay="<p>30 EUR</p>")
    save(posting, other, base=2, pay="<p>31 EUR</p>")
    with pytest.raises(StaleRevision):
        save(posting, editor, base=2, pay="<p>29 EUR</p>")
    both = Draft.objects.get()
    assert (both.bodies, both.base_number) == ({"skills": "<p>Knots</p>", "pay": "<p>29 EUR</p>"}, 1)


def test_drafts_are_for_those_who_may_look(posting: Posting, editor: User, viewer: User) -> None:
    stranger = User.objects.create_user("sam")
    for actor, refusal in ((stranger, NotAllowed), (None, NotAllowed)):
        with pytest.raises(refusal):
            drafting.save_draft(posting_id=posting.pk, base_number=1, bodies={}, actor=actor)
    with pytest.raises(NotFound):
        drafting.save_draft(posting_id=4711, base_number=1, bodies={}, actor=editor)
    with pytest.raises(ServiceError):
        draft(posting, editor, perks="<p>x</p>")


def test_a_draft_can_be_thrown_away(posting: Posting, editor: User) -> None:
    drafting.save_draft(posting_id=posting.pk, base_number=1, bodies={}, actor=editor, names=("Night nurse", ""))
    assert drafting.discard_draft(posting_id=posting.pk, actor=editor)
    assert not drafting.discard_draft(posting_id=posting.pk, actor=editor)
