"""Rows that are written once: what was received, edited or noted is never rewritten."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class WrittenOnce(Exception):
    """Somebody tried to change or delete a row that is kept as it was written."""


class WriteOnceQuerySet(models.QuerySet[Row]):
    """Rows can be read and created; changing or deleting them in bulk is refused as well."""

    def update(self, **changes: Any) -> NoReturn:
        raise WrittenOnce(f"{self.model.__name__} rows are written once; they cannot be updated")

    def delete(self) -> NoReturn:
        raise WrittenOnce(f"{self.model.__name__} rows are written once; they cannot be deleted")


class WriteOnce(models.Model):
    """A row that is inserted and then only read."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise WrittenOnce(f"{type(self).__name__} {self.pk} is written once; save a new one instead")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise WrittenOnce(f"{type(self).__name__} {self.pk} is written once; it cannot be deleted")
