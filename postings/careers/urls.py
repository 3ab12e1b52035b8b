"""The careers pages' addresses."""

from __future__ import annotations

from django.urls import path

from postings.careers import views

app_name = "careers"

urlpatterns = [
    path("<slug:site>/", views.posting_list, name="postings"),
    path("<slug:site>/<slug:slug>/", views.posting_page, name="posting"),
]
