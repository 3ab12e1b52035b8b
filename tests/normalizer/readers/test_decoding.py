"""What bytes become: text in its right encoding, or a refusal an editor understands."""

from __future__ import annotations

import os

import pytest

from postings.normalizer.model import Facts, Source, SourceRefused
from postings.normalizer.readers import read


def text_of(data: bytes, media_type: str = "", name: str = "") -> str:
    document = read(Source(data, media_type=media_type, name=name), Facts())
    return "\n".join(block.text for block in document.blocks)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_text_is_read_in_any_common_encoding(encoding: str) -> None:
    assert text_of("Wir suchen dich für unser Team in Köln – ab sofort.".encode(encoding)).startswith(
        "Wir suchen dich für"
    )


def test_a_declared_charset_is_believed_where_the_text_is_no_utf8() -> None:
    page = '<html><head><meta charset="iso-8859-2"></head><body><p>Zażółć gęślą jaźń</p></body></html>'
    assert text_of(page.encode("iso-8859-2")) == "Zażółć gęślą jaźń"
    assert (
        text_of("<p>仕事内容です。</p>".encode("shift_jis"), media_type="text/html; charset=Shift_JIS")
        == "仕事内容です。"
    )


def test_a_page_that_wrongly_declares_latin1_is_still_read_as_the_utf8_it_is() -> None:
    assert text_of("<meta charset=iso-8859-1><p>Café “Zürich”</p>".encode()) == "Café “Zürich”"


def test_one_bad_byte_does_not_spoil_all_other_letters() -> None:
    assert "Größe Übung Straße Käse" in text_of("Größe Übung Straße Käse".encode() + b" \xff end")


def test_nul_bytes_are_removed() -> None:
    assert text_of(b"We are hiring\x00 a welder.") == "We are hiring a welder."


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \n\t\r\n ", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"a" * 10_000_001, "too_large"),
        (b"<ul>" + b"<li>x" * 60_000, "too_many_elements"),
        (b"- item\n" * 60_000, "too_many_elements"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "not_text"),
        (b"%PDF-1.7 and so on", "not_text"),
        (os.urandom(20_000), "not_text"),
    ],
)
def test_a_source_that_cannot_be_used_is_refused_by_name(data: bytes, code: str) -> None:
    with pytest.raises(SourceRefused) as refusal:
        read(Source(data), Facts())
    assert refusal.value.code == code
    assert refusal.value.sentence.endswith(".")
