"""The test suite. Its database and its Redis are started by tests/support/plugin.py."""

from __future__ import annotations

from config.logs import logging_config
from config.settings.base import *

SECRET_KEY = "only-for-tests-only-for-tests-only-for-tests-only-for-tests"
DEBUG = False
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1", "[::1]"]
POSTWRIGHT_PUBLIC_BASE_URL = "http://testserver"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A file, not memory: the worker that tests start is another process.
    DATABASES["default"]["TEST"] = {"NAME": str(DATABASES["default"]["NAME"]) + "-test"}
LOGGING = logging_config(level="WARNING", form="console")
# A test that queues something must not wait long for a broker that it stopped itself.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    **CELERY_BROKER_TRANSPORT_OPTIONS,
    "unacked_restore_interval": 1,
    "unacked_restore_throttle": 1,
}
