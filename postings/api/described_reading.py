"""What the OpenAPI document says of the operations for readers."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from postings.api import cursors, examples, fields, filters, parameters, shapes
from postings.api.described import JSON, PROBLEM_HEADERS, header, problems
from postings.normalizer.taxonomy import PAY_UNITS, WORKPLACES

_SLUGS = {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}
_SITE = OpenApiParameter("site", _SLUGS, OpenApiParameter.PATH, description="The site's slug.")
_SLUG = OpenApiParameter("slug", _SLUGS, OpenApiParameter.PATH, description="The posting's slug.")
_PUBLICATION = OpenApiParameter("public_id", OpenApiTypes.UUID, OpenApiParameter.PATH, description="The publication.")
# Open for a public site; a site that is not public wants a key, and a key that is sent has to be right.
_SOMETHING = r"^[^\x00]*[^\s\x00][^\x00]*$"
_OPEN: list[Any] = [{}, {"readKey": []}]


def _asked(name: str, schema: dict[str, Any], description: str, **more: Any) -> OpenApiParameter:
    return OpenApiParameter(name, schema, description=description, **more)


def _text(name: str, description: str) -> OpenApiParameter:
    schema = {"type": "string", "minLength": 1, "maxLength": parameters.TEXT_LENGTH_MAX, "pattern": _SOMETHING}
    return _asked(name, schema, description)


def _condition(name: str, description: str) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, OpenApiParameter.HEADER, description=description)


def _limit(default: int, most: int) -> OpenApiParameter:
    schema = {"type": "integer", "minimum": 1, "maximum": most, "default": default}
    return _asked("limit", schema, "Items on a page.")


def _fields_pattern() -> str:
    names = [name if not parts else rf"{name}(\.({'|'.join(parts)}))?" for name, parts in fields.WHOLE.items()]
    one = rf"(\*|{'|'.join(names)})"
    return f"^{one}(,{one}){{0,{fields.COUNT_MAX - 1}}}$"


_FIELDS = _asked(
    "fields",
    {"type": "string", "pattern": _fields_pattern()},
    "Only these members, with commas between, two names deep at most: `title,facts.pay,sections.html`; `*` is all.",
)
_HEADING_LEVEL = _asked(
    "heading_level",
    {"type": "integer", "minimum": 1, "maximum": 5},
    "The rank of section headings in the HTML, where your page needs another than the site has; sub-headings follow.",
)
_CONDITIONS = [
    _condition("If-None-Match", "An ETag that you have; 304 if it still holds."),
    _condition("If-Modified-Since", "Used where there is no If-None-Match."),
]
_LIMITS = [
    header("RateLimit-Policy", "How often one may ask (`q`) in how many seconds (`w`).", [200, 304, 429]),
    header(
        "RateLimit",
        "What is left (`r`), and for how many seconds (`t`). Absent while not counted.",
        [200, 304, 429],
    ),
]
_VALIDATORS = [
    header("ETag", "The publication; strong.", [200, 304]),
    header("Last-Modified", "When it was published.", [200, 304]),
    header("Cache-Control", "How long a cache may keep it.", [200, 304]),
    header("Vary", "What of a request the answer depends on.", [200, 304]),
    header("Surrogate-Key", "Names for purging a CDN: `posting-ID` and `site-SLUG`.", [200, 304]),
    *_LIMITS,
]
_OF_SITE = [
    header("ETag", "The site's count of changes; strong.", [200, 304]),
    header("Last-Modified", "When something on the site last changed.", [200, 304]),
    header("Cache-Control", "How long a cache may keep it.", [200, 304]),
    header("Vary", "What of a request the answer depends on.", [200, 304]),
    header("Surrogate-Key", "A name for purging a CDN: `site-SLUG`.", [200, 304]),
    *_LIMITS,
]
_NOT_MODIFIED = {304: OpenApiResponse(description="You have it already.")}
_READING = (
    *("unknown-parameter", "invalid-parameter", "site-not-found", "key-not-accepted", "method-not-allowed"),
    *("too-many-requests", "precondition-failed"),
)
_ONE_POSTING = (*_READING, "posting-not-found", "posting-gone")

_FILTERS = [
    _text("place", "A place, by its whole name or a part between commas: Berlin, Germany."),
    _text("department", "The department, where it is known."),
    _asked("workplace", {"type": "string", "enum": list(WORKPLACES)}, "Where the work is done."),
    _text("employment_type", "full_time, part_time, contract, temporary, internship, permanent, …"),
    _asked("language", {"type": "string", "pattern": f"^{filters.LANGUAGE}$"}, "The posting's language, such as de."),
    _asked(
        "updated_since",
        {"oneOf": [{"type": "string", "format": "date-time"}, {"type": "string", "format": "date"}]},
        "Published or changed since. To keep a copy, follow the changes instead: they also tell what went.",
    ),
    _asked("pay_stated", {"type": "boolean"}, "Whether the posting states what it pays."),
    _asked(
        "minimum_pay",
        {"type": "number", "minimum": 0, "maximum": filters.AMOUNT_MAX},
        "The posting states pay of at least this much, in `pay_unit`. Pay in other units is not converted.",
    ),
    _asked(
        "pay_unit", {"type": "string", "enum": list(PAY_UNITS)}, "The unit pay is stated in; year for `minimum_pay`."
    ),
    _asked("pay_currency", {"type": "string", "pattern": f"^{filters.CURRENCY}$"}, "The currency, such as EUR."),
    _text(
        "search", 'Every word stands in title, company, place or text; "two words" as one, -word not, or between words.'
    ),
]


def _cursor(kind: str, description: str) -> OpenApiParameter:
    return _asked("cursor", {"type": "string", "pattern": cursors.pattern(kind)}, description)


def _ok(shape: Any, description: str, **shown: Any) -> OpenApiResponse:
    found = [OpenApiExample(name.replace("_", " "), value=value) for name, value in shown.items()]
    return OpenApiResponse(shape, description=description, examples=found)


def _operation(
    name: str, summary: str, description: str, asked: list[Any], responses: dict[Any, Any], *errors: str
) -> dict[str, Any]:
    return {
        "operation_id": name,
        "tags": ["Reading"],
        "summary": summary,
        "description": description,
        "parameters": [_SITE, *asked, *_CONDITIONS, *PROBLEM_HEADERS],
        "responses": {**responses, **_NOT_MODIFIED, **problems(*errors)},
        "auth": _OPEN,
    }


POSTING_LIST = _operation(
    "list_postings",
    "The postings that a site shows, newest first",
    "Pages are stable: a new posting comes in front of where you are, an edited one stays where it is, nothing "
    "shifts. Follow `next` until it is null. Without `fields` an item is the posting's summary.",
    [
        _cursor(cursors.LIST, "A place in the list, as `next` gives it."),
        _limit(20, 100),
        _FIELDS,
        *_FILTERS,
        header("Link", 'The next page, `rel="next"`.', [200]),
        *_OF_SITE,
    ],
    {(200, JSON): _ok(shapes.PostingPage, "A page.", Last_page=examples.PAGE)},
    *_READING,
)

CHANGES = _operation(
    "list_changes",
    "What came and what went since a cursor",
    "For keeping a copy. Without a cursor it gives what is there now; then follow `next`, at once while `has_more`, "
    "later whenever you look again. Changes come in the order in which they were made, and none is left out.",
    [_cursor(cursors.CHANGES, "Where you are, as `next` gives it."), _limit(100, 500), _FIELDS, *_OF_SITE],
    {(200, JSON): _ok(shapes.ChangePage, "A page.", One_came_and_one_went=examples.CHANGES)},
    *_READING,
    "cursor-ahead",
)

POSTING_DETAIL = _operation(
    "read_posting",
    "One posting, with its sections, fragment and facts",
    "410 says that the site showed it once; 404 that it never did. With `fields` only what it asks for is there.",
    [_SLUG, _FIELDS, _HEADING_LEVEL, *_VALIDATORS],
    {(200, JSON): _ok(shapes.PartialPosting, "The posting.", A_posting=examples.POSTING)},
    *_ONE_POSTING,
)

POSTING_FRAGMENT = _operation(
    "read_fragment",
    "One posting's text as clean HTML, to put into a page",
    "Exactly the stored bytes, UTF-8. Only section, headings, p, ul, ol, li, strong, em, br, a and table elements; "
    "`data-section` names each section. The heading ranks follow the site's heading level, or `heading_level`.",
    [_SLUG, _HEADING_LEVEL, header("Content-Language", "The posting's language.", [200]), *_VALIDATORS],
    {
        (200, "text/html"): OpenApiResponse(
            OpenApiTypes.STR,
            description="The fragment.",
            examples=[OpenApiExample("A fragment", value=examples.FRAGMENT, media_type="text/html")],
        )
    },
    *_ONE_POSTING,
)

STRUCTURED_DATA = _operation(
    "read_structured_data",
    "One posting as schema.org JobPosting, for search engines",
    "The JSON-LD of the careers page, to put into your own. Nothing in it is estimated; what is unknown is not there.",
    [_SLUG, *_VALIDATORS],
    {
        (200, "application/ld+json"): OpenApiResponse(
            OpenApiTypes.OBJECT,
            description="The JSON-LD object.",
            examples=[
                OpenApiExample("A posting", value=examples.STRUCTURED_DATA, media_type="application/ld+json"),
            ],
        )
    },
    *_ONE_POSTING,
    "structured-data-not-found",
)

PUBLICATION = _operation(
    "read_publication",
    "One publication of a posting; what is there never changes",
    "A cache may keep it for ever. It is answered while its posting is shown, also after a newer publication; 410 once "
    "the posting was taken down.",
    [_PUBLICATION, _FIELDS, _HEADING_LEVEL, *_VALIDATORS],
    {(200, JSON): _ok(shapes.PartialPosting, "The posting as it was published.", A_posting=examples.POSTING)},
    *_ONE_POSTING,
)
