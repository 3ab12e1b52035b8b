"""How the admin looks and what its sidebar offers.  Colours are calm; white on `primary-600` has a contrast above 5."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse_lazy


def _may(right: str) -> Callable[[HttpRequest], bool]:
    def may(request: HttpRequest) -> bool:
        from postings import conditions

        user = request.user
        return user.has_perm(right) or conditions.may(user, right.removeprefix("postings."))

    return may


def _static(path: str) -> Callable[[HttpRequest], str]:
    return lambda request: static(path)


def _item(title: str, icon: str, model: str) -> dict[str, Any]:
    application, name = model.split("_")
    link = reverse_lazy(f"admin:{model}_changelist")
    return {"title": title, "icon": icon, "link": link, "permission": _may(f"{application}.view_{name}")}


def _scale(hue: int, *steps: tuple[float, float]) -> dict[str, str]:
    """A theme's colour scale of one hue, from lightness (in per cent) and chroma."""
    names = ("50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950")
    return {name: f"oklch({light}% {chroma} {hue})" for name, (light, chroma) in zip(names, steps, strict=True)}


# fmt: off
COLORS = {
    "base": _scale(
        240, (98.4, 0.003), (96.4, 0.004), (92.4, 0.006), (86.6, 0.009), (71.5, 0.016), (52.5, 0.022),
        (44.2, 0.024), (36.8, 0.024), (27.6, 0.020), (21.2, 0.017), (15.0, 0.014),
    ),
    "primary": _scale(
        240, (97.5, 0.015), (94.5, 0.030), (89.5, 0.055), (82.0, 0.090), (76.0, 0.110), (68.0, 0.120),
        (49.5, 0.110), (44.0, 0.100), (38.0, 0.085), (33.0, 0.070), (24.0, 0.050),
    ),
}
# fmt: on

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Postwright",
    "SITE_HEADER": "Postwright",
    "SITE_SYMBOL": "article",
    "SITE_URL": None,
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": _static("postings/icon.svg")}],
    "SHOW_HISTORY": False,
    "SHOW_VIEW_ON_SITE": False,
    "BORDER_RADIUS": "8px",
    "COLORS": COLORS,
    "STYLES": [_static("postings/desk.css")],
    "SCRIPTS": [_static("postings/shell.js")],
    "DASHBOARD_CALLBACK": "postings.admin.home.add_to_context",
    "SIDEBAR": {
        "navigation": [
            {
                "items": [
                    {"title": "Home", "icon": "home", "link": reverse_lazy("admin:index")},
                    _item("Postings", "description", "postings_posting"),
                    _item("Published", "public", "postings_publication"),
                ],
            },
            {
                "title": "Behind the postings",
                "separator": True,
                "items": [
                    _item("Sources", "inbox", "postings_source"),
                    _item("Runs", "conversion_path", "postings_normalizationrun"),
                    _item("Journal", "history", "postings_auditentry"),
                ],
            },
            {
                "title": "Settings",
                "separator": True,
                "items": [
                    _item("Career sites", "language", "postings_careersite"),
                    _item("Keys", "key", "postings_sitekey"),
                    _item("People", "person", "auth_user"),
                    _item("Groups", "group", "auth_group"),
                ],
            },
        ],
    },
}
