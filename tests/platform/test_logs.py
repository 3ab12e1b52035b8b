"""Logs help to mend a fault and give nothing away."""

from __future__ import annotations

import json
import logging.config
from collections.abc import Iterator

import pytest
from django.conf import settings

from config.logs import logging_config


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    logging.config.dictConfig(settings.LOGGING)


def _fail(secret: str) -> None:
    raise ValueError(f"a fault of ours near {len(secret)} letters")


@pytest.mark.parametrize("form", ["console", "json"])
def test_a_traceback_names_the_place_and_not_the_values(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(logging_config(level="INFO", form=form))
    unreadable = "-".join(["what", "nobody", "may", "read"])
    try:
        _fail(unreadable)
    except ValueError:
        logging.getLogger("postings").exception("run 7 failed")
    said = capsys.readouterr().err
    assert "run 7 failed" in said
    assert "_fail" in said
    assert "a fault of ours" in said
    assert unreadable not in said


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    logging.config.dictConfig(logging_config(level="INFO", form="json"))
    logging.getLogger("postings").info("event %s", "posting.published", extra={"sequence": 3})
    (line,) = capsys.readouterr().err.splitlines()
    event = json.loads(line)
    assert (event["event"], event["level"], event["sequence"]) == ("event posting.published", "info", 3)
