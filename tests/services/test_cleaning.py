"""Pasted markup: its text stays, and what goes is named."""

from __future__ import annotations

import time

import pytest

from postings.services.cleaning import clean_body
from postings.services.errors import TextInvalid


def test_a_paste_from_a_word_processor_says_what_was_dropped() -> None:
    paste = (
        '<p class="MsoNormal" style="color:red"><o:p></o:p><font face="x">Lift <b>25 kg</b></font></p>'
        '<img src="x.png"><div onclick="x()">Daily</div>'
    )
    cleaned = clean_body(paste)
    assert cleaned.html == "<p>Lift <strong>25 kg</strong></p>\n<p>Daily</p>"
    assert cleaned.dropped == ("class", "font", "img", "o:p", "onclick")


def test_clean_text_loses_nothing() -> None:
    html = '<p>Go <a href="https://a.example/">there</a></p>\n<ul>\n<li>One</li>\n</ul>'
    assert clean_body(html) == clean_body(html)
    assert (clean_body(html).html, clean_body(html).dropped) == (html, ())


def test_hostile_markup_is_refused_or_cleaned_in_time() -> None:
    start = time.process_time()
    clean_body("<p " + "style " * 200_000)
    clean_body("<" * 200_000)
    with pytest.raises(TextInvalid):
        clean_body("<div>" * 5000)
    assert time.process_time() - start < 5
