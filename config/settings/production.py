"""A server that strangers reach: nothing secret has a default, and everything goes over TLS."""

from __future__ import annotations

from config import env
from config.logs import logging_config
from config.settings.base import *

SECRET_KEY = env.required("SECRET_KEY", "it signs sessions; make one of 50 random characters or more and keep it.")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or [env.required("ALLOWED_HOSTS", "the host names this server answers to.")]
env.required("DATABASE_URL", "where the postings are kept, such as postgresql://user:password@host/postwright.")
env.required("REDIS_URL", "the Redis that carries the work to the workers, such as redis://host:6379/0.")
env.required("PUBLIC_BASE_URL", "the address people use, such as https://jobs.example.")
DEBUG = False

SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", True)
# A load balancer asks these on the inside, without TLS.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz(/worker)?$"]
# Only behind a proxy that always sets or removes this header: from a stranger it would be a lie.
if env.flag("TRUST_X_FORWARDED_PROTO", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = env.integer("SECURE_HSTS_SECONDS", 31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("SECURE_HSTS_INCLUDE_SUBDOMAINS", True)
SECURE_HSTS_PRELOAD = env.flag("SECURE_HSTS_PRELOAD", True)
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_HTTPONLY = True

LOG_FORMAT = env.choice("LOG_FORMAT", "json", ["console", "json"])
LOGGING = logging_config(level=LOG_LEVEL, form=LOG_FORMAT)
