"""The shapes of what goes in and comes out: they check what is sent, and describe both to the OpenAPI document."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from postings.api.bodies import read_json
from postings.models import RunState


class Problem(serializers.Serializer[Any]):
    """RFC 9457; `type` is stable and is described at that address.  Some types carry members of their own."""

    type = serializers.CharField(help_text="The kind of problem: a path of this product, stable over versions.")
    title = serializers.CharField(help_text="The kind of problem in words; the same for every problem of a type.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What happened this time, for a person.")
    code = serializers.CharField(required=False, help_text="A finer reason, for programs.")
    errors = serializers.ListField(  # type: ignore[assignment]
        child=serializers.DictField(child=serializers.CharField()),
        required=False,
        help_text="What is wrong with each field or parameter: `field` and `message`.",
    )
    unknown = serializers.ListField(child=serializers.CharField(), required=False)
    known = serializers.ListField(child=serializers.CharField(), required=False)
    ended_at = serializers.DateTimeField(required=False, help_text="When a posting was taken down.")
    reason = serializers.CharField(required=False, allow_blank=True, help_text="Why a posting was taken down.")


class Pay(serializers.Serializer[Any]):
    min = serializers.FloatField(required=False)
    max = serializers.FloatField(required=False)
    currency = serializers.CharField(required=False, allow_blank=True, help_text="ISO 4217, such as EUR.")
    unit = serializers.CharField(required=False, allow_blank=True, help_text="hour, day, week, month or year.")


class Facts(serializers.Serializer[Any]):
    """What is known beside the text.  What is not known is left out, never guessed."""

    locations = serializers.ListField(child=serializers.CharField(), required=False)
    workplace = serializers.CharField(required=False, help_text="remote, hybrid or on_site.")
    department = serializers.CharField(required=False)
    employment_types = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="full_time, part_time, contract, temporary, …"
    )
    pay = Pay(required=False)
    valid_through = serializers.CharField(required=False, help_text="The closing date, ISO 8601.")
    posted_on = serializers.CharField(required=False, help_text="ISO 8601.")
    identifier = serializers.CharField(required=False, help_text="The employer's own number for the job.")


class StatedFacts(Facts):
    """What a sender knows beside the text; unknown names are refused, and so is a value that has not its form."""

    title = serializers.CharField(required=False)
    company = serializers.CharField(required=False)
    language = serializers.CharField(required=False, help_text="ISO 639-1, such as de.")


class PostingSummary(serializers.Serializer[Any]):
    url = serializers.URLField()
    fragment_url = serializers.URLField()
    page_url = serializers.URLField()
    publication_url = serializers.URLField(help_text="This very publication; what is there never changes.")
    structured_data_url = serializers.URLField()
    id = serializers.UUIDField(help_text="The publication; it changes with every publishing and is the ETag.")
    posting_id = serializers.CharField(
        help_text="The posting; stays the same over every publishing and every new slug."
    )
    slug = serializers.SlugField()
    title = serializers.CharField()
    company = serializers.CharField(allow_blank=True)
    language = serializers.CharField(allow_blank=True, help_text="ISO 639-1.")
    facts = Facts()
    first_published_at = serializers.DateTimeField(help_text="When the posting was first shown on the site.")
    published_at = serializers.DateTimeField(help_text="When it got the text that is shown.")


class SectionProvenance(serializers.Serializer[Any]):
    kind = serializers.CharField()
    from_source = serializers.IntegerField(help_text="Pieces that stand in the source as they are.")
    written = serializers.IntegerField(help_text="Pieces that an editor wrote or changed.")


class Provenance(serializers.Serializer[Any]):
    """Where the text comes from."""

    origin = serializers.CharField(help_text="normalizer, editor, merge or restore: who made the revision.")
    received_at = serializers.DateTimeField(allow_null=True, help_text="When the source came in.")
    source_sha256 = serializers.CharField(allow_null=True)
    sections = SectionProvenance(many=True)


class PostingSection(serializers.Serializer[Any]):
    kind = serializers.CharField(help_text="about-the-role, responsibilities, requirements, qualifications, …")
    heading = serializers.CharField(help_text="In the posting's language.")
    html = serializers.CharField(help_text="The section without its heading.")
    text = serializers.CharField(help_text="The same as plain text.")


class Posting(PostingSummary):
    revision = serializers.IntegerField(help_text="The number of the text that is shown.")
    normalizer_version = serializers.CharField(allow_null=True)
    provenance = Provenance()
    sections = PostingSection(many=True)
    fragment = serializers.CharField(help_text="The whole text, clean HTML, the same bytes as at fragment_url.")
    structured_data = serializers.JSONField(allow_null=True, help_text="A schema.org JobPosting, where facts suffice.")


class Partial(serializers.Serializer[Any]):
    """A shape of which every member may be absent: a reader named those it wants."""

    def get_fields(self) -> dict[str, Any]:
        found = super().get_fields()
        for field in found.values():
            field.required = False
        return found


class PartialProvenance(Partial, Provenance):
    """Where the text comes from, or the named part of it."""


class PartialSection(Partial, PostingSection):
    """A section, or the named part of it."""


class PartialPosting(Partial, Posting):
    """A posting whole, its summary, or what `fields` asks for."""

    provenance = PartialProvenance(required=False)
    sections = PartialSection(many=True, required=False)


class PostingPage(serializers.Serializer[Any]):
    items = PartialPosting(many=True)
    next = serializers.URLField(allow_null=True, help_text="The next page; null on the last one.")


class Change(serializers.Serializer[Any]):
    """What came or went.  Published: put it into your copy, whatever you had. Removed: take it out, if you had it."""

    type = serializers.ChoiceField(choices=["published", "removed"])
    posting_id = serializers.CharField(help_text="What your copy is kept by.")
    posting = PartialPosting(required=False, help_text="Only where it was published.")
    slug = serializers.CharField(required=False, help_text="Only where it was removed: the slug that it had.")
    ended_at = serializers.DateTimeField(required=False)
    reason = serializers.CharField(required=False, allow_blank=True)


class ChangePage(serializers.Serializer[Any]):
    items = Change(many=True)
    next = serializers.URLField(help_text="Where to go on: at once while has_more, else whenever you look again.")
    has_more = serializers.BooleanField()


class AcceptedRun(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=RunState.choices)
    url = serializers.URLField()


class Accepted(serializers.Serializer[Any]):
    id = serializers.UUIDField(help_text="The source.")
    is_new = serializers.BooleanField(help_text="false: the same source was there already; this is its run.")
    run = AcceptedRun()


class Failure(serializers.Serializer[Any]):
    code = serializers.CharField()
    sentence = serializers.CharField(help_text="What went wrong, in words for an editor.")


class Warning(serializers.Serializer[Any]):
    code = serializers.CharField()
    sentence = serializers.CharField()
    blocks = serializers.ListField(child=serializers.CharField())


class LedgerSummary(serializers.Serializer[Any]):
    """Where the pieces of the source went, counted."""

    placed = serializers.IntegerField()
    dropped = serializers.IntegerField()
    sections = serializers.DictField(child=serializers.IntegerField())
    reasons = serializers.DictField(child=serializers.IntegerField())


class RunSource(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    sha256 = serializers.CharField()
    bytes = serializers.IntegerField()


class Refusal(serializers.Serializer[Any]):
    """Why something cannot be done as things stand."""

    code = serializers.CharField(help_text="no_text, no_sections, closing_date_over or needs_approval.")
    sentence = serializers.CharField(help_text="The same in words for an editor.")


class RunPosting(serializers.Serializer[Any]):
    slug = serializers.SlugField()
    title = serializers.CharField()
    reference = serializers.CharField(allow_blank=True)
    is_live = serializers.BooleanField()
    refusal = Refusal(
        allow_null=True, help_text="Why it cannot be published as it is; null where nothing stands in the way."
    )
    url = serializers.URLField(allow_null=True, help_text="Where the posting is read; null while it is not live.")
    fragment_url = serializers.URLField(allow_null=True)
    page_url = serializers.URLField(allow_null=True)


class Run(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    url = serializers.URLField()
    state = serializers.ChoiceField(choices=RunState.choices)
    outcome = serializers.CharField(allow_null=True, help_text="revision, unchanged, proposal or superseded.")
    failure = Failure(allow_null=True)
    queued_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    attempts = serializers.IntegerField()
    normalizer_version = serializers.CharField()
    language = serializers.CharField(allow_blank=True)
    facts = StatedFacts()
    warnings = Warning(many=True)
    ledger = LedgerSummary()
    source = RunSource()  # type: ignore[assignment]
    posting = RunPosting()


BESIDE = ("name", "address", "reference")


class Beside(serializers.Serializer[Any]):
    """What can be said beside a source, in a JSON body and in a form alike."""

    name = serializers.CharField(required=False, allow_blank=True, help_text="A file name.")
    address = serializers.CharField(
        required=False, allow_blank=True, help_text="Where the source stands on the web; relative links need it."
    )
    reference = serializers.CharField(
        required=False,
        allow_blank=True,
        help_text="Your own id of the posting. A new source with the same reference is a new version of it.",
    )

    def to_internal_value(self, data: Any) -> Any:
        unknown: list[str] = sorted(set(map(str, data)) - set(self.fields)) if isinstance(data, Mapping) else []
        if unknown:
            known = ", ".join(self.fields)
            raise serializers.ValidationError({name[:60]: f"Not known. Known: {known}." for name in unknown[:10]})
        return super().to_internal_value(data)

    def beside(self) -> dict[str, Any]:
        """The values, as the service names them."""
        return {name: self.validated_data[name] for name in BESIDE if name in self.validated_data}


@extend_schema_field(StatedFacts)
class StatedFactsField(serializers.DictField):
    """Facts as they were sent; the service looks at what is in them."""


class SourceInput(Beside):
    """A source in a JSON body: its text in `content`, or its bytes in `content_base64`."""

    content = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False)
    content_base64 = serializers.CharField(required=False, allow_blank=True)
    media_type = serializers.CharField(required=False, allow_blank=True, help_text="Such as text/html.")
    facts = StatedFactsField(required=False)

    def validate_content_base64(self, value: str) -> bytes:
        try:
            return base64.b64decode("".join(value.split()), validate=True)
        except (binascii.Error, ValueError):
            raise serializers.ValidationError("This is not base64.") from None

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("content" in attrs) == ("content_base64" in attrs):
            raise serializers.ValidationError("Send either content or content_base64.")
        return attrs

    def to_source(self) -> dict[str, Any]:
        """The arguments of the service."""
        sent = self.validated_data
        data = sent["content"].encode() if "content" in sent else sent["content_base64"]
        stated = {"media_type": sent.get("media_type", ""), "facts": sent.get("facts", {})}
        return {"data": data, **stated, **self.beside()}


@extend_schema_field(OpenApiTypes.BINARY)
class SourceFile(serializers.FileField):
    """An uploaded file of any type."""


class UploadInput(Beside):
    """A source as an uploaded file."""

    file = SourceFile(allow_empty_file=True)
    facts = serializers.CharField(required=False, allow_blank=True, help_text="A JSON object, as in a JSON body.")

    def validate_facts(self, value: str) -> Any:
        facts = read_json(value.encode()) if value.strip() else {}
        if not isinstance(facts, dict):
            raise serializers.ValidationError("This is not a JSON object.")
        return facts

    def to_source(self) -> dict[str, Any]:
        """The arguments of the service; the file's own name and type where none are stated."""
        file = self.validated_data["file"]
        known = {"name": file.name or "", "media_type": file.content_type or "", **self.beside()}
        return {"data": file.read(), "facts": self.validated_data.get("facts", {}), **known}
