"""Through every edit a piece of text knows where it comes from, who wrote it and who changed it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from postings.models import CareerSite, Posting, Section
from postings.services import editing, provenance
from tests.services.story import make_person, normalized

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]

GUIDE = b"""about: Our museum shows how clocks were made in this valley
responsibilities: Lead groups of up to twenty guests through the rooms
responsibilities: Wind the clocks every morning
requirements: Good English and one more language"""


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None) -> Posting:
    return normalized(site, GUIDE)


def save(posting: Posting, actor: User, **texts: str) -> dict[str, list[tuple[object, object, object]]]:
    """Save sections and tell for each piece its block, writer and changer."""
    posting.refresh_from_db()
    revision = editing.save_sections(posting_id=posting.pk, base_number=posting.head_number, bodies=texts, actor=actor)
    return {
        section.kind: [(piece["block"], piece["written_by"], piece["edited_by"]) for piece in section.blocks]
        for section in revision.ordered_sections()
    }


def test_untouched_changed_and_new_pieces_are_told_apart(posting: Posting, editor: User) -> None:
    text = (
        "<p>Lead groups of up to thirty guests through the rooms</p><p>Wind the clocks every morning</p><p>Sell tea</p>"
    )
    saved = save(posting, editor, responsibilities=text)["responsibilities"]
    assert saved == [("1", None, editor.pk), ("2", None, None), (None, editor.pk, None)]


def test_formatting_alone_is_a_change(posting: Posting, editor: User) -> None:
    text = "<ul><li>Lead groups of up to twenty guests through the rooms</li></ul><p>Wind the clocks every morning</p>"
    assert save(posting, editor, responsibilities=text)["responsibilities"][0] == ("1", None, editor.pk)


def test_a_piece_keeps_its_origin_in_another_section(posting: Posting, editor: User) -> None:
    lead = "<p>Lead groups of up to twenty guests through the rooms</p>"
    both = "<p>Good English and one more language</p><p>Wind the clocks every morning</p>"
    saved = save(posting, editor, responsibilities=lead, requirements=both)
    assert saved["requirements"] == [("3", None, None), ("2", None, None)]


def test_a_second_editor_is_named_beside_the_first(posting: Posting, editor: User) -> None:
    other = make_person("olga", "Editor")
    save(posting, editor, skills="<p>Telling stories to children and to adults</p>")
    saved = save(posting, other, skills="<p>Telling stories to children and to grown-ups</p>")["skills"]
    assert saved == [(None, editor.pk, other.pk)]


def test_a_rewritten_piece_has_a_writer_and_no_block(posting: Posting, editor: User) -> None:
    saved = save(posting, editor, requirements="<p>Patience</p>")["requirements"]
    assert saved == [(None, editor.pk, None)]


def test_two_blocks_made_one_remember_both(posting: Posting, editor: User) -> None:
    text = "<p>Lead groups of up to twenty guests through the rooms Wind the clocks every morning</p>"
    posting_section = save(posting, editor, responsibilities=text)["responsibilities"]
    assert posting_section == [("1", None, editor.pk)]
    newest = Section.objects.filter(kind="responsibilities").last()
    assert newest is not None
    assert newest.blocks[0]["also"] == ["2"]


def test_reading_a_section_to_passages_and_writing_it_gives_the_same(posting: Posting, editor: User) -> None:
    text = "<h3>Daily</h3><ul><li>Lead <strong>groups</strong></li><li>Wind</li></ul><ol><li>One</li></ol><p>Close</p>"
    save(posting, editor, responsibilities=text)
    for section in Section.objects.all():
        written = provenance.text_of(provenance.passages_of(section))
        assert (written.html, written.blocks) == (section.html, section.blocks)
