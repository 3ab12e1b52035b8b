"""One block at a time: what the desk's small actions answer, and what they leave in the history."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from postings.models import Posting
from postings.services import editing
from tests.admin.addresses import action
from tests.admin.conftest import LogIn
from tests.services.story import bodies

pytestmark = pytest.mark.django_db


def fresh(posting: Posting) -> Posting:
    return Posting.objects.with_state().get(pk=posting.pk)


def history(posting: Posting) -> list[str]:
    return [revision.action for revision in posting.revisions.order_by("number")]  # type: ignore[attr-defined]


def do(client: Any, posting: Posting, what: str, **fields: Any) -> Any:
    base = fields.pop("base_number", fresh(posting).head_number)
    return client.post(action(posting, "block"), {"do": what, "base_number": base, **fields})


def test_a_block_is_placed_left_out_and_restored(posting: Posting, editor: User, log_in: LogIn) -> None:
    client = log_in(editor)
    answer = do(client, posting, "place", block="3", section="benefits").json()
    assert answer["number"] == 2
    assert "Placed “24 EUR an hour” in" in answer["said"]
    assert answer["counts"] == {"all": 5, "kept": 2, "left-out": 3}
    assert set(answer["parts"]) == {"head", "attention", "blocks", "sections", "adding", "below"}
    assert "placed by hand" in answer["parts"]["blocks"]
    assert set(bodies(fresh(posting).head)) == {"responsibilities", "benefits"}
    do(client, posting, "leave-out", block="3")
    assert set(bodies(fresh(posting).head)) == {"responsibilities"}
    do(client, posting, "restore", block="3")
    assert bodies(fresh(posting).head)["pay"] == "<p>24 EUR an hour</p>"
    assert history(posting) == ["", "block_placed", "block_left_out", "block_restored"]


def test_what_was_left_out_comes_back_by_one_action(posting: Posting, editor: User, log_in: LogIn) -> None:
    do(log_in(editor), posting, "restore", block="4")
    assert "Apply now" in "".join(bodies(fresh(posting).head).values())


def test_blocks_change_places_and_sections_by_position(posting: Posting, editor: User, log_in: LogIn) -> None:
    text = {"pay": "<p>One</p><p>Two</p><p>Three</p>"}
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies=text, actor=editor)
    client = log_in(editor)
    do(client, posting, "move", section="pay", position=0, to_position=1)
    assert bodies(fresh(posting).head)["pay"] == "<p>Two</p>\n<p>One</p>\n<p>Three</p>"
    do(client, posting, "move", section="pay", position=0, to_section="skills")
    assert bodies(fresh(posting).head)["skills"] == "<p>Two</p>"
    do(client, posting, "remove", section="pay", position=1)
    assert bodies(fresh(posting).head)["pay"] == "<p>One</p>"
    assert history(posting)[2:] == ["block_moved", "block_moved", "block_removed"]


def test_undo_goes_back_to_the_revision_before(posting: Posting, editor: User, log_in: LogIn) -> None:
    client = log_in(editor)
    do(client, posting, "leave-out", block="3")
    answer = do(client, posting, "undo", number=1).json()
    assert answer["number"] == 3
    assert bodies(fresh(posting).head)["pay"] == "<p>24 EUR an hour</p>"


def test_a_stale_action_changes_nothing_and_says_who_was_first(
    posting: Posting, editor: User, publisher: User, log_in: LogIn
) -> None:
    editing.save_sections(posting_id=posting.pk, base_number=1, bodies={"pay": "<p>30</p>"}, actor=publisher)
    response = do(log_in(editor), posting, "leave-out", block="2", base_number=1)
    assert response.status_code == 409
    assert response.json()["code"] == "stale_revision"
    assert response.json()["number"] == 2
    assert "saved by paula" in response.json()["sentence"]
    assert fresh(posting).head_number == 2
    newest = log_in(editor).get(action(posting, "newest")).json()
    assert newest["number"] == 2
    assert "30</p>" in newest["parts"]["sections"]


@pytest.mark.parametrize(
    ("what", "fields", "status"),
    [
        ("place", {"block": "99", "section": "pay"}, 404),
        ("place", {"block": "3", "section": "nonsense"}, 422),
        ("leave-out", {"block": "4"}, 409),
        ("restore", {"block": "3"}, 409),
        ("move", {"section": "pay", "position": 7, "to_position": 0}, 404),
        ("nonsense", {}, 422),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    what: str, fields: dict[str, Any], status: int, posting: Posting, editor: User, log_in: LogIn
) -> None:
    response = do(log_in(editor), posting, what, **fields)
    assert response.status_code == status
    assert response.json()["sentence"].endswith(".")
    assert fresh(posting).head_number == 1


def test_a_viewer_moves_nothing_and_is_offered_nothing(posting: Posting, viewer: User, log_in: LogIn) -> None:
    client = log_in(viewer)
    response = do(client, posting, "leave-out", block="3")
    assert response.status_code == 403
    assert "right to edit" in response.json()["sentence"]
    page = client.get(action(posting, "newest")).json()["parts"]
    assert "data-handle" not in page["blocks"]
    assert "data-do" not in page["below"]
