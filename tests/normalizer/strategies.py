"""Generated blocks, texts and documents, as hostile as sources are."""

from __future__ import annotations

from hypothesis import strategies as st

from postings.normalizer.model import Block, BlockKind, Run

ODD_CHARACTERS = (
    "\x00\x08\x0b\x0c\x1f\x7f\x85\xa0\xad\u0301\u200b\u200c\u200d\u2028\u2029\u202e\u2066"
    "\ufeff\ufffd\ufffe\ud800\u3000🩺"
)
CHARACTERS = st.one_of(
    st.sampled_from("ab Z9.,:<>&\"'\n\t;-"), st.sampled_from(ODD_CHARACTERS), st.characters(codec="utf-8")
)
TEXTS = st.text(CHARACTERS, max_size=40)
LINKS = st.sampled_from(
    [
        "",
        "",
        "https://jobs.example/apply?a=1&b=2",
        "mailto:jobs@example.com",
        "tel:+4930123",
        "javascript:alert(1)",
        "/relative",
        "https://user:secret@example.com/",
        "https://münchen.example/ü x",
    ]
)
RUNS = st.builds(Run, TEXTS, st.booleans(), st.booleans(), LINKS)
RUN_TUPLES = st.lists(RUNS, max_size=5).map(tuple)


@st.composite
def blocks(draw: st.DrawFn) -> tuple[Block, ...]:
    """Blocks of all kinds in any order, some of them pieces of one."""
    made: list[Block] = []
    for index in range(draw(st.integers(0, 10))):
        kind = draw(st.sampled_from(BlockKind))
        cells = tuple(draw(st.lists(RUN_TUPLES, min_size=1, max_size=3))) if kind is BlockKind.ROW else ()
        parts = draw(st.integers(1, 3)) if kind in (BlockKind.PARAGRAPH, BlockKind.ITEM) else 1
        level, group = draw(st.integers(0, 4)), draw(st.integers(1, 3))
        ordered, header = draw(st.booleans()), draw(st.booleans())
        for part in range(parts):
            runs = tuple(run for cell in cells for run in (*cell, Run(" "))) if cells else draw(RUN_TUPLES)
            number = part + 1 if parts > 1 else 0
            made.append(Block(index, kind, runs, "", number, level, group, ordered, header, cells))
    return tuple(made)


LINES = st.one_of(
    st.sampled_from(
        [
            "Responsibilities",
            "Requirements:",
            "What we offer",
            "Nice to have",
            "You will build and run services for our customers.",
            "- Three years of experience with Python",
            "• 30 days of paid vacation",
            "Salary: $120-150k per year",
            "Full-time, 40 hours a week",
            "Apply now!",
            "We are an equal opportunity employer.",
            "About us",
            "<b>Who you are</b>",
            "{{ placeholder }} & more <3",
        ]
    ),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=60),
)
PLAIN_SOURCES = st.lists(LINES, min_size=1, max_size=25).map("\n".join)
TAGS = st.sampled_from("p div ul li ol h2 h3 b strong em i a span table tr td th br section nav footer script".split())


@st.composite
def markup(draw: st.DrawFn) -> str:
    """Markup that is often broken: elements that overlap, are not closed, or close what was never opened."""
    out: list[str] = []
    for _ in range(draw(st.integers(1, 25))):
        name = draw(TAGS)
        out.append(draw(st.sampled_from([f"<{name}>", f"</{name}>", f'<{name} class="x" href="/a" onclick="x()">'])))
        out.append(draw(LINES))
    return "".join(out)
