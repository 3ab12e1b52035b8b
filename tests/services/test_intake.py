"""What comes in is kept byte for byte with its posting and its run, or refused whole."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from postings.models import AuditEntry, CareerSite, NormalizationRun, Posting, Source
from postings.models.writeonce import WrittenOnce
from postings.services import intake, keys, normalizing
from postings.services.errors import NotAllowed, SourceInvalid
from tests.services.story import NURSE, NURSE_WITH_MORE_PAY, make_site, receive

pytestmark = pytest.mark.django_db


def nothing_is_there() -> bool:
    return not any(model.objects.exists() for model in (Posting, Source, NormalizationRun, AuditEntry))


def test_a_source_is_kept_byte_for_byte_with_its_posting_and_a_queued_run(site: CareerSite, editor: User) -> None:
    received = intake.receive_source(site=site, data=NURSE, origin="paste", actor=editor, title="Night nurse")
    source = Source.objects.get()
    assert bytes(source.data) == NURSE
    assert (source.size, source.received_by) == (len(NURSE), editor)
    assert (received.posting.title, received.posting.slug) == ("Night nurse", "night-nurse")
    assert received.run.state == "queued"
    assert received.is_new


def test_a_worker_is_told_only_after_the_commit(
    site: CareerSite, sent_runs: list[int], django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        received = receive(site)
        assert sent_runs == []
    assert sent_runs == [received.run.pk]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \n\t\r\n ", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"\0" * 500, "empty"),
        (bytes(range(256)) * 40, "not_text"),
        (b"\x7fELF\x02\x01\x01" + b"\0" * 60 + b"text" * 9, "not_text"),
        (b"%PDF-1.7 ...", "not_text"),
        (b"PK\x03\x04rest", "not_text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0\x01\x02" * 90, "not_text"),
    ],
)
def test_what_is_no_text_is_refused_and_nothing_stays(site: CareerSite, data: bytes, code: str) -> None:
    with pytest.raises(SourceInvalid) as refusal:
        receive(site, data)
    assert refusal.value.code == code
    assert refusal.value.sentence.endswith(".")
    assert nothing_is_there()


def test_a_source_that_is_too_large_is_refused_with_both_sizes(site: CareerSite, settings: object) -> None:
    settings.POSTWRIGHT_MAX_SOURCE_BYTES = 2_000_000  # type: ignore[attr-defined]
    with pytest.raises(SourceInvalid, match=r"3\.0 MB.*2 MB"):
        receive(site, b"x" * 3_000_000)
    assert nothing_is_there()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_text_in_any_usual_encoding_is_taken(site: CareerSite, encoding: str) -> None:
    data = "Pflegefachkraft für die Station\nWir zahlen 24 € je Stunde".encode(encoding)
    assert receive(site, data).source.size == len(data)


@pytest.mark.parametrize("encoding", ["shift_jis", "utf-16", "gb18030", "koi8-r"])
def test_text_in_other_scripts_is_taken(site: CareerSite, encoding: str) -> None:
    text = "Требуется медсестра в отделение. " if encoding == "koi8-r" else "看護師を募集しています。\n"
    assert receive(site, (text * 20).encode(encoding)).is_new


def test_a_few_stray_nul_bytes_do_not_make_a_text_binary(site: CareerSite) -> None:
    assert receive(site, NURSE * 9 + b"\0").is_new


@pytest.mark.parametrize("field", ["reference", "title", "address", "media_type"])
@pytest.mark.parametrize("char", ["\0", "\ud800"])
def test_what_no_database_can_store_is_refused(site: CareerSite, field: str, char: str) -> None:
    with pytest.raises(SourceInvalid) as refusal:
        receive(site, **{field: f"https://a{char}b"})
    assert refusal.value.code == "unstorable_text"
    refusal.value.sentence.encode()
    assert nothing_is_there()


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"title": 7}, "facts_invalid"),
        ({"colour": "red"}, "facts_invalid"),
        ({"\ud800": "red"}, "unstorable_text"),
        ({"locations": "Graz"}, "facts_invalid"),
        ({"locations": ["Gr\0az"]}, "unstorable_text"),
        ({"pay": {"min": float("nan")}}, "facts_invalid"),
        ({"pay": {"min": 10**400}}, "facts_invalid"),
        ({"pay": {"min": True}}, "facts_invalid"),
        ({"pay": [1, 2]}, "facts_invalid"),
        (["title"], "facts_invalid"),
    ],
)
def test_facts_that_make_no_sense_are_refused(site: CareerSite, facts: dict[str, object], code: str) -> None:
    with pytest.raises(SourceInvalid) as refusal:
        receive(site, facts=facts)
    assert refusal.value.code == code
    assert nothing_is_there()


def test_facts_are_kept_clean_and_without_empty_ones(site: CareerSite) -> None:
    stated = {"title": "  Night\u202e  nurse\n", "company": "", "pay": {"min": 24, "currency": "EUR", "unit": "hour"}}
    source = receive(site, facts=stated).source
    assert source.facts == {"title": "Night nurse", "pay": {"min": 24, "currency": "EUR", "unit": "hour"}}


def test_an_address_that_is_no_web_address_is_refused(site: CareerSite) -> None:
    with pytest.raises(SourceInvalid, match="http"):
        receive(site, address="javascript:alert(1)")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("senior-nurse_ward-3.html", "Senior nurse ward 3"),
        ("C:\\jobs\\Fahrer.txt", "Fahrer"),
        ("a b c d e f g h i j k.md", "A b c d e f g h"),
        (".html", "Untitled posting"),
        ("", "Untitled posting"),
        ("\0\ud800", "Untitled posting"),
    ],
)
def test_without_a_title_the_file_name_lends_one(site: CareerSite, name: str, title: str) -> None:
    assert receive(site, name=name).posting.title == title


def test_two_postings_of_one_title_have_two_slugs(site: CareerSite) -> None:
    slugs = [receive(site, title="Straßenwärter (m/w/d)").posting.slug for _ in range(3)]
    assert slugs == ["strassenwarter-mwd", "strassenwarter-mwd-2", "strassenwarter-mwd-3"]


def test_the_same_source_again_on_its_reference_changes_nothing(site: CareerSite) -> None:
    first = receive(site, reference="A-1")
    again = receive(site, reference="A-1")
    assert not again.is_new
    assert (again.posting, again.source, again.run) == (first.posting, first.source, first.run)
    assert Source.objects.count() == 1


def test_a_changed_source_joins_the_posting_of_its_reference(site: CareerSite) -> None:
    first = receive(site, reference="A-1")
    changed = receive(site, NURSE_WITH_MORE_PAY, reference="A-1")
    back = receive(site, reference="A-1")
    assert changed.posting == back.posting == first.posting
    assert changed.is_new
    assert back.is_new, "going back to older text is news as well"


def test_changed_facts_are_a_changed_source(site: CareerSite) -> None:
    receive(site, reference="A-1", facts={"title": "Nurse"})
    changed = receive(site, reference="A-1", facts={"title": "Head nurse"})
    assert changed.is_new
    assert changed.posting.title == "Head nurse"


def test_a_reference_means_another_posting_on_another_site(site: CareerSite) -> None:
    assert receive(site, reference="A-1").posting != receive(make_site("quay"), reference="A-1").posting


def test_one_source_gets_another_run_from_a_newer_normalizer(site: CareerSite, monkeypatch: pytest.MonkeyPatch) -> None:
    first = receive(site, reference="A-1")
    monkeypatch.setattr(normalizing, "NORMALIZER_VERSION", "99")
    again = receive(site, reference="A-1")
    assert (again.source, again.is_new) == (first.source, False)
    assert again.run != first.run


def test_only_people_with_the_right_add_postings(site: CareerSite, viewer: User) -> None:
    for actor in (viewer, None):
        with pytest.raises(NotAllowed):
            intake.receive_source(site=site, data=NURSE, origin="paste", actor=actor)
    assert nothing_is_there()


def test_a_write_key_sends_to_its_own_site_only(site: CareerSite) -> None:
    key, _ = keys.issue_key(site=site, scope="write", name="ATS")
    assert intake.receive_source(site=site, data=NURSE, origin="api", key=key).source.received_key == key
    reader, _ = keys.issue_key(site=site, scope="read", name="Reader")
    for wrong_site, wrong_key in ((make_site("quay"), key), (site, reader)):
        with pytest.raises(NotAllowed):
            intake.receive_source(site=wrong_site, data=NURSE, origin="api", key=wrong_key)


def test_a_source_is_never_rewritten_or_deleted(site: CareerSite) -> None:
    source = receive(site).source
    for change in (source.save, source.delete, Source.objects.all().delete, lambda: Source.objects.update(size=1)):
        with pytest.raises(WrittenOnce):
            change()
