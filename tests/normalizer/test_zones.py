"""Page chrome is left out on evidence; substance never is."""

from __future__ import annotations

import pytest

from postings.normalizer.model import Document, Dropped, Facts, Source
from postings.normalizer.readers import read
from postings.normalizer.steps.tidy import tidy
from postings.normalizer.steps.zones import find_zones
from postings.normalizer.taxonomy import DropReason

PROSE = "We weld the pipes that bring warm water to the houses of this town, and we mend them when they break. "
POSTING = f"<h1>Welder</h1><p>{PROSE}</p><h2>Tasks</h2><ul><li>Weld pipes</li><li>Mend pipes</li></ul><p>{PROSE}</p>"


def zoned(markup: str) -> Document:
    return find_zones(tidy(read(Source(markup.encode(), media_type="text/html"), Facts())))


def kept(document: Document) -> list[str]:
    return [block.text for block in document.blocks if block.id not in document.outcomes]


def assert_only_posting_stays(markup: str) -> None:
    assert kept(zoned(markup)) == ["Welder", PROSE.strip(), "Tasks", "Weld pipes", "Mend pipes", PROSE.strip()]


CHROME = {
    "navigation": "<nav><a href=/>Home</a> <a href=/jobs>Jobs</a></nav>",
    "footer": "<footer><p>Rørby AS, Havnegata 1, Oslo. Welding pipes since 1950, and mending them.</p></footer>",
    "a div called navigation": "<div id=main-nav><ul><li>Company</li><li>Products</li></ul></div>",
    "breadcrumbs": "<div class='page breadcrumbs'>Home > Jobs > Welder</div>",
    "cookie banner": "<div class=cookieBanner><p>We use cookies to make this site better for you and for us.</p>"
    "<button>Accept all</button></div>",
    "a cookie note without a name": "<div><p>This website uses cookies. Read our policy.</p></div>",
    "share links": "<div class=share-links><span>Share</span><a href=//f.example>Facebook</a></div>",
    "script warning": "<p>Please enable JavaScript to see this page.</p>",
    "copyright": "<div>© 2025 Rørby AS. All rights reserved.</div>",
    "dialog": "<div role=dialog class=modal><h2>Sign in</h2><p>Sign in to save this job.</p></div>",
    "search form": "<form><label>Keyword</label><input><select><option>Oslo</option></select><button>Go</button>",
    "page language": "<p>Back to jobs</p>",
}


@pytest.mark.parametrize("chrome", CHROME.values(), ids=CHROME.keys())
@pytest.mark.parametrize("where", ["before", "after"])
def test_chrome_is_left_out_before_and_after_the_posting(chrome: str, where: str) -> None:
    main = f"<main>{POSTING}</main>"
    assert_only_posting_stays(chrome + main if where == "before" else main + chrome)


def test_other_postings_are_left_out_with_their_heading() -> None:
    assert_only_posting_stays(
        f"<div>{POSTING}</div><div><h2>Similar jobs</h2><div><h3>Fitter</h3><p>Oslo, 3 days ago</p></div></div>"
    )


def test_a_run_of_links_around_the_posting_is_a_navigation() -> None:
    links = "".join(f"<div><a href=/{n}>Part {n}</a></div>" for n in range(4))
    assert_only_posting_stays(f"<div>{links}</div><div>{POSTING}</div>")


TRAPS = {
    "a page wrapped in a form": f"<form>{POSTING}</form>",
    "a description in a dialog": f"<div class='modal job-modal'>{POSTING}</div>",
    "a wrapper called search": f"<div class='search-results-detail'>{POSTING}</div>",
    "a posting in a sidebar": f"<aside class=sidebar>{POSTING}</aside>",
    "an article with a header": f"<article><header><h1>Welder</h1></header>{POSTING[15:]}</article>",
    "a hidden panel": f"<div style='display:none'>{POSTING}</div>",
    "anchors without address": f"<a name=top>{POSTING}</a>",
    "a page without any prose": "<nav>Jobs</nav><h1>Welder</h1><ul><li>Weld</li><li>Mend</li></ul>",
}


@pytest.mark.parametrize("markup", TRAPS.values(), ids=TRAPS.keys())
def test_no_name_makes_substance_chrome(markup: str) -> None:
    left = " ".join(kept(zoned(markup)))
    assert "Welder" in left
    assert "Weld" in left.replace("Welder", "")


def test_links_inside_the_posting_stay() -> None:
    tools = "".join(f"<li><a href=https://example.org/{n}>Tool {n}</a></li>" for n in range(4))
    document = zoned(f"<main><p>{PROSE}</p><ul>{tools}</ul><p>{PROSE}</p></main>")
    assert kept(document) == [PROSE.strip(), "Tool 0", "Tool 1", "Tool 2", "Tool 3", PROSE.strip()]


def test_a_button_that_opens_a_part_of_the_posting_is_its_heading() -> None:
    document = zoned(f"<main><p>{PROSE}</p><button class=accordion-toggle>Your tasks</button><p>{PROSE}</p></main>")
    assert "Your tasks" in kept(document)


def test_each_decision_says_by_which_rule_and_how_sure() -> None:
    document = zoned(f"<nav>Jobs</nav><main>{POSTING}</main>")
    assert document.outcomes["0"] == Dropped(DropReason.CHROME, "inside <nav>", 0.95)


def test_plain_text_loses_page_language_at_its_edges_only() -> None:
    lines = [
        "Back to jobs",
        "Welder",
        "Weld pipes",
        "Mend pipes",
        "Share",
        "Oslo",
        "Pay",
        "20 €",
        "Hours",
        "40",
        "Show more",
    ]
    document = find_zones(tidy(read(Source("\n".join(lines).encode()), Facts())))
    assert kept(document) == lines[1:-1]


def test_other_postings_that_stand_in_one_part_are_left_out_as_such() -> None:
    cards = "".join(f"<div><h4>Fitter {n}</h4><p>Oslo, {n} days ago</p></div>" for n in range(3))
    document = zoned(f"<main>{POSTING}</main><aside><h3>Similar jobs</h3>{cards}</aside>")
    assert document.outcomes[document.blocks[-1].id] == Dropped(DropReason.CHROME, "other postings", 0.85)
