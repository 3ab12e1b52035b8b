"""XML feed items."""

from __future__ import annotations

import pytest

from postings.normalizer.model import Facts, Source, SourceRefused
from postings.normalizer.readers import read

ITEM = """<?xml version="1.0" encoding="utf-8"?>
<job>
  <Title><![CDATA[Welder & fitter]]></Title>
  <Req_Number>4711</Req_Number>
  <Posted_Date>03/01/2025</Posted_Date>
  <City>Springfield</City><State_Province>IL</State_Province>
  <JobText><![CDATA[We weld pipes for the houses of this town.
• Weld pipes
• Check seams]]></JobText>
  <Benefits><p>Free lunch</p><ul><li>every <b>day</b></li></ul></Benefits>
</job>"""


def test_text_is_read_and_fields_state_facts() -> None:
    document = read(Source(ITEM.encode()), Facts())
    assert document.source_format == "xml"
    assert [block.text for block in document.blocks] == [
        "We weld pipes for the houses of this town.",
        "Weld pipes",
        "Check seams",
        "Free lunch",
        "every day",
    ]
    stated = document.stated
    assert (stated.title, stated.identifier, stated.posted_on, stated.locations) == (
        "Welder & fitter",
        "4711",
        "2025-03-01",
        ("Springfield, IL",),
    )


def test_a_feeds_own_title_is_not_its_items() -> None:
    text = (
        "<rss><channel><title>All vacancies</title><item><title>Baker</title><description>You bake bread for nine "
        "villages.</description><pubDate>Thu, 25 Feb 2031 10:00:00 GMT</pubDate></item></channel></rss>"
    )
    stated = read(Source(text.encode(), name="feed.xml"), Facts()).stated
    assert (stated.title, stated.posted_on) == ("Baker", "2031-02-25")


def test_a_document_type_is_refused() -> None:
    with pytest.raises(SourceRefused) as refusal:
        read(
            Source(b'<!DOCTYPE job [<!ENTITY a "b">]><job><description>&a;</description></job>', name="a.xml"), Facts()
        )
    assert refusal.value.code == "unreadable"


def test_broken_xml_loses_no_text() -> None:
    source = Source(b"<job><title>Welder</title><description>We weld <b>pipes & plates</description><oops></job>")
    text = " ".join(block.text for block in read(source, Facts()).blocks)
    assert "We weld pipes & plates" in text
