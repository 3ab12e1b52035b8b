"""Parts of a page that are furniture are one block each; nothing that may be a posting's text ever is."""

from __future__ import annotations

import time

import pytest

from postings.normalizer import normalize
from postings.normalizer.model import Dropped, Facts, Source
from postings.normalizer.readers import read

PROSE = "We weld the pipes that bring warm water to the houses of this town, and we mend them when they break. "
POSTING = f"<main><h1>Welder</h1><p>{PROSE}</p><h2>Tasks</h2><ul><li>Weld pipes</li><li>Mend pipes</li></ul></main>"
LINKS = "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("Home", "Jobs", "News", "Contact"))
LINES = ["Home", "Jobs", "News", "Contact"]


def texts(markup: str) -> list[str]:
    return [block.text for block in read(Source(markup.encode(), media_type="text/html"), Facts()).blocks]


@pytest.mark.parametrize(
    "start", ["<nav>", "<footer class=page-footer>", "<div id=main-menu>", "<div class='box related-jobs'>"]
)
def test_a_part_that_says_nothing_but_names_is_one_block_with_a_line_for_each(start: str) -> None:
    assert texts(f"{start}<ul>{LINKS}</ul></div></footer></nav>{POSTING}")[:2] == [
        "Home\nJobs\nNews\nContact",
        "Welder",
    ]


def test_scripts_and_drawings_in_a_part_are_no_text() -> None:
    inner = "<script>let a = 1</script><style>p{}</style><svg><title>House</title></svg><template>no</template>"
    assert texts(f"<nav>{inner}<ul>{LINKS}</ul></nav>{POSTING}")[0] == "Home\nJobs\nNews\nContact"


def test_structured_data_in_a_part_is_still_read() -> None:
    script = '<script type="application/ld+json">{"@type": "JobPosting", "title": "Welder"}</script>'
    document = read(Source(f"<footer>{script}<ul>{LINKS}</ul></footer>{POSTING}".encode()), Facts())
    assert document.stated.title == "Welder"


READ_LINE_BY_LINE = {
    "prose under such a name": f"<nav><ul>{LINKS}</ul><p>{PROSE}</p></nav>{POSTING}",
    "the same name around prose": f"<div class=menu><ul>{LINKS}</ul></div><div class=menu>{POSTING}</div>",
    "a page without prose": f"<nav><ul>{LINKS}</ul></nav><h1>Welder</h1>",
    "more text than the posting": f"<nav><ul>{LINKS * 30}</ul></nav><p>{PROSE}</p>",
    "the page's heading": f"<nav><h1>Welder</h1><ul>{LINKS}</ul></nav>{POSTING}",
    "a name that says content": f"<div class='job-description modal'><ul>{LINKS}</ul></div>{POSTING}",
    "a name that opens a part": f"<div class='accordion menu'><ul>{LINKS}</ul></div>{POSTING}",
}


@pytest.mark.parametrize("markup", READ_LINE_BY_LINE.values(), ids=READ_LINE_BY_LINE.keys())
def test_where_a_name_may_be_wrong_every_line_is_a_block(markup: str) -> None:
    assert set(LINES) < set(texts(markup))


def test_a_part_is_left_out_with_one_entry_that_holds_all_its_text() -> None:
    result = normalize(Source(f"<nav><ul>{LINKS}</ul></nav>{POSTING}".encode()))
    entries = [entry for entry in result.ledger if "Home" in entry.block.text]
    assert [entry.block.text.split("\n") for entry in entries] == [LINES]
    assert isinstance(entries[0].outcome, Dropped)
    assert "Home" not in result.fragment


def test_parts_in_parts_cost_no_more_than_their_size() -> None:
    def seconds(times: int) -> float:
        source = Source((f"<nav class=nav>{PROSE}" * 400 + f"<ul>{LINKS}</ul>" * times).encode())
        started = time.process_time()
        read(source, Facts())
        return time.process_time() - started

    assert min(seconds(2000) / seconds(200) for _ in range(5)) < 15


CARDS = "".join(f"<div><h4>Fitter {n}</h4><p>Oslo, {n} days ago</p></div>" for n in range(3))


def test_other_postings_beside_the_posting_are_one_block() -> None:
    assert texts(f"{POSTING}<aside><h3>Similar jobs</h3>{CARDS}</aside>")[-1].startswith("Similar jobs\nFitter 0\n")


def test_what_announces_other_postings_before_the_posting_is_read_line_by_line() -> None:
    assert "Fitter 0" in texts(f"<aside><h3>Similar jobs</h3>{CARDS}</aside>{POSTING}")
