"""One machine, no configuration: what `make run` and `manage.py` use unless told otherwise."""

from __future__ import annotations

from config.settings.base import *

# Static files straight from where they lie: nothing to collect, nothing stale.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

VAR_DIR.mkdir(parents=True, exist_ok=True)
