"""Query parameters: what is not known is named, never ignored."""

from __future__ import annotations

from rest_framework.request import Request

from postings.api.problems import Problem


def require_known(request: Request, *known: str) -> None:
    """Raises the problem that names the unknown parameters and the known ones."""
    unknown = sorted(set(request.query_params) - set(known))
    if not unknown:
        return
    there = "Known here: " + ", ".join(known) if known else "This address knows none"
    named = ", ".join(name[:60] for name in unknown[:10])
    raise Problem("unknown-parameter", f"Not known: {named}. {there}.", unknown=unknown[:10], known=list(known))


def whole_number(request: Request, name: str, *, default: int, most: int) -> int:
    """A parameter from 1 to `most`."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= most):
        raise invalid(name, f"a whole number from 1 to {most}")
    return int(text)


def invalid(name: str, expected: str) -> Problem:
    message = f"“{name}” must be {expected}."
    return Problem("invalid-parameter", message, errors=[{"field": name, "message": message}])
