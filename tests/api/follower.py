"""A consumer of the change feed, written from the documentation."""

from __future__ import annotations

from django.test import Client


class Follower:
    """Keeps a copy: posting_id to the publication that is shown."""

    def __init__(self, client: Client, address: str) -> None:
        self.client = client
        self.address = address
        self.copy: dict[str, str] = {}

    def catch_up(self) -> dict[str, str]:
        """Read on until there is no more; the copy as it is then."""
        while self.read():
            pass
        return self.copy

    def read(self) -> bool:
        """One page; whether there is more."""
        page = self.client.get(self.address).json()
        for change in page["items"]:
            if change["type"] == "published":
                self.copy[change["posting_id"]] = change["posting"]["id"]
            else:
                self.copy.pop(change["posting_id"], None)
        self.address = page["next"]
        return bool(page["has_more"])
