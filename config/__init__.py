"""The composition root: settings, addresses, and the Celery application."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
