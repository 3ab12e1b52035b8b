"""The feeds' addresses."""

from __future__ import annotations

from django.urls import path, re_path

from postings.feeds import views

app_name = "feeds"

urlpatterns = [
    path("<slug:site>/sitemap.xml", views.sitemap, name="sitemap"),
    path("<slug:site>/sitemap-<int:part>.xml", views.sitemap_part, name="sitemap-part"),
    path("<slug:site>/jobs.xml", views.jobs, name="jobs"),
    path("<slug:site>/rss.xml", views.rss, name="rss"),
    path("<slug:site>/atom.xml", views.atom, name="atom"),
    path("<slug:site>/feed.json", views.json_feed, name="json"),
    re_path(r"^", views.unknown, name="unknown"),
]
