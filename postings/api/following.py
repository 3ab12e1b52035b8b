"""Following a site: what came and what went since a cursor, so that a copy is kept without reading everything again."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from drf_spectacular.utils import extend_schema

from postings import selectors_public
from postings.api import cursors, described_reading, fields, links, stored
from postings.api.parameters import require_known, whole_number
from postings.api.reading import PAGING, item, validator_of
from postings.api.views import ReadingView
from postings.selectors_public import Gate, Row
from postings.services import closing
from postings.services.payloads import moment
from postings.web.problems import Problem

PAGE_SIZE = 100
PAGE_SIZE_MAX = 500


class ChangeList(ReadingView):
    @extend_schema(**described_reading.CHANGES)
    def get(self, request: HttpRequest, site: str) -> HttpResponse:
        gate, more_close = self._up_to_date(self.enter(request, site))
        require_known(request.GET, *PAGING)
        limit = whole_number(request.GET, "limit", default=PAGE_SIZE, most=PAGE_SIZE_MAX)
        number, chosen = cursors.read(cursors.CHANGES, request.GET.get("cursor")), fields.read(request.GET)
        if number is not None and number > (gate.number or 0):
            raise Problem("cursor-ahead")

        def make() -> HttpResponse:
            text = fields.text_for(chosen)
            found = selectors_public.changes_after(gate.site_id, number, limit + 1, text=text)
            page, more = found[:limit], len(found) > limit
            # What the rows say, not the site's counter, which was read a moment before them.
            last = page[-1].number if page else number or 0
            items = ",".join(_change(gate, row, chosen, text) for row in page)
            following = {"next": _next(request, gate, last), "has_more": more or more_close}
            return stored.answer(f'{{"items":[{items}],{json.dumps(following)[1:]}')

        return self.conditional(request, validator_of(gate), make, until=gate.closes_at)

    def _up_to_date(self, gate: Gate) -> tuple[Gate, bool]:
        """The site with its closing dates counted among its changes; whether there may be more of them.

        Beat does this every minute; where it has not yet, the reader who asks for changes does.
        """
        if gate.closed_at is None:
            return gate, False
        more = closing.end_closed(site_id=gate.site_id)
        self.gate = selectors_public.gate(gate.slug, self.digest) or gate
        return self.gate, more


def _change(gate: Gate, row: Row, chosen: fields.Chosen | None, text: str) -> str:
    if row.end is None:
        return f'{{"type":"published","posting_id":"{row.posting_id}","posting":{item(gate, row, chosen, text)}}}'
    removed = {
        "type": "removed",
        "posting_id": str(row.posting_id),
        "slug": row.slug,
        "ended_at": moment(row.end.at),
        "reason": row.end.reason,
    }
    return json.dumps(removed, ensure_ascii=False)


def _next(request: HttpRequest, gate: Gate, number: int) -> str:
    same = {name: value for name, value in request.GET.items() if name != "cursor"}
    return links.absolute("api:changes", {**same, "cursor": cursors.write(cursors.CHANGES, number)}, site=gate.slug)
