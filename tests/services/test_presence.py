"""Who is here, who holds a section, and a word to the one it was taken from."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from postings import selectors
from postings.models import CareerSite, Posting, Presence, SectionLock
from postings.selectors import DeskStatus
from postings.services import editing, presence
from postings.services.errors import Conflict, TextInvalid
from tests.services.story import make_person, normalized

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_normalizer")]


@pytest.fixture
def posting(site: CareerSite, small_normalizer: None) -> Posting:
    return normalized(site)


@pytest.fixture
def olga(db: None) -> User:
    return make_person("olga", "Editor")


def status(posting: Posting, user: User, later: int = 0) -> DeskStatus:
    found = selectors.desk_status(posting.pk, user, timezone.now() + timedelta(seconds=later))
    assert found is not None
    return found


def test_others_are_here_for_half_a_minute(posting: Posting, editor: User, olga: User) -> None:
    for section in ("", "pay"):
        presence.see(posting_id=posting.pk, actor=editor, section=section)
    assert [(one.user, one.section) for one in status(posting, olga).others] == [(editor, "pay")]
    assert status(posting, editor).others == []
    assert status(posting, olga, later=31).others == []
    assert Presence.objects.count() == 1


def test_a_section_is_held_and_the_next_one_is_told_by_whom(posting: Posting, editor: User, olga: User) -> None:
    presence.take_section(posting_id=posting.pk, kind="pay", actor=editor)
    presence.take_section(posting_id=posting.pk, kind="pay", actor=editor)
    with pytest.raises(Conflict, match="edgar has worked on Pay since") as refusal:
        presence.take_section(posting_id=posting.pk, kind="pay", actor=olga)
    assert refusal.value.code == "section_locked"
    assert [(lock.kind, lock.user) for lock in status(posting, olga).locks] == [("pay", editor)]


def test_taking_over_leaves_a_message_that_is_read_once(posting: Posting, editor: User, olga: User) -> None:
    presence.take_section(posting_id=posting.pk, kind="pay", actor=editor)
    lock = presence.take_section(posting_id=posting.pk, kind="pay", actor=olga, take_over=True, message="Urgent!")
    assert lock.user == olga
    assert [message.text for message in status(posting, editor).messages] == ["Urgent!"]
    assert [message.sender for message in presence.read_messages(posting_id=posting.pk, actor=editor)] == [olga]
    assert presence.read_messages(posting_id=posting.pk, actor=editor) == []
    assert not presence.release_section(posting_id=posting.pk, kind="pay", actor=editor)


def test_a_lock_that_nobody_renews_ends_and_seeing_renews_it(posting: Posting, editor: User, olga: User) -> None:
    presence.take_section(posting_id=posting.pk, kind="pay", actor=editor)
    soon = timezone.now() + timedelta(seconds=5)
    SectionLock.objects.update(expires_at=soon)
    presence.see(posting_id=posting.pk, actor=editor, section="pay")
    assert SectionLock.objects.get().expires_at > soon
    SectionLock.objects.update(expires_at=timezone.now())
    assert presence.take_section(posting_id=posting.pk, kind="pay", actor=olga).user == olga
    assert status(posting, editor).messages == []


def test_leaving_lets_go_of_everything(posting: Posting, editor: User, olga: User) -> None:
    presence.see(posting_id=posting.pk, actor=editor)
    presence.take_section(posting_id=posting.pk, kind="pay", actor=editor)
    presence.leave(posting_id=posting.pk, actor=editor)
    found = status(posting, olga)
    assert (found.others, found.locks) == ([], [])


def test_a_lock_never_stops_a_save(posting: Posting, editor: User, olga: User) -> None:
    presence.take_section(posting_id=posting.pk, kind="pay", actor=editor)
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>1</p>"}, actor=olga)
    found = status(posting, editor)
    assert (found.head_number, found.head_author) == (2, "olga")


def test_a_section_that_does_not_exist_cannot_be_held(posting: Posting, editor: User) -> None:
    with pytest.raises(TextInvalid):
        presence.take_section(posting_id=posting.pk, kind="perks", actor=editor)
    assert selectors.desk_status(4711, editor) is None
