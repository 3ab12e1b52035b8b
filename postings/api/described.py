"""What the OpenAPI document says of each operation beyond its shapes: words, parameters, examples, every error."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from postings.api import examples, shapes
from postings.api.bodies import PAYLOAD_MEDIA_TYPE
from postings.web.catalogue import PROBLEMS
from postings.web.problems import CONTENT_TYPE

JSON = "application/json"


class WriteKeyScheme(OpenApiAuthenticationExtension):
    target_class = "postings.api.keys.WriteKeyAuthentication"
    name = "writeKey"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A site's write key: `Bearer pw_write_…`."}


def problems(*names: str) -> dict[tuple[int, str], OpenApiResponse]:
    """Responses for the named problems, grouped by status, each with an example."""
    by_status: dict[int, list[str]] = {}
    for name in (*names, "too-large", "internal-error", "unavailable"):
        by_status.setdefault(PROBLEMS[name].status, []).append(name)
    return {(status, CONTENT_TYPE): _problem_response(named) for status, named in sorted(by_status.items())}


def _problem_response(names: list[str]) -> OpenApiResponse:
    return OpenApiResponse(
        shapes.Problem,
        description=" ".join(f"**{PROBLEMS[name].title}** (`{name}`): {PROBLEMS[name].meaning}" for name in names),
        examples=[
            OpenApiExample(name, value=examples.problem(PROBLEMS[name]), media_type=CONTENT_TYPE) for name in names
        ],
    )


def header(name: str, description: str, status: list[int | str], kind: Any = OpenApiTypes.STR) -> OpenApiParameter:
    return OpenApiParameter(
        name, kind, OpenApiParameter.HEADER, description=description, response=status, required=False
    )


# What stands in the head of every problem of a status.
PROBLEM_HEADERS = [
    header("WWW-Authenticate", "`Bearer`: how a key is sent.", [401]),
    header("Allow", "The methods that are allowed here.", [405]),
    header("Retry-After", "Seconds to wait before asking again.", [429, 503]),
]


def query(name: str, description: str) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, description=description)


WITH_KEY = ("key-not-accepted", "not-allowed", "unknown-parameter", "method-not-allowed", "too-many-requests")
_RAW_TYPES = ("text/html", "text/plain", "text/markdown", "text/xml", "application/xml", "application/xhtml+xml")

SOURCE_LIST: dict[str, Any] = {
    "operation_id": "send_source",
    "tags": ["Sending"],
    "summary": "Send a posting as it is; it is normalized in the background",
    "description": (
        "The source goes to the site of the key. Send it inside JSON (with what you know beside it), as a form with a "
        f"file, or as the body itself with its own media type. `{PAYLOAD_MEDIA_TYPE}` is for the JSON of an "
        "applicant-tracking system, sent as it is. With a body that is the source, `name`, `address`, `reference`, "
        "`title` and `company` may stand in the query. The same source for the same reference is not taken in twice."
    ),
    "parameters": [
        *(query(name, "Only with a body that is the source itself.") for name in ("name", "address", "reference")),
        *(query(name, "A fact; only with a body that is the source itself.") for name in ("title", "company")),
        header("Location", "The run; ask there what came of it.", [202]),
        *PROBLEM_HEADERS,
    ],
    "request": {
        JSON: shapes.SourceInput,
        "multipart/form-data": shapes.UploadInput,
        **dict.fromkeys(_RAW_TYPES, OpenApiTypes.STR),
        PAYLOAD_MEDIA_TYPE: OpenApiTypes.ANY,
    },
    "examples": [
        OpenApiExample("Text with facts", value=examples.SOURCE, request_only=True, media_type=JSON),
        OpenApiExample("A page", value=examples.PAGE_SOURCE, request_only=True, media_type="text/html"),
        OpenApiExample("A payload", value=examples.PAYLOAD, request_only=True, media_type=PAYLOAD_MEDIA_TYPE),
    ],
    "responses": {
        (202, JSON): OpenApiResponse(
            shapes.Accepted, examples=[OpenApiExample("Taken in", value=examples.ACCEPTED)], description="Taken in."
        ),
        **problems(
            *WITH_KEY,
            *("invalid-request", "invalid-json", "invalid-fields", "source-invalid"),
            *("conflict", "unsupported-media-type"),
        ),
    },
}

RUN_DETAIL: dict[str, Any] = {
    "operation_id": "read_run",
    "tags": ["Sending"],
    "summary": "What came of a source",
    "description": (
        "While `state` is queued or running, ask again after `Retry-After` seconds. "
        "`posting.url` is set once an editor has published it."
    ),
    "parameters": [
        OpenApiParameter("public_id", OpenApiTypes.UUID, OpenApiParameter.PATH, description="The run's id."),
        header("Retry-After", "Seconds; while the run is not finished.", [200]),
        *PROBLEM_HEADERS,
    ],
    "responses": {
        (200, JSON): OpenApiResponse(
            shapes.Run, examples=[OpenApiExample("Succeeded", value=examples.RUN)], description="The run."
        ),
        **problems(*WITH_KEY, "run-not-found"),
    },
}
