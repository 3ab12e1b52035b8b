"""The feeds' addresses."""

from __future__ import annotations

from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from postings.feeds import views

app_name = "feeds"

# They only read: who tries to write is told the methods there are, not that a form's token is missing.
urlpatterns = [
    path("<slug:site>/sitemap.xml", csrf_exempt(views.sitemap), name="sitemap"),
    path("<slug:site>/sitemap-<int:part>.xml", csrf_exempt(views.sitemap_part), name="sitemap-part"),
    path("<slug:site>/jobs.xml", csrf_exempt(views.jobs), name="jobs"),
    path("<slug:site>/rss.xml", csrf_exempt(views.rss), name="rss"),
    path("<slug:site>/atom.xml", csrf_exempt(views.atom), name="atom"),
    path("<slug:site>/feed.json", csrf_exempt(views.json_feed), name="json"),
]
