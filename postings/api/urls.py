"""The API's addresses."""

from __future__ import annotations

from django.urls import path, re_path

from postings.api import guide
from postings.api.following import ChangeList
from postings.api.reading import (
    PostingDetail,
    PostingFragment,
    PostingList,
    PostingStructuredData,
    PublicationDetail,
)
from postings.api.sending import RunDetail, SourceList
from postings.api.views import OpenApiDocument, ProblemCatalogue, Reference, UnknownAddress

app_name = "api"

urlpatterns = [
    path("v1/sites/<slug:site>/postings/", PostingList.as_view(), name="postings"),
    path("v1/sites/<slug:site>/postings/<slug:slug>/", PostingDetail.as_view(), name="posting"),
    path("v1/sites/<slug:site>/postings/<slug:slug>/fragment/", PostingFragment.as_view(), name="fragment"),
    path(
        "v1/sites/<slug:site>/postings/<slug:slug>/structured-data/",
        PostingStructuredData.as_view(),
        name="structured-data",
    ),
    path("v1/sites/<slug:site>/publications/<uuid:public_id>/", PublicationDetail.as_view(), name="publication"),
    path("v1/sites/<slug:site>/changes/", ChangeList.as_view(), name="changes"),
    path("v1/sources/", SourceList.as_view(), name="sources"),
    path("v1/runs/<uuid:public_id>/", RunDetail.as_view(), name="run"),
    path("schema/", OpenApiDocument.as_view(), name="schema"),
    path("docs/", Reference.as_view(url_name="api:schema"), name="docs"),
    path("guide/", guide.show, name="guide"),
    path("guide/<slug:page>/", guide.show, name="guide-page"),
    path("problems/", ProblemCatalogue.as_view(), name="problems"),
    path("problems/<slug:name>/", ProblemCatalogue.as_view(), name="problem"),
    re_path(r"^", UnknownAddress.as_view(), name="unknown"),
]
