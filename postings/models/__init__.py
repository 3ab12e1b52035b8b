"""The tables, one concept a file: received (source), computed (run), edited (revision), shown (publication)."""

from postings.models.journal import AuditEntry, Heartbeat, OutboxEvent
from postings.models.posting import Posting, PostingState, TitleOrigin
from postings.models.publication import Publication
from postings.models.revision import Revision, RevisionOrigin, RevisionSection, Section
from postings.models.run import NormalizationRun, RunOutcome, RunState
from postings.models.site import CareerSite, KeyScope, SiteKey
from postings.models.source import Source, SourceOrigin

__all__ = [
    "AuditEntry",
    "CareerSite",
    "Heartbeat",
    "KeyScope",
    "NormalizationRun",
    "OutboxEvent",
    "Posting",
    "PostingState",
    "Publication",
    "Revision",
    "RevisionOrigin",
    "RevisionSection",
    "RunOutcome",
    "RunState",
    "Section",
    "SiteKey",
    "Source",
    "SourceOrigin",
    "TitleOrigin",
]
