"""Reading a site's key from a request.  Missing, unknown, revoked and of another scope are answered alike."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from postings.models import KeyScope, SiteKey
from postings.services import keys


class WriteKeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer pw_write_…`; the key is `request.auth`, its site `request.auth.site`."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, SiteKey]:
        scheme, _, text = request.headers.get("Authorization", "").strip().partition(" ")
        key = keys.authenticate(text.strip(), KeyScope.WRITE) if scheme.lower() == "bearer" else None
        if key is None:
            raise AuthenticationFailed
        return AnonymousUser(), key

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Postwright"'


class HasKey(BasePermission):
    """A second bolt: a view that forgot its authentication lets nobody in."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.auth, SiteKey)
