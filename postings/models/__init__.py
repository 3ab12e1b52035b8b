"""The tables, one concept a file: received (source), computed (run), edited (revision), shown (publication)."""

from postings.models.desk import Draft, EditorMessage, Presence, SavedView, SectionLock
from postings.models.journal import AuditEntry, Heartbeat, OutboxEvent
from postings.models.membership import SiteMembership, SiteRole
from postings.models.posting import Posting, PostingState, TitleOrigin
from postings.models.publication import Publication, PublicationFacet
from postings.models.review import Proposal, ProposalStatus, Review, ReviewDecision
from postings.models.revision import Revision, RevisionAction, RevisionOrigin, RevisionSection, Section
from postings.models.run import NormalizationRun, RunOutcome, RunState
from postings.models.site import CareerSite, KeyScope, SiteChanges, SiteKey
from postings.models.source import Source, SourceOrigin

__all__ = [
    "AuditEntry",
    "CareerSite",
    "Draft",
    "EditorMessage",
    "Heartbeat",
    "KeyScope",
    "NormalizationRun",
    "OutboxEvent",
    "Posting",
    "PostingState",
    "Presence",
    "Proposal",
    "ProposalStatus",
    "Publication",
    "PublicationFacet",
    "Review",
    "ReviewDecision",
    "Revision",
    "RevisionAction",
    "RevisionOrigin",
    "RevisionSection",
    "RunOutcome",
    "RunState",
    "SavedView",
    "Section",
    "SectionLock",
    "SiteChanges",
    "SiteKey",
    "SiteMembership",
    "SiteRole",
    "Source",
    "SourceOrigin",
    "TitleOrigin",
]
