"""Sources, runs, publications and the journal are shown and never changed; keys are shown once."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from postings.models import AuditEntry, CareerSite, NormalizationRun, Posting, Publication, SiteKey, Source
from postings.services import intake, keys, publishing
from tests.admin.conftest import LogIn
from tests.services import story

pytestmark = pytest.mark.django_db
RECORDS = ("source", "normalizationrun", "publication", "auditentry")


@pytest.mark.parametrize("name", RECORDS)
def test_records_can_be_read_and_not_written(
    name: str, posting: Posting, publisher: User, administrator: User, log_in: LogIn
) -> None:
    publishing.publish(posting_id=posting.pk, site_id=posting.site_id, actor=publisher)
    model = {
        "source": Source,
        "normalizationrun": NormalizationRun,
        "publication": Publication,
        "auditentry": AuditEntry,
    }[name]
    row = model.objects.first()
    client = log_in(administrator)
    assert client.get(reverse(f"admin:postings_{name}_changelist")).status_code == 200
    page = client.get(reverse(f"admin:postings_{name}_change", args=[row.pk]))
    assert page.status_code == 200
    assert client.post(reverse(f"admin:postings_{name}_change", args=[row.pk]), {}).status_code == 403
    assert client.post(reverse(f"admin:postings_{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert client.get(reverse(f"admin:postings_{name}_add")).status_code == 403


def test_a_source_is_downloaded_byte_for_byte_and_never_shown_as_a_page(
    site: CareerSite, sent_runs: list[int], editor: User, viewer: User, log_in: LogIn
) -> None:
    data = b"\xef\xbb\xbf<script>alert(1)</script>\r\n<p>Caf\xe9</p>"
    received = intake.receive_source(
        site=site, data=data, origin="upload", actor=editor, name='a".html\r\nX: y', media_type="text/html"
    )
    response = log_in(viewer).get(reverse("admin:postings_source_download", args=[received.source.pk]))
    assert response.content == data
    assert response["Content-Type"] == "application/octet-stream"
    assert response["Content-Disposition"] == f'attachment; filename="source-{received.source.pk}.html"'
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in response["Content-Security-Policy"]


def test_downloading_needs_the_right_to_see_sources(posting: Posting, log_in: LogIn) -> None:
    nobody = User.objects.create_user("nora", is_staff=True)
    source = posting.sources.get()
    assert log_in(nobody).get(reverse("admin:postings_source_download", args=[source.pk])).status_code == 403


def test_a_keys_text_is_shown_once_and_works(site: CareerSite, administrator: User, log_in: LogIn) -> None:
    client = log_in(administrator)
    response = client.post(
        reverse("admin:postings_careersite_issue", args=[site.pk]), {"name": "ATS", "scope": "write"}
    )
    text = re.search(r"pw_write_\w+", response.content.decode())
    assert text is not None
    assert keys.authenticate(text[0], "write").site == site
    assert "no-store" in response["Cache-Control"]
    listed = client.get(reverse("admin:postings_sitekey_changelist")).content.decode()
    assert SiteKey.objects.get().prefix in listed
    assert text[0] not in listed


def test_a_revoked_key_opens_nothing(site: CareerSite, administrator: User, log_in: LogIn) -> None:
    key, text = keys.issue_key(site=site, scope="write", name="ATS")
    page = log_in(administrator).post(reverse("admin:postings_sitekey_revoke", args=[key.pk]), follow=True)
    assert "is revoked" in page.content.decode()
    assert keys.authenticate(text, "write") is None


def test_keys_are_for_administrators(site: CareerSite, publisher: User, log_in: LogIn) -> None:
    key, text = keys.issue_key(site=site, scope="write", name="ATS")
    client = log_in(publisher)
    assert client.post(reverse("admin:postings_careersite_issue", args=[site.pk]), {"name": "x"}).status_code == 403
    assert client.post(reverse("admin:postings_sitekey_revoke", args=[key.pk])).status_code == 403
    assert keys.authenticate(text, "write") == key


def test_a_site_is_added_with_its_origins_one_a_line(administrator: User, log_in: LogIn) -> None:
    typed = {"name": "Quay", "slug": "quay", "language": "en", "heading_level": "3", "is_public": "on"}
    typed["allowed_origins"] = "https://quay.example\r\n\r\nhttp://localhost:3000"
    client = log_in(administrator)
    client.post(reverse("admin:postings_careersite_add"), typed)
    site = CareerSite.objects.get(slug="quay")
    assert site.allowed_origins == ["https://quay.example", "http://localhost:3000"]
    assert site.heading_level == 3
    typed["allowed_origins"] = "https://quay.example/with/path"
    page = client.post(reverse("admin:postings_careersite_change", args=[site.pk]), typed).content.decode()
    assert "Write origins like" in page


def test_the_home_page_counts_states_and_names_what_waits(
    posting: Posting, site: CareerSite, viewer: User, log_in: LogIn
) -> None:
    story.normalized(site, b"refuse: There is nothing.", title="Broken")
    page = re.sub(r"\s+", " ", log_in(viewer).get("/admin/").content.decode())
    assert "Needs attention" in page
    assert "Broken" in page
    assert "could not be read" in page
    assert "Source read · system" in page


@pytest.mark.parametrize("address", ["/admin/auth/user/", "/admin/auth/user/add/", "/admin/auth/group/"])
def test_people_and_groups_are_in_the_themes_forms(address: str, administrator: User, log_in: LogIn) -> None:
    assert log_in(administrator).get(address).status_code == 200


def test_the_sidebar_offers_only_what_one_may_see(viewer: User, administrator: User, log_in: LogIn) -> None:
    assert "People" not in log_in(viewer).get("/admin/").content.decode()
    assert "People" in log_in(administrator).get("/admin/").content.decode()


def test_a_key_for_a_page_is_bound_to_its_origins(site: CareerSite, administrator: User, log_in: LogIn) -> None:
    client, address = log_in(administrator), reverse("admin:postings_careersite_issue", args=[site.pk])
    origins = "https://jobs.example\nhttp://localhost:3000"
    page = client.post(address, {"name": "Page", "scope": "read", "allowed_origins": origins}).content.decode()
    assert SiteKey.objects.get().allowed_origins == origins.split("\n")
    assert "from pages of https://jobs.example, http://localhost:3000 only" in page
    assert (
        "from https://jobs.example and 1 more"
        in client.get(reverse("admin:postings_sitekey_changelist")).content.decode()
    )


@pytest.mark.parametrize(
    ("scope", "origins"),
    [("write", "https://jobs.example"), ("read", "jobs.example"), ("read", "https://Jobs.example/x"), ("read", "*")],
)
def test_an_origin_that_cannot_be_is_refused_with_a_reason(
    site: CareerSite, administrator: User, log_in: LogIn, scope: str, origins: str
) -> None:
    address = reverse("admin:postings_careersite_issue", args=[site.pk])
    page = log_in(administrator).post(address, {"name": "Page", "scope": scope, "allowed_origins": origins})
    assert 'class="form-error"' in page.content.decode()
    assert not SiteKey.objects.exists()


def test_a_key_is_replaced_and_works_on_for_a_while(site: CareerSite, administrator: User, log_in: LogIn) -> None:
    key, old = keys.issue_key(site=site, scope="write", name="ATS")
    client, address = log_in(administrator), reverse("admin:postings_sitekey_rotate", args=[key.pk])
    page = client.post(address)
    new = re.search(r"pw_write_\w{40,}", page.content.decode())
    assert new is not None
    assert "no-store" in page["Cache-Control"]
    assert keys.authenticate(new[0], "write") == SiteKey.objects.exclude(pk=key.pk).get()
    assert keys.authenticate(old, "write") == key
    listed = client.get(reverse("admin:postings_sitekey_changelist")).content.decode()
    assert "Replaced, works" in listed
    again = client.post(address, follow=True)
    assert "revoked or replaced before" in again.content.decode()
    assert SiteKey.objects.count() == 2


def test_replacing_a_key_needs_the_right(site: CareerSite, publisher: User, log_in: LogIn) -> None:
    key, _ = keys.issue_key(site=site, scope="write", name="ATS")
    assert log_in(publisher).post(reverse("admin:postings_sitekey_rotate", args=[key.pk])).status_code == 403


def test_a_sites_settings_are_noted_and_hold_at_once(site: CareerSite, administrator: User, log_in: LogIn) -> None:
    client, address = log_in(administrator), reverse("admin:postings_careersite_change", args=[site.pk])
    fields = {"name": "Quay", "slug": site.slug, "language": "en", "heading_level": "3", "allowed_origins": ""}
    assert client.post(address, fields).status_code == 302
    site.refresh_from_db()
    assert (site.name, site.heading_level, site.is_public) == ("Quay", 3, False)
    assert AuditEntry.objects.filter(action="site.changed", site=site).exists()
