"""The WSGI application that a web server loads."""

from __future__ import annotations

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

application = get_wsgi_application()
# What is loaded now stays: to look through all of it for garbage would hold up one answer in a few hundred.
gc.collect()
gc.freeze()
