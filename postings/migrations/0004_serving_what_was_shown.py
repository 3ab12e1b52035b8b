"""Numbers, filters and search for what was published before they were kept; and, on PostgreSQL, the index of words.

The stored JSON of old publications stays empty: the API writes it while reading until they are published again.
"""

from collections import defaultdict

from django.db import migrations

WORDS = """
CREATE INDEX publication_live_words ON postings_publication USING gin (to_tsvector('simple', search_text))
WHERE ended_at IS NULL
"""


def number_what_was_shown(apps, schema_editor):
    database = schema_editor.connection.alias
    publications = apps.get_model("postings", "Publication").objects.using(database)
    counters = apps.get_model("postings", "SiteChanges").objects.using(database)
    by_site = defaultdict(list)
    for publication in publications.order_by("published_at", "id").defer("payload", "summary", "structured_data"):
        by_site[publication.site_id].append(publication)
    for site_id, shown in by_site.items():
        moments = {p.published_at for p in shown} | {p.ended_at for p in shown if p.ended_at}
        numbers = {moment: number for number, moment in enumerate(sorted(moments), 1)}
        first = {}
        for publication in shown:
            first.setdefault(publication.posting_id, publication)
            fill(apps, database, publication, numbers, first[publication.posting_id])
        counters.create(site_id=site_id, number=len(numbers), changed_at=max(moments))


def fill(apps, database, publication, numbers, first):
    facts = publication.facts
    pay = facts.get("pay") or {}
    publication.number = numbers[publication.published_at]
    publication.changed_number = numbers[publication.ended_at or publication.published_at]
    publication.is_replaced = bool(publication.ended_at) and publication.ended_reason == "replaced"
    publication.first_number = numbers[first.published_at]
    publication.first_published_at = first.published_at
    publication.workplace = str(facts.get("workplace", ""))[:40]
    publication.pay_currency = str(pay.get("currency", ""))[:8].upper()
    publication.pay_unit = str(pay.get("unit", ""))[:16]
    publication.pay_most = pay.get("max") or pay.get("min") or None
    told = [f"{section['heading']}\n{section['text']}" for section in publication.sections]
    named = [publication.title, publication.company, *facts.get("locations", ())]
    publication.search_text = "\n".join([*named, *told])[:200_000]
    publication.save(using=database)
    facet = apps.get_model("postings", "PublicationFacet")
    places = {part for place in facts.get("locations", ()) for part in (place, *place.split(","))}
    found = {("place", word(place)) for place in places}
    found |= {("employment_type", word(kind)) for kind in facts.get("employment_types", ())}
    facet.objects.using(database).bulk_create(
        facet(publication=publication, name=name, value=value) for name, value in sorted(found) if value
    )


def word(text):
    return " ".join(text.split()).casefold()[:300]


def index_words(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(WORDS)


def forget_words(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX IF EXISTS publication_live_words")


class Migration(migrations.Migration):
    dependencies = [("postings", "0003_serving")]

    operations = [
        migrations.RunPython(index_words, forget_words),
        migrations.RunPython(number_what_was_shown, migrations.RunPython.noop),
    ]
