"""A posting's text: versioned sections, and numbered revisions that are made of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from postings.models.writeonce import WriteOnce, WriteOnceQuerySet

SECTION_KINDS = (
    "about-the-role",
    "responsibilities",
    "requirements",
    "qualifications",
    "skills",
    "benefits",
    "pay",
    "schedule",
)


class SectionQuerySet(WriteOnceQuerySet["Section"]):
    """Section versions."""


class Section(WriteOnce):
    """One version of one section's text, shared by every revision in which it did not change.

    `html` is the inner HTML of the section, without its heading.  `blocks` lists its pieces in order as
    `{"html", "block", "run", "written_by", "edited_by"}`: the block of the run's source ("12", "12.2"), the run's id,
    the id of the user who wrote the piece, that of the user who changed it since; each may be null.  Where one piece
    was made of several blocks, `also` lists the further ones.
    """

    posting = models.ForeignKey("postings.Posting", on_delete=models.PROTECT, related_name="sections")
    kind = models.CharField(max_length=40)
    version = models.PositiveIntegerField()
    html = models.TextField()
    blocks = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField()

    objects = SectionQuerySet.as_manager()

    class Meta:
        ordering = ("posting", "kind", "version")
        constraints = (
            models.UniqueConstraint(fields=("posting", "kind", "version"), name="one_section_for_a_kind_and_version"),
            models.CheckConstraint(condition=Q(kind__in=SECTION_KINDS), name="section_kind_is_in_the_contract"),
            models.CheckConstraint(condition=~Q(html=""), name="section_is_not_empty"),
        )

    def __str__(self) -> str:
        return f"{self.kind} v{self.version}"


class RevisionOrigin(models.TextChoices):
    NORMALIZER = "normalizer"
    EDITOR = "editor"
    MERGE = "merge"
    RESTORE = "restore"


class RevisionAction(models.TextChoices):
    """What was done, where it is known more exactly than by the origin."""

    NONE = "", "Text"
    TEXT_SAVED = "text_saved", "Text saved"
    BLOCK_PLACED = "block_placed", "Block placed"
    BLOCK_LEFT_OUT = "block_left_out", "Block left out"
    BLOCK_RESTORED = "block_restored", "Block restored"
    BLOCK_MOVED = "block_moved", "Block moved"
    BLOCK_REMOVED = "block_removed", "Block removed"
    REVISION_RESTORED = "revision_restored", "Revision restored"
    SECTION_RESTORED = "section_restored", "Section restored"
    MERGED = "merged", "Merged"
    SOURCE_ADVANCED = "source_advanced", "Untouched sections follow the source"
    PROPOSAL_ACCEPTED = "proposal_accepted", "New source's section taken"
    PROPOSAL_MERGED = "proposal_merged", "Merged with the new source"


class RevisionQuerySet(WriteOnceQuerySet["Revision"]):
    def with_sections(self) -> RevisionQuerySet:
        """Revisions with their section versions loaded: one query more, however many revisions."""
        return self.prefetch_related("revision_sections__section")


class Revision(WriteOnce):
    """A posting's whole text at one moment, as a list of section versions.  Numbers start at 1 and have no gaps."""

    posting = models.ForeignKey("postings.Posting", on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    origin = models.CharField(max_length=12, choices=RevisionOrigin.choices)
    base = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    run = models.ForeignKey(
        "postings.NormalizationRun", null=True, blank=True, on_delete=models.PROTECT, related_name="revisions"
    )
    action = models.CharField(max_length=24, choices=RevisionAction.choices, blank=True, default=RevisionAction.NONE)
    language = models.CharField(max_length=16, blank=True, default="")
    note = models.CharField(max_length=500, blank=True, default="")
    created_at = models.DateTimeField()
    sections = models.ManyToManyField(Section, through="RevisionSection", related_name="revisions")

    objects = RevisionQuerySet.as_manager()

    class Meta:
        ordering = ("posting", "-number")
        constraints = (
            models.UniqueConstraint(fields=("posting", "number"), name="one_revision_for_a_number"),
            models.UniqueConstraint(
                fields=("run",), condition=Q(origin="normalizer"), name="one_normalizer_revision_for_a_run"
            ),
            models.CheckConstraint(
                condition=Q(origin__in=["normalizer", "editor", "merge", "restore"]), name="revision_origin_is_known"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="revision_number_starts_at_1"),
            models.CheckConstraint(
                condition=~Q(origin="normalizer") | Q(run__isnull=False, author__isnull=True),
                name="revision_of_the_normalizer_has_a_run_and_no_author",
            ),
        )

    def __str__(self) -> str:
        return f"Revision {self.number}"

    def ordered_sections(self) -> list[Section]:
        """Its sections in the contract's order.  Costs no query after `with_sections()`."""
        links = {link.kind: link.section for link in self.revision_sections.all()}
        return [links[kind] for kind in SECTION_KINDS if kind in links]

    def section(self, kind: str) -> Section | None:
        """Its section of a kind, or None where it has none."""
        return next((section for section in self.ordered_sections() if section.kind == kind), None)


class RevisionSectionQuerySet(WriteOnceQuerySet["RevisionSection"]):
    """Which section versions revisions are made of."""


class RevisionSection(WriteOnce):
    """Names the version of one section that a revision is made of."""

    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="revision_sections")
    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="revision_sections")
    kind = models.CharField(max_length=40)

    objects = RevisionSectionQuerySet.as_manager()

    class Meta:
        ordering = ("revision", "kind")
        constraints = (
            models.UniqueConstraint(fields=("revision", "kind"), name="one_section_of_a_kind_in_a_revision"),
            models.CheckConstraint(
                condition=Q(kind__in=SECTION_KINDS), name="revision_section_kind_is_in_the_contract"
            ),
        )

    def __str__(self) -> str:
        return f"{self.revision_id}: {self.kind}"
