"""All addresses, door by door."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from config import health

handler400 = "config.errors.bad_request"
handler500 = "config.errors.server_error"

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="admin:index"), name="home"),
    path("admin/", admin.site.urls),
    path("api/", include("postings.api.urls")),
    path("careers/", include("postings.careers.urls")),
    path("feeds/", include("postings.feeds.urls")),
    path("healthz", health.alive, name="alive"),
    path("readyz", health.ready, name="ready"),
    path("readyz/worker", health.worker, name="ready-worker"),
]
