"""The readers of the environment say what they want, and never guess."""

from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env

NAME = "POSTWRIGHT_A_VARIABLE_OF_THIS_TEST"


@pytest.mark.parametrize(("word", "meaning"), [("true", True), ("ON", True), ("1", True), ("no", False), ("0", False)])
def test_a_flag_reads_the_usual_words(monkeypatch: pytest.MonkeyPatch, word: str, meaning: bool) -> None:
    monkeypatch.setenv(NAME, word)
    assert env.flag(NAME, not meaning) is meaning


@pytest.mark.parametrize("value", ["ja", "2", "flase"])
def test_a_flag_refuses_other_words(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(NAME, value)
    with pytest.raises(ImproperlyConfigured, match=f"{NAME} must be true or false"):
        env.flag(NAME, False)


@pytest.mark.parametrize("value", ["ten", "-1", "101", "1.5"])
def test_an_integer_keeps_its_bounds(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(NAME, value)
    with pytest.raises(ImproperlyConfigured, match="at least 0 and at most 100"):
        env.integer(NAME, 5, most=100)


def test_a_variable_set_to_nothing_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "  ")
    assert env.integer(NAME, 5) == 5
    assert env.words(NAME, ["a"]) == ["a"]
    with pytest.raises(ImproperlyConfigured, match="is required: it matters"):
        env.required(NAME, "it matters")


def test_a_refused_value_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "mysql://someone:secret@host/db")
    with pytest.raises(ImproperlyConfigured) as refused:
        env.database(NAME, "sqlite:///x")
    assert "secret" not in str(refused.value)


def test_a_unix_socket_becomes_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "postgresql://someone@/postings?host=/run/sockets&port=5433")
    found = env.database(NAME, "sqlite:///x")
    assert (found["NAME"], found["USER"], found["HOST"], found["PORT"]) == (
        "postings",
        "someone",
        "/run/sockets",
        "5433",
    )


@pytest.mark.parametrize("value", ["jobs.example", "https://jobs.example/path", "ftp://jobs.example"])
def test_an_origin_is_a_scheme_and_a_host(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(NAME, value)
    with pytest.raises(ImproperlyConfigured, match="without a path"):
        env.origin(NAME, "http://localhost")
