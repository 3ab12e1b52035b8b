"""Every problem the API answers with: a stable name, its status, and what a client should make of it.

The `type` of a problem is the address of its description in this product, so it can be looked up and compared.
"""

from __future__ import annotations

from dataclasses import dataclass

TYPE_PREFIX = "/api/problems/"


@dataclass(frozen=True, slots=True)
class ProblemType:
    """One kind of problem; `title` is the same in every answer, `meaning` is its documentation."""

    name: str
    status: int
    title: str
    meaning: str

    @property
    def uri(self) -> str:
        return f"{TYPE_PREFIX}{self.name}/"


_ALL = (
    ProblemType(
        "invalid-request", 400, "The request cannot be understood", "Something about the request itself is malformed."
    ),
    ProblemType(
        "unknown-parameter",
        400,
        "A query parameter is not known",
        "`unknown` lists the parameters that are not known here, `known` those that are. Nothing is ignored silently.",
    ),
    ProblemType(
        "invalid-parameter",
        400,
        "A query parameter has a value that cannot be used",
        "`errors` names the parameter and what it expects. A cursor is only valid as the API gave it.",
    ),
    ProblemType(
        "invalid-json",
        400,
        "The body is not usable JSON",
        "The body is not JSON, not UTF-8, nested too deeply, or holds a number that no computer should read.",
    ),
    ProblemType("invalid-fields", 400, "The body has fields that cannot be used", "`errors` names each field and why."),
    ProblemType(
        "source-invalid",
        400,
        "The source cannot be taken in",
        "`code` says why: empty, not_text, unstorable_text, facts_invalid, address_invalid, reference_invalid. "
        "Nothing was stored.",
    ),
    ProblemType(
        "key-not-accepted",
        401,
        "A valid key is required",
        "No key was sent, or it is unknown, revoked, out of date, another site's, of another scope, or sent from a "
        "page that it is not bound to; the answer is alike in each case. Send it as `Authorization: Bearer pw_…`. A "
        "key that is sent has to be right, also where none is needed.",
    ),
    ProblemType("not-allowed", 403, "This is not allowed", "The key is valid, but not for this."),
    ProblemType("not-found", 404, "There is nothing at this address", "The API has no such address."),
    ProblemType("site-not-found", 404, "There is no such site", "No public site has this slug."),
    ProblemType(
        "posting-not-found", 404, "There is no such posting", "The site never showed a posting under this slug."
    ),
    ProblemType(
        "structured-data-not-found",
        404,
        "There is no structured data for this posting",
        "Too little is known for a schema.org JobPosting: it needs a title, a company, and a place or remote work.",
    ),
    ProblemType("run-not-found", 404, "There is no such run", "The site of this key has no run with this id."),
    ProblemType(
        "method-not-allowed", 405, "The method is not allowed here", "The `Allow` header lists the methods that are."
    ),
    ProblemType("not-acceptable", 406, "The answer is not available in this form", "Ask for `application/json`."),
    ProblemType("conflict", 409, "It cannot be done as things stand", "`code` says what is in the way."),
    ProblemType(
        "cursor-ahead",
        409,
        "The cursor is ahead of the site",
        "This site has not come as far as the cursor says: it was put back, or the cursor is another site's. Throw "
        "your copy away and read the changes again without a cursor.",
    ),
    ProblemType(
        "posting-gone",
        410,
        "The posting was taken down",
        "The site showed this posting until `ended_at`. Remove it from your copy.",
    ),
    ProblemType(
        "precondition-failed",
        412,
        "The precondition does not hold",
        "If-Match or If-Unmodified-Since named other content than there is now.",
    ),
    ProblemType("too-large", 413, "The body is too large", "Send the posting alone, without attachments."),
    ProblemType(
        "unsupported-media-type",
        415,
        "This media type is not read here",
        "`POST /api/v1/sources/` reads application/json, multipart/form-data, text/html, text/plain, text/markdown, "
        "application/xml, and application/vnd.postwright.payload+json.",
    ),
    ProblemType(
        "too-many-requests",
        429,
        "Too many requests",
        "Wait for the seconds in `Retry-After`; `RateLimit` says where you stand.",
    ),
    ProblemType("internal-error", 500, "Something went wrong on our side", "The fault is recorded."),
    ProblemType("unavailable", 503, "The service is not available now", "Try again after `Retry-After` seconds."),
)

PROBLEMS: dict[str, ProblemType] = {problem.name: problem for problem in _ALL}
