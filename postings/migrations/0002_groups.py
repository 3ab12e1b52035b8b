"""Groups Viewer, Editor and Publisher with their rights.  Reversing removes the groups and leaves the rights.

Django writes permission rows only after all migrations have run, so the ones named here are made here, with
the names Django would give them.
"""

from django.db import migrations

VIEW = {
    "careersite": "career site",
    "posting": "posting",
    "source": "source",
    "normalizationrun": "normalization run",
    "section": "section",
    "revision": "revision",
    "publication": "publication",
    "auditentry": "audit entry",
}
VIEWER = {f"view_{model}": (model, f"Can view {name}") for model, name in VIEW.items()}
EDITOR = {
    **VIEWER,
    "add_posting": ("posting", "Can add posting"),
    "change_posting": ("posting", "Can change posting"),
    "add_source": ("source", "Can add source"),
}
PUBLISHER = {**EDITOR, "publish_posting": ("posting", "Can publish and unpublish posting")}
GROUPS = {"Viewer": VIEWER, "Editor": EDITOR, "Publisher": PUBLISHER}


def make_groups(apps, schema_editor):
    database = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(database)
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    groups = apps.get_model("auth", "Group").objects.using(database)
    for group_name, rights in GROUPS.items():
        group, _ = groups.get_or_create(name=group_name)
        for codename, (model, name) in rights.items():
            content_type, _ = content_types.get_or_create(app_label="postings", model=model)
            right, _ = permissions.get_or_create(content_type=content_type, codename=codename, defaults={"name": name})
            group.permissions.add(right)


def remove_groups(apps, schema_editor):
    groups = apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias)
    groups.filter(name__in=GROUPS).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("postings", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make_groups, remove_groups)]
