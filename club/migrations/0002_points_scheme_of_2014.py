from django.db import migrations

SCHEME_2014 = {
    "taking_part": 1,
    "table_first": 2,
    "table_second": 1,
    "final_first": 5,
    "final_second": 3,
    "final_third": 2,
    "final_fourth": 1,
}


def add_scheme(apps, schema_editor):
    """The statute's own points, from season 2014 on (R2.9)."""
    apps.get_model("club", "PointsScheme").objects.get_or_create(first_year=2014, defaults=SCHEME_2014)


class Migration(migrations.Migration):
    dependencies = [("club", "0001_initial")]
    operations = [migrations.RunPython(add_scheme, migrations.RunPython.noop)]
