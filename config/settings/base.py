"""Settings that every installation shares. With an empty environment they run on one machine:
SQLite in `var/`, and a Redis on a port of the project's own."""

from __future__ import annotations

from pathlib import Path

from config import env
from config.databases import with_limits
from config.logs import logging_config
from config.settings.unfold import UNFOLD as UNFOLD

BASE_DIR = env.BASE_DIR
# Everything that this machine keeps between two starts.
VAR_DIR = Path(env.text("VAR_DIR", str(BASE_DIR / "var")))

# --- Who may call, and under which name ------------------------------------------------------

SECRET_KEY = env.text("SECRET_KEY", "insecure-only-for-one-machine-and-never-for-a-server-postwright")
DEBUG = env.flag("DEBUG", False)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

# --- Postwright's own limits -----------------------------------------------------------------

# The address people use, without a slash at the end; links in answers and feeds start with it.
POSTWRIGHT_PUBLIC_BASE_URL = env.origin("PUBLIC_BASE_URL", "http://localhost:8000")
POSTWRIGHT_MAX_SOURCE_BYTES = env.integer("POSTWRIGHT_MAX_SOURCE_BYTES", 10_000_000, least=1)
# A source inside JSON or a form is larger than itself (escapes, base64), so a request may be twice as large.
POSTWRIGHT_MAX_REQUEST_BYTES = env.integer(
    "POSTWRIGHT_MAX_REQUEST_BYTES", 2 * POSTWRIGHT_MAX_SOURCE_BYTES + 1_000_000, least=1
)
POSTWRIGHT_RUN_ATTEMPTS_MAX = env.integer("POSTWRIGHT_RUN_ATTEMPTS_MAX", 3, least=1)
POSTWRIGHT_RUN_SECONDS_MAX = env.integer("POSTWRIGHT_RUN_SECONDS_MAX", 60, least=1)
# Longer than a run may take, or the sweep would queue again what is still at work.
POSTWRIGHT_RUN_LOST_AFTER_SECONDS = env.integer(
    "POSTWRIGHT_RUN_LOST_AFTER_SECONDS", 3 * POSTWRIGHT_RUN_SECONDS_MAX, least=2 * POSTWRIGHT_RUN_SECONDS_MAX
)
# What one key, or one address without a key, may ask in a minute; counted in Redis, and not at all while it is away.
POSTWRIGHT_READS_PER_MINUTE = env.integer("POSTWRIGHT_READS_PER_MINUTE", 6_000, least=1)
POSTWRIGHT_READS_PER_MINUTE_WITHOUT_KEY = env.integer("POSTWRIGHT_READS_PER_MINUTE_WITHOUT_KEY", 1_200, least=1)
# How many proxies of ours a request comes through; each adds to X-Forwarded-For where it was asked from.
POSTWRIGHT_PROXIES = env.integer("POSTWRIGHT_PROXIES", 0, least=0)
POSTWRIGHT_WRITES_PER_MINUTE = env.integer("POSTWRIGHT_WRITES_PER_MINUTE", 600, least=1)
# What a heartbeat may be old before readiness says no.
POSTWRIGHT_HEARTBEAT_SECONDS_MAX = env.integer("POSTWRIGHT_HEARTBEAT_SECONDS_MAX", 60, least=1)

DATA_UPLOAD_MAX_MEMORY_SIZE = POSTWRIGHT_MAX_REQUEST_BYTES

# --- Applications ----------------------------------------------------------------------------

INSTALLED_APPS = [
    "unfold",
    "unfold.contrib.filters",
    "unfold.contrib.forms",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_prose_editor",
    "django_structlog",
    "postings.apps.PostingsConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "postings.web.straight.StraightToReadersMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "config.middleware.ContentSecurityPolicyMiddleware",
    "config.middleware.RequestSizeMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "admin:login"
LOGIN_REDIRECT_URL = "admin:index"

# --- Database --------------------------------------------------------------------------------

DATABASES = {
    "default": with_limits(
        env.database("DATABASE_URL", f"sqlite:///{VAR_DIR / 'postwright.sqlite3'}"),
        conn_max_age_seconds=env.integer("DATABASE_CONN_MAX_AGE_SECONDS", 600),
        statement_timeout_ms=env.integer("DATABASE_STATEMENT_TIMEOUT_MS", 20_000),
        lock_timeout_ms=env.integer("DATABASE_LOCK_TIMEOUT_MS", 5_000),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Language, time, static files ------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = env.text("TIME_ZONE", "UTC")
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
# Where `collectstatic` puts them; local and test settings serve them from where they lie.
STATIC_ROOT: Path | None = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = VAR_DIR / "media"

# --- API -------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    # Closed unless a view opens itself: sites read by key, see postings/api.
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "postings.web.problems.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Postwright API",
    "DESCRIPTION": "Job postings as clean HTML fragments: send sources in, read publications out.",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "readKey": {
                "type": "http",
                "scheme": "bearer",
                "description": (
                    "A site's read key: `Bearer pw_read_…`. Only for sites that are not public, and to be counted."
                ),
            }
        }
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# --- Worker ----------------------------------------------------------------------------------

REDIS_URL = env.redis("REDIS_URL", "redis://127.0.0.1:6399/0")

CELERY_BROKER_URL = env.broker("BROKER_URL", REDIS_URL)
CELERY_TASK_DEFAULT_QUEUE = "postwright"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_ENABLE_UTC = True
CELERY_TIMEZONE = "UTC"

CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000  # in KB
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_SOFT_TIME_LIMIT = POSTWRIGHT_RUN_SECONDS_MAX
CELERY_TASK_TIME_LIMIT = POSTWRIGHT_RUN_SECONDS_MAX + 30

# A sender waits about a second and a half for a broker that is down, then goes on: the row is there.
CELERY_TASK_PUBLISH_RETRY = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0.1, "interval_step": 0.2, "interval_max": 0.5}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# Longer than any task: a task that outlives it is given to a second worker as well.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "visibility_timeout": 2 * (CELERY_TASK_TIME_LIMIT + 30),
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 1,
        "socket_timeout": 10,
        "socket_keepalive": True,
    }
    if CELERY_BROKER_URL.startswith("redis")
    else {}
)

CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
# `expires`: what a stopped worker missed is not run several times when it comes back.
CELERY_BEAT_SCHEDULE = {
    "sweep lost runs": {"task": "postings.tasks.sweep_runs", "schedule": 60.0, "options": {"expires": 60}},
    "dispatch outbox": {"task": "postings.tasks.dispatch_outbox", "schedule": 30.0, "options": {"expires": 30}},
    "end closed": {"task": "postings.tasks.end_closed", "schedule": 60.0, "options": {"expires": 60}},
    "heartbeat": {"task": "postings.tasks.beat_heartbeat", "schedule": 20.0, "options": {"expires": 20}},
}

# --- Logs ------------------------------------------------------------------------------------

LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", ["DEBUG", "INFO", "WARNING", "ERROR"])
LOG_FORMAT = env.choice("LOG_FORMAT", "console", ["console", "json"])
LOGGING = logging_config(level=LOG_LEVEL, form=LOG_FORMAT)
DJANGO_STRUCTLOG_CELERY_ENABLED = True

# --- Browser ---------------------------------------------------------------------------------

X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
