"""Pieces of a section are led back to their blocks, whatever was joined or written by hand."""

from __future__ import annotations

from postings.admin.provenance import Numbers, Piece, marked, pieces_of


def stored(html: str, block: str | None, writer: int | None = None) -> dict[str, object]:
    return {"html": html, "block": block, "written_by": writer}


def test_each_leaf_has_its_block() -> None:
    html = "<h3>Back-end</h3>\n<ul>\n<li>Python</li>\n<li>SQL</li>\n</ul>"
    blocks = [stored("<h3>Back-end</h3>", "1"), stored("<ul>\n<li>Python</li>\n</ul>", "2"), stored("<p>SQL</p>", "3")]
    assert pieces_of(html, blocks) == [Piece(("1",)), Piece(("2",)), Piece(("3",))]


def test_pieces_of_one_paragraph_are_one_leaf_of_several_blocks() -> None:
    html = "<p>We build boats. You sail them.</p>\n<p>More.</p>"
    blocks = [
        stored("<p>We build boats.</p>", "4.1"),
        stored("<p>You sail them.</p>", "4.2"),
        stored("<p>More.</p>", "5"),
    ]
    assert pieces_of(html, blocks) == [Piece(("4.1", "4.2")), Piece(("5",))]


def test_nested_items_and_rows_are_leaves_of_their_own() -> None:
    items = "<ul>\n<li>A\n<ul>\n<li>B</li>\n</ul>\n</li>\n</ul>"
    html = f"{items}\n<table>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>"
    blocks = [
        stored("<p>A</p>", "1"),
        stored("<p>B</p>", "2"),
        stored("<table><tr><td>1</td><td>2</td></tr></table>", "3"),
    ]
    assert pieces_of(html, blocks) == [Piece(("1",)), Piece(("2",)), Piece(("3",))]


def test_a_piece_says_whose_hand_it_is() -> None:
    written = pieces_of("<p>Mine &amp; yours</p>", [stored("<p>Mine &amp; yours</p>", None, 7)])
    assert written == [Piece((), 7)]
    html = marked("<p>Mine &amp; yours</p>", written, {7: 'A "quoted" name'})
    assert html == '<p data-position="0" data-hand="written by A &quot;quoted&quot; name">Mine &amp; yours</p>'
    edited = pieces_of("<p>Ours</p>", [stored("<p>Ours</p>", "3") | {"edited_by": 7, "also": ["5"]}])
    html = marked("<p>Ours</p>", edited, {7: "ann"})
    assert html == '<p data-position="0" data-blocks="3 5" data-hand="edited by ann">Ours</p>'


def test_numbers_of_another_source_lead_where_their_words_stand_or_nowhere() -> None:
    blocks = [stored("<p>One</p>", "1") | {"run": 4}, stored("<p>Two</p>", "2") | {"run": 9}]
    assert pieces_of("<p>One</p>\n<p>Two</p>", blocks, Numbers(9)) == [Piece(), Piece(("2",))]
    moved = pieces_of("<p>One</p>\n<p>Two</p>", blocks, Numbers(9, {(4, "1"): "7"}))
    assert moved == [Piece(("7",)), Piece(("2",))]


def test_what_nobody_knows_says_only_where_it_stands() -> None:
    html = marked("<p>One</p>\n<p>Two</p>", pieces_of("<p>One</p>\n<p>Two</p>", []), {})
    assert html == '<p data-position="0">One</p>\n<p data-position="1">Two</p>'
