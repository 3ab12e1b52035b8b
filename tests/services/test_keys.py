"""Keys are shown once, kept as a digest, and every wrong key looks like every other."""

from __future__ import annotations

import hashlib

import pytest
from django.contrib.auth.models import User

from postings.models import AuditEntry, CareerSite, SiteKey
from postings.services import keys
from postings.services.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db


def test_a_keys_text_is_shown_once_and_kept_as_a_digest(site: CareerSite) -> None:
    key, text = keys.issue_key(site=site, scope="write", name="ATS")
    word, scope, prefix, secret = text.split("_")
    assert (word, scope, prefix) == ("pw", "write", key.prefix)
    assert len(secret) * 4 >= 128
    assert key.digest == hashlib.sha256(text.encode()).hexdigest()
    assert secret not in str(vars(key)) + str(AuditEntry.objects.values())


def test_the_right_text_and_scope_open(site: CareerSite) -> None:
    key, text = keys.issue_key(site=site, scope="read", name="Reader")
    assert keys.authenticate(text, "read") == key


def test_unknown_malformed_revoked_and_wrong_scope_look_alike(site: CareerSite) -> None:
    key, text = keys.issue_key(site=site, scope="read", name="Reader")
    wrong = [
        text[:-1],
        text + "0",
        text.upper(),
        f"pw_read_{key.prefix}_",
        "pw_read",
        "",
        "\0",
        "\ud800",
        "x" * 100_000,
    ]
    assert [keys.authenticate(other, "read") for other in wrong] == [None] * len(wrong)
    assert keys.authenticate(text, "write") is None
    keys.revoke_key(key=key)
    assert keys.authenticate(text, "read") is None


def test_two_keys_with_one_prefix_are_told_apart(site: CareerSite, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = iter(["aaaaaaaa", "1" * 48, "aaaaaaaa", "2" * 48])
    monkeypatch.setattr(keys.secrets, "token_hex", lambda _: next(tokens))
    (first, first_text), (second, second_text) = (keys.issue_key(site=site, scope="read", name=n) for n in "ab")
    assert (keys.authenticate(first_text, "read"), keys.authenticate(second_text, "read")) == (first, second)


def test_a_busy_key_is_not_written_on_every_request(site: CareerSite) -> None:
    _, text = keys.issue_key(site=site, scope="read", name="Reader")
    keys.authenticate(text, "read")
    used_at = SiteKey.objects.get().last_used_at
    keys.authenticate(text, "read")
    assert used_at is not None
    assert SiteKey.objects.get().last_used_at == used_at


def test_revoking_twice_is_noted_once(site: CareerSite) -> None:
    key, _ = keys.issue_key(site=site, scope="read", name="Reader")
    first = keys.revoke_key(key=key).revoked_at
    assert keys.revoke_key(key=key).revoked_at == first
    assert AuditEntry.objects.filter(action="key.revoked").count() == 1


def test_publishers_do_not_manage_keys(site: CareerSite, publisher: User) -> None:
    with pytest.raises(NotAllowed):
        keys.issue_key(site=site, scope="read", name="Mine", actor=publisher)
    key, _ = keys.issue_key(site=site, scope="read", name="Reader")
    with pytest.raises(NotAllowed):
        keys.revoke_key(key=key, actor=publisher)


def test_a_key_has_a_known_scope(site: CareerSite) -> None:
    with pytest.raises(Conflict, match="read"):
        keys.issue_key(site=site, scope="admin", name="No")
