"""Wagtail as its documentation sets it up for reading by API, with persistent connections as Postwright has them."""

from __future__ import annotations

import os

SECRET_KEY = "only-for-measuring"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "wagtail_site.urls"
WSGI_APPLICATION = "wagtail_site.wsgi.application"
INSTALLED_APPS = [
    "wagtail_site.shown",
    "wagtail.api.v2",
    "wagtail.images",
    "wagtail.documents",
    "wagtail.users",
    "wagtail.admin",
    "wagtail.search",
    "wagtail.sites",
    "wagtail",
    "modelcluster",
    "taggit",
    "rest_framework",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": os.environ["BENCH_HOST"],
        "USER": "postwright",
        "NAME": os.environ["BENCH_NAME"],
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
STATIC_URL = "/static/"
WAGTAIL_SITE_NAME = "Bench"
WAGTAILADMIN_BASE_URL = "http://127.0.0.1"
WAGTAILAPI_LIMIT_MAX = 100
