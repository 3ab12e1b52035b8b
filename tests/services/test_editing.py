"""Saving compares and swaps: nothing is lost in silence, and only what changed is written."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from postings.models import AuditEntry, CareerSite, Draft, Posting, Revision, Section
from postings.services import drafting, editing, provenance
from postings.services.errors import Conflict, NotAllowed, NotFound, StaleNames, StaleRevision, TextInvalid
from tests.services.story import NAMES, bodies, normalized, receive

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None) -> Posting:
    return normalized(site)


def save(posting: Posting, actor: User | None, base: int = 1, **sections: str) -> Revision:
    kinds = {kind.replace("_", "-"): body for kind, body in sections.items()}
    return editing.save_sections(posting_id=posting.pk, base_number=base, bodies=kinds, actor=actor)


def test_a_save_makes_a_revision_and_shares_untouched_sections(posting: Posting, editor: User) -> None:
    revision = save(posting, editor, pay="<p>26 EUR an hour</p>")
    assert (revision.number, revision.origin, revision.author, revision.base) == (2, "editor", editor, posting.head)
    assert revision.section("responsibilities") == posting.head.section("responsibilities")
    assert bodies(revision)["pay"] == "<p>26 EUR an hour</p>"
    assert Section.objects.count() == 3


def test_saving_what_stands_there_makes_no_revision(posting: Posting, editor: User) -> None:
    assert save(posting, editor, pay="<p>24  EUR an hour</p>\n") == posting.head
    assert Revision.objects.count() == 1


def test_an_emptied_section_disappears_and_a_new_one_appears(posting: Posting, editor: User) -> None:
    revision = save(posting, editor, pay="<p> </p>", skills="<ul><li>Triage</li></ul>")
    assert list(bodies(revision)) == ["responsibilities", "skills"]


def test_a_section_that_comes_back_continues_its_history(posting: Posting, editor: User) -> None:
    save(posting, editor, pay="")
    assert save(posting, editor, base=2, pay="<p>Ask us</p>").section("pay").version == 2


def test_markup_is_cleaned_to_the_contract(posting: Posting, editor: User) -> None:
    dirty = '<div style="color:red"><script>x()</script>30 <b onclick="x()">EUR</b> <a href="javascript:x">a day</a>'
    assert bodies(save(posting, editor, pay=dirty))["pay"] == "<p>30 <strong>EUR</strong> a day</p>"


def test_untouched_pieces_keep_their_origin_and_new_ones_name_their_author(posting: Posting, editor: User) -> None:
    section = save(posting, editor, pay="<p>24 EUR an hour</p><p>and a bonus</p>").section("pay")
    assert [(piece["block"], piece["written_by"]) for piece in section.blocks] == [("3", None), (None, editor.pk)]


def test_a_save_from_an_old_revision_is_refused_with_both_numbers(posting: Posting, editor: User) -> None:
    save(posting, editor, pay="<p>26 EUR</p>")
    with pytest.raises(StaleRevision) as refusal:
        save(posting, editor, base=1, pay="<p>28 EUR</p>")
    assert (refusal.value.current, refusal.value.base, refusal.value.code) == (2, 1, "stale_revision")
    assert "saved by edgar" in refusal.value.sentence
    assert Revision.objects.count() == 2


def test_a_stale_save_is_told_even_where_it_would_change_nothing(posting: Posting, editor: User) -> None:
    save(posting, editor, pay="<p>26 EUR</p>")
    with pytest.raises(StaleRevision):
        save(posting, editor, base=1, pay="<p>26 EUR</p>")


@pytest.mark.parametrize(
    ("kind", "body", "code"),
    [
        ("perks", "<p>Coffee</p>", "section_unknown"),
        ("pay", "<h3>Only a heading</h3>", "empty_section"),
        ("pay", "<div>" * 5000 + "deep", "too_many_elements"),
    ],
)
def test_text_that_breaks_the_contract_is_refused(
    posting: Posting, editor: User, kind: str, body: str, code: str
) -> None:
    with pytest.raises(TextInvalid) as refusal:
        editing.save_sections(posting_id=posting.pk, base_number=1, bodies={kind: body}, actor=editor)
    assert refusal.value.code == code
    assert Revision.objects.count() == 1


def test_a_posting_keeps_at_least_one_section(posting: Posting, editor: User) -> None:
    with pytest.raises(TextInvalid, match="at least one section"):
        save(posting, editor, pay="", responsibilities="")


def test_who_may_not_edit_is_refused(posting: Posting, viewer: User) -> None:
    for actor in (viewer, None):
        with pytest.raises(NotAllowed):
            save(posting, actor, pay="<p>1</p>")


def test_a_posting_without_text_cannot_be_edited(site: CareerSite, editor: User) -> None:
    with pytest.raises(Conflict, match="no text yet"):
        save(receive(site).posting, editor, base=0, pay="<p>1</p>")


def test_a_posting_that_is_not_there_is_not_found(editor: User) -> None:
    with pytest.raises(NotFound):
        editing.save_sections(posting_id=4711, base_number=1, bodies={}, actor=editor)


def test_an_older_revision_can_be_restored_whole(posting: Posting, editor: User) -> None:
    save(posting, editor, pay="", skills="<p>Triage</p>")
    restored = editing.restore_revision(posting_id=posting.pk, base_number=2, number=1, actor=editor)
    assert (restored.number, restored.origin, restored.author) == (3, "restore", editor)
    assert bodies(restored) == bodies(posting.head)
    assert Section.objects.count() == 3, "restoring shares the old section versions"


def test_restoring_any_revision_gives_its_bytes(posting: Posting, editor: User) -> None:
    edits: list[dict[str, str]] = [
        {"pay": "<p>24 EUR an hour</p><table><tr><td>Nights</td><td>28 EUR</td></tr></table>"},
        {
            "skills": "<ul><li>Triage<ul><li>By phone</li></ul></li><li><a href='https://ward.example/a?b=1&amp;c'>More</a></li></ul>"
        },
        {"responsibilities": "<h3>Days</h3><p>Look <strong>after <em>patients</em></strong><br>and families</p>"},
        {"pay": "", "benefits": "<ol><li>Ein Zimmer – für 1 &lt; 2 Personen</li></ol>"},
        {"skills": "<p>夜勤ができる方</p>", "pay": "<p>24 EUR an hour</p>"},
    ]
    for number, edit in enumerate(edits, 1):
        save(posting, editor, base=number, **edit)
    bytes_of = {revision.number: bodies(revision) for revision in Revision.objects.with_sections()}
    assert len({tuple(sorted(text.items())) for text in bytes_of.values()}) == len(edits) + 1
    for head, number in enumerate(sorted(bytes_of)[:-1], len(edits) + 1):
        restored = editing.restore_revision(posting_id=posting.pk, base_number=head, number=number, actor=editor)
        assert bodies(restored) == bytes_of[number]


def test_restoring_the_head_changes_nothing_and_a_stale_restore_is_refused(posting: Posting, editor: User) -> None:
    assert editing.restore_revision(posting_id=posting.pk, base_number=1, number=1, actor=editor).number == 1
    with pytest.raises(StaleRevision):
        editing.restore_revision(posting_id=posting.pk, base_number=0, number=1, actor=editor)
    with pytest.raises(NotFound):
        editing.restore_revision(posting_id=posting.pk, base_number=1, number=9, actor=editor)


def test_an_editor_renames_a_posting(posting: Posting, editor: User) -> None:
    for title in (" Ward\nnurse ", "Ward nurse"):
        editing.rename_posting(posting_id=posting.pk, title=title, company="The Ward", was=NAMES, actor=editor)
    posting.refresh_from_db()
    assert (posting.title, posting.title_origin, posting.company) == ("Ward nurse", "editor", "The Ward")
    entry = AuditEntry.objects.get(action="posting.renamed")
    assert entry.details == {"from": ["Nurse", "Ward House"], "to": ["Ward nurse", "The Ward"]}
    with pytest.raises(TextInvalid):
        editing.rename_posting(posting_id=posting.pk, title=" \u200b", company="", was=NAMES, actor=editor)


def test_names_that_others_changed_meanwhile_are_not_replaced_and_what_was_typed_is_kept(
    posting: Posting, editor: User, publisher: User
) -> None:
    editing.rename_posting(posting_id=posting.pk, title="Midwife", company="The Ward", was=NAMES, actor=publisher)
    drafting.save_draft(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>30</p>"}, actor=editor)
    typed = {"posting_id": posting.pk, "title": "Night nurse", "company": "Ward House", "actor": editor}
    with pytest.raises(StaleNames, match="named “Midwife, The Ward”"):
        editing.rename_posting(was=NAMES, **typed)
    draft = Draft.objects.get()
    assert (draft.title, draft.company, draft.bodies) == ("Night nurse", "Ward House", {"pay": "<p>30</p>"})
    drafting.save_draft(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>31</p>"}, actor=editor)
    assert Draft.objects.get().title == "Night nurse"
    editing.rename_posting(was=("Midwife", "The Ward"), **typed)
    draft = Draft.objects.get()
    assert (draft.title, draft.bodies) == ("", {"pay": "<p>31</p>"})
    assert Posting.objects.get().title == "Night nurse"


def test_the_same_names_from_two_people_are_no_conflict(posting: Posting, editor: User, publisher: User) -> None:
    for person in (editor, publisher):
        editing.rename_posting(posting_id=posting.pk, title="Midwife", company="", was=NAMES, actor=person)
    assert AuditEntry.objects.filter(action="posting.renamed").count() == 1


def test_an_untouched_paragraph_of_several_pieces_keeps_them_all(
    site: CareerSite, sent_runs: list[int], editor: User
) -> None:
    """The real normalizer parts a paragraph into sentences; side by side they are one paragraph again."""
    html = "<p>We build boats. You sail them.</p>"
    pieces = [
        {"html": "<p>We build boats.</p>", "block": "4.1", "written_by": None},
        {"html": "<p>You sail them.</p>", "block": "4.2", "written_by": None},
    ]
    before = Section(kind="about-the-role", html=html, blocks=pieces)
    after = {"about-the-role": f"{html}\n<p>New.</p>"}
    text = provenance.edited_texts({"about-the-role": before}, after, editor)["about-the-role"]
    assert [piece["block"] for piece in text.blocks] == ["4.1", "4.2", None]
