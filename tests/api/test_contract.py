"""The contract from outside: requests made from the OpenAPI document, and a typed client made from it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User

from postings.models import CareerSite, Publication
from postings.services import keys, publishing
from tests.api.groups import make_groups

pytestmark = [pytest.mark.django_db(transaction=True)]

DOCUMENT = settings.BASE_DIR / "docs/openapi.yaml"
EXAMPLES = "25"


@pytest.fixture(autouse=True)
def groups(transactional_db: None) -> None:
    make_groups()


@pytest.fixture
def shown(groups: None, publish: Callable[..., Publication]) -> Publication:
    return publish(facts={"locations": ["Graz, Austria"]})


@pytest.fixture
def gone(shown: Publication, publish: Callable[..., Publication], publisher: User) -> Publication:
    taken_down = publish(reference="gone")
    publishing.unpublish(posting_id=taken_down.posting_id, site_id=taken_down.site_id, actor=publisher)
    return taken_down


def schemathesis(live_server: Any, folder: Path, *options: str) -> None:
    """Requests by the document, every check there is; its report if one fails."""
    config = folder / "schemathesis.toml"
    # The names of what there is, so that requests find something; the tool's own chance would never guess them.
    config.write_text('[parameters]\n"path.site" = "harbour"\n"path.slug" = "nurse"\n', "utf-8")
    command = [str(Path(sys.executable).parent / "schemathesis"), "--config-file", str(config), "run", str(DOCUMENT)]
    command += ["--url", live_server.url, "--checks", "all", "--max-examples", EXAMPLES, "--seed", "1", "--no-color"]
    command += ["--phases", "examples,coverage,fuzzing", "--workers", "1", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


def test_requests_made_from_the_document_find_no_fault(live_server: Any, gone: Publication, tmp_path: Path) -> None:
    schemathesis(live_server, tmp_path, "--include-tag", "Reading")


@pytest.mark.parametrize("is_public", [True, False])
def test_with_a_key_neither(
    live_server: Any, gone: Publication, site: CareerSite, tmp_path: Path, is_public: bool
) -> None:
    CareerSite.objects.update(is_public=is_public)
    text = keys.issue_key(site=site, scope="read", name="check")[1]
    options = ("--header", f"Authorization: Bearer {text}")
    schemathesis(live_server, tmp_path, "--include-tag", "Reading", *options)


def test_senders_neither(live_server: Any, site: CareerSite, write_key: str, tmp_path: Path) -> None:
    # Whether a text is a posting no schema can say, so what fits it may be refused; and any body at all is a text.
    unchecked = "positive_data_acceptance,negative_data_rejection"
    options = ("--header", f"Authorization: Bearer {write_key}", "--exclude-checks", unchecked)
    schemathesis(live_server, tmp_path, "--include-tag", "Sending", *options)


USE = """
import json, sys
from postwright_api_client import Client
from postwright_api_client.api.reading import list_changes, list_postings, read_posting
from postwright_api_client.models import ListPostingsWorkplace, Problem

client = Client(base_url=sys.argv[1])
page = list_postings.sync("harbour", client=client, limit=1)
posting = read_posting.sync("harbour", page.items[0].slug, client=client)
changes = list_changes.sync("harbour", client=client)
nothing = list_postings.sync("harbour", client=client, workplace=ListPostingsWorkplace.REMOTE)
missing = read_posting.sync("harbour", "nobody", client=client)
assert isinstance(missing, Problem), missing
print(json.dumps([posting.title, posting.sections[0].kind, len(changes.items), nothing.items, missing.type_]))
"""


def test_a_typed_client_made_from_the_document_reads_the_server(
    live_server: Any, shown: Publication, tmp_path: Path
) -> None:
    generator = str(Path(sys.executable).parent / "openapi-python-client")
    target = tmp_path / "postwright_api_client"
    command = [generator, "generate", "--path", str(DOCUMENT), "--output-path", str(target), "--meta", "none"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert made.returncode == 0, made.stdout + made.stderr
    used = subprocess.run(
        [sys.executable, "-c", USE, live_server.url], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert used.returncode == 0, used.stderr
    expected = ["Nurse", "responsibilities", 1, [], "/api/problems/posting-not-found/"]
    assert json.loads(used.stdout) == expected
