"""Sending a source with a site's write key: whole or not at all, and answered before it is normalized."""

from __future__ import annotations

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from postings import selectors, selectors_public
from postings.api import described, documents, limits, links
from postings.api.bodies import PARSERS, Raw
from postings.api.keys import HasKey, WriteKeyAuthentication
from postings.api.parameters import require_known
from postings.api.shapes import BESIDE, SourceInput, UploadInput
from postings.api.views import ApiView
from postings.models import SiteKey, SourceOrigin
from postings.services import intake
from postings.web.problems import Problem

# The facts that the sender of a raw body can state, in the query.
RAW_FACTS = ("title", "company")
ASK_AGAIN_SECONDS = "1"


class KeyView(ApiView):
    """A view for the holder of a site's write key.  Its answers are nobody else's business."""

    authentication_classes = (WriteKeyAuthentication,)
    permission_classes = (HasKey,)
    limit_headers: dict[str, str]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.limit_headers = limits.count(_key(request).pk, limits.WRITES)

    def handle_exception(self, exception: Exception) -> Response:
        self.limit_headers = getattr(exception, "limit_headers", getattr(self, "limit_headers", {}))
        return super().handle_exception(exception)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        for name, value in getattr(self, "limit_headers", {}).items():
            response[name] = value
        return response


class SourceList(KeyView):
    parser_classes = PARSERS
    http_method_names = ["post", "options"]

    @extend_schema(**described.SOURCE_LIST)
    def post(self, request: Request) -> Response:
        key = _key(request)
        received = intake.receive_source(site=key.site, key=key, origin=SourceOrigin.API, **_sent(request))
        url = links.absolute("api:run", public_id=received.run.public_id)
        body = {
            "id": str(received.source.public_id),
            "is_new": received.is_new,
            "run": {"id": str(received.run.public_id), "state": received.run.state, "url": url},
        }
        return Response(body, status=202, headers={"Location": url, "Cache-Control": "no-store"})


class RunDetail(KeyView):
    http_method_names = ["get", "head", "options"]

    @extend_schema(**described.RUN_DETAIL)
    def get(self, request: Request, public_id: uuid.UUID) -> Response:
        require_known(request.query_params)
        site = _key(request).site
        run = selectors.run_by_public_id(public_id)
        if run is None or run.source.posting.site_id != site.pk:
            raise Problem("run-not-found", "The site of this key has no run with this id.")
        live = selectors_public.live_publications(site).filter(posting=run.source.posting).first()
        headers = {"Cache-Control": "no-store"} | ({} if run.is_finished else {"Retry-After": ASK_AGAIN_SECONDS})
        return Response(documents.run(run, live), headers=headers)


def _key(request: Request) -> SiteKey:
    assert isinstance(request.auth, SiteKey)  # HasKey let nobody else in.
    return request.auth


def _sent(request: Request) -> dict[str, Any]:
    """What was sent, as the service takes it: a source, and what its sender says about it."""
    if not _has_body(request):
        raise Problem("source-invalid", "The request has no body, or does not state its length.", code="empty")
    body: Any = request.data
    if isinstance(body, Raw):
        return _sent_raw(request, body)
    require_known(request.query_params)
    is_form = (request.content_type or "").startswith("multipart/")
    shape = UploadInput(data=body) if is_form else SourceInput(data=body)
    shape.is_valid(raise_exception=True)
    return shape.to_source()


def _has_body(request: Request) -> bool:
    length = str(request.META.get("CONTENT_LENGTH") or "")
    return length.isdecimal() and int(length) > 0


def _sent_raw(request: Request, body: Raw) -> dict[str, Any]:
    require_known(request.query_params, *BESIDE, *RAW_FACTS)
    asked = request.query_params
    beside = {name: asked[name] for name in BESIDE if name in asked}
    facts = {name: asked[name] for name in RAW_FACTS if asked.get(name)}
    return {"data": body.data, "media_type": body.media_type, "facts": facts, **beside}
