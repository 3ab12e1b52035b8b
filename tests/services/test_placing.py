"""Blocks are moved by one action each: a revision that says what was done, and only the touched sections change."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from postings.models import AuditEntry, CareerSite, NormalizationRun, Posting, Revision, Section
from postings.normalizer import normalize
from postings.services import editing, normalizing, placing
from postings.services.errors import Conflict, NotAllowed, NotFound, StaleRevision, TextInvalid
from tests.services.story import bodies, normalized

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]

# Blocks 0 to 6.
SAILOR = b"""title: Sailor
responsibilities: Hoist the sails
responsibilities: Ability to lift 25 kg
drop: Apply now
requirements: A calm mind
responsibilities: Scrub the deck
pay: 20 EUR an hour"""


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None, sent_runs: list[int]) -> Posting:
    return normalized(site, SAILOR)


def act(action: Any, posting: Posting, actor: User | None, base: int = 1, **more: Any) -> Revision:
    revision: Revision = action(posting_id=posting.pk, base_number=base, actor=actor, **more)
    return revision


def blocks(revision: Revision, kind: str) -> list[Any]:
    section = revision.section(kind)
    return [piece["block"] for piece in section.blocks] if section else []


def test_placing_a_block_moves_it_with_its_origin_and_says_so(posting: Posting, editor: User) -> None:
    revision = act(placing.place_block, posting, editor, block="2", section="requirements")
    assert (revision.origin, revision.action) == ("editor", "block_placed")
    assert revision.note == "Placed “Ability to lift 25 kg” in Requirements"
    assert blocks(revision, "responsibilities") == ["1", "5"]
    assert blocks(revision, "requirements") == ["2", "4"], "where the source has it"
    assert bodies(revision)["requirements"] == "<p>Ability to lift 25 kg</p>\n<p>A calm mind</p>"
    assert AuditEntry.objects.filter(action="block.placed").get().actor == editor


def test_only_touched_sections_get_a_version_and_the_action_is_cheap(posting: Posting, editor: User) -> None:
    with CaptureQueriesContext(connection) as queries:
        revision = act(placing.place_block, posting, editor, block="2", section="requirements")
    assert revision.section("pay") == posting.head.section("pay")
    assert Section.objects.count() == 3 + 2
    assert len(queries) <= 30


def test_a_position_counts_as_a_reader_counts(posting: Posting, editor: User) -> None:
    revision = act(placing.place_block, posting, editor, block="4", section="responsibilities", position=1)
    assert blocks(revision, "responsibilities") == ["1", "4", "2", "5"]
    assert revision.section("requirements") is None, "an emptied section goes"


def test_leaving_out_restoring_and_undoing(posting: Posting, editor: User) -> None:
    left = act(placing.leave_out_block, posting, editor, block="2")
    assert (left.note, blocks(left, "responsibilities")) == ("Left out “Ability to lift 25 kg”", ["1", "5"])
    back = act(placing.restore_block, posting, editor, base=2, block="2")
    assert back.note == "Restored “Ability to lift 25 kg” to Responsibilities"
    assert bodies(back) == bodies(posting.head)
    undone = act(editing.restore_revision, posting, editor, base=3, number=back.base.number)
    assert bodies(undone) == bodies(left)


def test_what_the_normalizer_left_out_comes_back_beside_its_neighbours(posting: Posting, editor: User) -> None:
    revision = act(placing.restore_block, posting, editor, block="3")
    assert revision.note == "Restored “Apply now” to Responsibilities"
    assert blocks(revision, "responsibilities") == ["1", "2", "3", "5"]
    elsewhere = act(placing.place_block, posting, editor, base=2, block="3", section="skills")
    assert bodies(elsewhere)["skills"] == "<p>Apply now</p>"


def test_what_is_in_place_is_not_restored_and_what_is_out_is_not_left_out(posting: Posting, editor: User) -> None:
    with pytest.raises(Conflict) as refusal:
        act(placing.restore_block, posting, editor, block="2")
    assert refusal.value.code == "block_in_place"
    with pytest.raises(Conflict) as refusal:
        act(placing.leave_out_block, posting, editor, block="3")
    assert refusal.value.code == "block_not_placed"
    with pytest.raises(NotFound):
        act(placing.place_block, posting, editor, block="99", section="pay")
    with pytest.raises(TextInvalid):
        act(placing.place_block, posting, editor, block="2", section="perks")
    assert Revision.objects.count() == 1


def test_blocks_are_moved_by_place_whoever_wrote_them(posting: Posting, editor: User) -> None:
    text = "<p>Hoist the sails</p><p>Sing</p><p>Scrub the deck</p>"
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"responsibilities": text}, actor=editor)
    moved = act(placing.move_block, posting, editor, base=2, section="responsibilities", position=1, to_position=0)
    assert moved.note == "Moved “Sing” within Responsibilities"
    assert [(piece["block"], piece["written_by"]) for piece in moved.section("responsibilities").blocks] == [
        (None, editor.pk), ("1", None), ("5", None),
    ]  # fmt: skip
    away = act(
        placing.move_block, posting, editor, base=3,
        section="responsibilities", position=0, to_section="skills", to_position=0,
    )  # fmt: skip
    assert (away.note, bodies(away)["skills"]) == ("Moved “Sing” from Responsibilities to Skills", "<p>Sing</p>")
    gone = act(placing.remove_block, posting, editor, base=4, section="skills", position=0)
    assert (gone.note, gone.section("skills")) == ("Removed “Sing” from Skills", None)
    with pytest.raises(NotFound):
        act(placing.remove_block, posting, editor, base=5, section="skills", position=0)


def test_moving_a_block_to_where_it_stands_changes_nothing(posting: Posting, editor: User) -> None:
    assert act(placing.place_block, posting, editor, block="2", section="responsibilities") == posting.head
    assert act(placing.move_block, posting, editor, section="pay", position=0, to_position=0) == posting.head


def test_items_join_the_list_beside_them(posting: Posting, editor: User) -> None:
    texts = {"requirements": "<ul><li>A calm mind</li><li>Own boots</li></ul>", "skills": "<ul><li>Knots</li></ul>"}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=texts, actor=editor)
    revision = act(
        placing.move_block, posting, editor, base=2,
        section="skills", position=0, to_section="requirements", to_position=1,
    )  # fmt: skip
    items = ["A calm mind", "Knots", "Own boots"]
    assert bodies(revision)["requirements"] == "<ul>\n" + "".join(f"<li>{item}</li>\n" for item in items) + "</ul>"
    inside = act(placing.place_block, posting, editor, base=3, block="2", section="requirements", position=1)
    assert "<li>Ability to lift 25 kg</li>" in bodies(inside)["requirements"], "a list is not cut in two"


def test_a_stale_action_and_one_without_right_are_refused(posting: Posting, editor: User, viewer: User) -> None:
    act(placing.leave_out_block, posting, editor, block="2")
    with pytest.raises(StaleRevision):
        act(placing.leave_out_block, posting, editor, block="1")
    for actor in (viewer, None):
        with pytest.raises(NotAllowed):
            act(placing.leave_out_block, posting, actor, base=2, block="1")


def test_the_last_text_of_a_posting_stays(site: CareerSite, editor: User, sent_runs: list[int]) -> None:
    posting = normalized(site, b"pay: 20 EUR")
    with pytest.raises(TextInvalid, match="at least one section"):
        act(placing.leave_out_block, posting, editor, block="0")


def test_after_a_changed_source_a_block_is_known_by_its_words(site: CareerSite, editor: User) -> None:
    normalized(site, SAILOR, reference="S")
    posting = Posting.objects.get()
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>Ask us about pay</p>"}, actor=editor)
    longer = SAILOR.replace(b"title: Sailor", b"title: Sailor\ndrop: Share this job").replace(
        b"drop: Apply", b"about: Y"
    )
    posting = normalized(site, longer, reference="S")
    assert posting.head_number == 3
    revision = act(placing.place_block, posting, editor, base=3, block="3", section="skills")
    assert bodies(revision)["skills"] == "<p>Ability to lift 25 kg</p>"
    assert "25 kg" not in bodies(revision)["responsibilities"]


RATES = """<h1>Baker</h1><h2>What you do</h2><ul><li>Bake bread at night</li></ul><h2>Pay</h2>
<table><tr><th>Grade</th><th>Rate an hour</th></tr><tr><td>Junior</td><td>20 EUR</td></tr>
<tr><td>Senior</td><td>26 EUR</td></tr><tr><td>Apply now</td><td>Click here</td></tr></table>"""


def test_a_row_of_a_table_that_is_restored_is_a_row_of_its_table_again(
    site: CareerSite, editor: User, monkeypatch: pytest.MonkeyPatch, sent_runs: list[int]
) -> None:
    monkeypatch.setattr(normalizing, "normalize", normalize)
    posting = normalized(site, RATES.encode(), reference="rates")
    ledger = NormalizationRun.objects.get().ledger
    number = {entry["text"]: entry["block"] for entry in ledger}
    before = bodies(posting.head)["pay"]
    left_out = act(placing.leave_out_block, posting, editor, block=number["Junior 20 EUR"])
    assert "Junior" not in bodies(left_out)["pay"]
    back = act(placing.restore_block, posting, editor, base=2, block=number["Junior 20 EUR"])
    assert bodies(back)["pay"] == before
    never_placed = act(placing.restore_block, posting, editor, base=3, block=number["Apply now Click here"])
    row = "<tr>\n<td>Apply now</td>\n<td>Click here</td>\n</tr>\n"
    assert bodies(never_placed)["pay"] == before.replace("</tbody>", f"{row}</tbody>")
