"""Until when a publication is shown, also for those that are shown already."""

from datetime import datetime, timedelta, timezone

from django.db import migrations, models
from django.utils.dateparse import parse_date

LAST_ZONE = timezone(timedelta(hours=-12))


def fill(apps, schema_editor):
    publications = apps.get_model("postings", "Publication").objects.using(schema_editor.connection.alias)
    shown = publications.filter(ended_at__isnull=True, facts__has_key="valid_through")
    for number, facts in shown.values_list("pk", "facts").iterator(chunk_size=1_000):
        try:
            day = parse_date(str(facts["valid_through"])[:10])
            until = day and datetime(day.year, day.month, day.day, tzinfo=LAST_ZONE) + timedelta(days=1)
        except (ValueError, OverflowError):
            continue
        if until:
            publications.filter(pk=number).update(expires_at=until)


class Migration(migrations.Migration):
    dependencies = [("postings", "0007_posting_warning_count")]

    operations = [
        migrations.AddField("publication", "expires_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            "publication",
            models.Index(
                condition=models.Q(("ended_at__isnull", True), ("expires_at__isnull", False)),
                fields=["site", "expires_at"],
                name="publication_live_until",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
