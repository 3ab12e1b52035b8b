"""The careers pages' addresses."""

from __future__ import annotations

from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from postings.careers import views

app_name = "careers"

# They only read: who tries to write is told the methods there are, not that a form's token is missing.
urlpatterns = [
    path("<slug:site>/", csrf_exempt(views.posting_list), name="postings"),
    path("<slug:site>/<slug:slug>/", csrf_exempt(views.posting_page), name="posting"),
]
