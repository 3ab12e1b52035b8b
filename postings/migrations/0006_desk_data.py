"""An index for searching, the words of the postings there are, the group Administrator, and open proposals by section.

Results that waited as a whole beside a person's text are queued again, so that they come back section by section.
"""

import re
from html import unescape

from django.db import migrations

from postings.models.searching import searchable

INDEX = "posting_words"
TAG = re.compile(r"<[^>]*>")
RIGHTS = {
    "add_careersite": ("careersite", "Can add career site"),
    "change_careersite": ("careersite", "Can change career site"),
    "view_sitekey": ("sitekey", "Can view site key"),
    "change_sitekey": ("sitekey", "Can change site key"),
    "change_sitemembership": ("sitemembership", "Can change site membership"),
}


def make_index(apps, schema_editor):
    """Kept by PostgreSQL itself and unknown to Django: who changes search_text has to drop and make it again."""
    if schema_editor.connection.vendor == "postgresql":
        words = "array_to_tsvector(string_to_array(ltrim(search_text), ' '))"
        column = f"search_words tsvector GENERATED ALWAYS AS ({words}) STORED"
        schema_editor.execute(f"ALTER TABLE postings_posting ADD COLUMN {column}")
        schema_editor.execute(f"CREATE INDEX {INDEX} ON postings_posting USING gin (search_words)")


def drop_index(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE postings_posting DROP COLUMN search_words")


def fill_words(apps, schema_editor):
    postings = apps.get_model("postings", "Posting").objects.using(schema_editor.connection.alias)
    links = apps.get_model("postings", "RevisionSection").objects.using(schema_editor.connection.alias)
    for posting in postings.iterator():
        bodies = links.filter(revision=posting.head_id).values_list("section__html", flat=True)
        texts = (unescape(TAG.sub("", html.replace("<br>", " "))) for html in bodies)
        words = searchable(posting.title, posting.company, posting.reference, *texts)
        postings.filter(pk=posting.pk).update(search_text=words)


def queue_proposals_again(apps, schema_editor):
    runs = apps.get_model("postings", "NormalizationRun").objects.using(schema_editor.connection.alias)
    fresh = {"started_at": None, "finished_at": None, "attempts": 0, "outcome": "", "fragment": ""}
    runs.filter(outcome="proposal", revisions__isnull=True).update(state="queued", **fresh)


def make_administrators(apps, schema_editor):
    database = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(database)
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    groups = apps.get_model("auth", "Group").objects.using(database)
    group, _ = groups.get_or_create(name="Administrator")
    publisher = groups.filter(name="Publisher").first()
    if publisher is not None:
        group.permissions.add(*publisher.permissions.all())
    for codename, (model, name) in RIGHTS.items():
        content_type, _ = content_types.get_or_create(app_label="postings", model=model)
        right, _ = permissions.get_or_create(content_type=content_type, codename=codename, defaults={"name": name})
        group.permissions.add(right)


def remove_administrators(apps, schema_editor):
    groups = apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias)
    groups.filter(name="Administrator").delete()


class Migration(migrations.Migration):
    dependencies = [("postings", "0005_desk")]

    operations = [
        migrations.RunPython(make_index, drop_index),
        migrations.RunPython(fill_words, migrations.RunPython.noop),
        migrations.RunPython(queue_proposals_again, migrations.RunPython.noop),
        migrations.RunPython(make_administrators, remove_administrators),
    ]
