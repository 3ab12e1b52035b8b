from __future__ import annotations

import os

SECRET_KEY = "only-for-measuring"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "bare.urls"
MIDDLEWARE: list[str] = []
INSTALLED_APPS: list[str] = []
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "HOST": os.environ["BENCH_HOST"],
        "USER": "postwright",
        "NAME": os.environ["BENCH_NAME"],
        "CONN_MAX_AGE": 600,
    }
}
