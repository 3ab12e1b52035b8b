from __future__ import annotations

from django.urls import path
from wagtail.api.v2.router import WagtailAPIRouter
from wagtail.api.v2.views import PagesAPIViewSet

router = WagtailAPIRouter("wagtailapi")
router.register_endpoint("pages", PagesAPIViewSet)
urlpatterns = [path("api/v2/", router.urls)]
