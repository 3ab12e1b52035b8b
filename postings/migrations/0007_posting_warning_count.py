"""A posting counts the warnings its text came with."""

from django.db import migrations, models


def count_warnings(apps, schema_editor):
    database = schema_editor.connection.alias
    postings = apps.get_model("postings", "Posting").objects.using(database)
    runs = apps.get_model("postings", "NormalizationRun").objects.using(database)
    explaining = runs.filter(state="succeeded", outcome__in=["revision", "unchanged"])
    newest = explaining.filter(source__posting=models.OuterRef("pk")).order_by("-source_id", "-id")
    counts = models.Subquery(newest.values("warning_count")[:1])
    postings.filter(models.Exists(newest)).update(warning_count=counts)


class Migration(migrations.Migration):
    dependencies = [("postings", "0006_desk_data")]

    operations = [
        migrations.AddField(
            model_name="posting",
            name="warning_count",
            field=models.PositiveIntegerField(db_index=True, default=0, editable=False),
        ),
        migrations.RunPython(count_warnings, migrations.RunPython.noop),
    ]
