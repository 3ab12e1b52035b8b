"""The desk: Django's admin, where editors work.  Thin: every write is a service, every read a selector."""

from postings.admin import journal, keys, people, postings, publications, sites, sources

__all__ = ["journal", "keys", "people", "postings", "publications", "sites", "sources"]
