"""What a page states beside its text, and pages that show their posting by script only."""

from __future__ import annotations

import json

from postings.normalizer.model import Facts, Pay, Source
from postings.normalizer.readers import read

POSTING = {
    "@context": "https://schema.org",
    "@type": "JobPosting",
    "title": "Welder",
    "hiringOrganization": {"@type": "Organization", "name": "Rørby AS"},
    "jobLocation": {"address": {"addressLocality": "Oslo", "addressCountry": "NO"}},
    "employmentType": ["FULL_TIME", "CONTRACTOR"],
    "datePosted": "2025-03-01T08:00:00Z",
    "validThrough": "2025-04-01",
    "baseSalary": {"currency": "NOK", "value": {"minValue": 250, "maxValue": "300.50", "unitText": "HOUR"}},
    "identifier": {"value": "R-7"},
    "description": "<p>We weld pipes for the houses of this town.</p><ul><li>You hold a certificate.</li></ul>",
}


def page(body: str) -> Source:
    script = f'<script type="application/ld+json">{json.dumps({"@graph": [POSTING]})}</script>'
    return Source(f"<html><head><title>Welder | Rørby</title>{script}</head><body>{body}</body></html>".encode())


def test_structured_data_states_facts() -> None:
    stated = read(page("<p>x</p>"), Facts()).stated
    assert stated == Facts(
        title="Welder",
        company="Rørby AS",
        locations=("Oslo, NO",),
        employment_types=("full_time", "contract"),
        pay=Pay(250.0, 300.5, "NOK", "hour"),
        valid_through="2025-04-01",
        posted_on="2025-03-01",
        identifier="R-7",
    )


def test_structured_data_is_read_where_the_page_shows_nothing_else() -> None:
    document = read(page("<div id=root>Loading</div>"), Facts())
    assert [block.text for block in document.blocks][1:] == [
        "We weld pipes for the houses of this town.",
        "You hold a certificate.",
    ]


def test_structured_data_is_not_read_twice() -> None:
    shown = "<p>" + "We weld pipes for the houses of this town. " * 12 + "</p>"
    assert len(read(page(shown), Facts()).blocks) == 1


def test_broken_structured_data_is_passed_over() -> None:
    source = Source(b'<script type="application/ld+json">{"@type": "JobPosting", </script><p>We weld pipes.</p>')
    assert [block.text for block in read(source, Facts()).blocks] == ["We weld pipes."]


def test_a_pages_title_is_known() -> None:
    assert read(page("<h1>Welder</h1>"), Facts()).title == "Welder | Rørby"


def test_microdata_states_what_structured_data_does() -> None:
    markup = (
        "<div itemscope itemtype='http://schema.org/JobPosting'><h1 itemprop='title'>Welder</h1>"
        "<p itemprop='hiringOrganization' itemscope><b itemprop='name'>Rørby AS</b></p>"
        "<p itemprop='jobLocation' itemscope><span itemprop='address' itemscope>"
        "<meta itemprop='addressLocality' content='Oslo'></span></p>"
        "<p itemprop='recruiter'>Kari</p><div itemscope><i itemprop='name'>A person</i></div>"
        "<time itemprop='datePosted' datetime='2026-03-03'>3 March</time>"
        "<p itemprop='baseSalary' itemscope><meta itemprop='currency' content='NOK'>"
        "<span itemprop='value' itemscope><meta itemprop='minValue' content='250'></span></p></div>"
    )
    stated = read(Source(markup.encode(), name="job.html"), Facts()).stated
    assert stated == Facts("Welder", "Rørby AS", ("Oslo",), pay=Pay(250.0, None, "NOK", ""), posted_on="2026-03-03")
