"""Small tournament files, and the commands run on them."""

import copy
import io
import json

from django.apps import apps
from django.core.management import call_command


def run(name, *arguments):
    """Exit status, standard output, standard error of a command."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    try:
        call_command(name, *arguments, stdout=out, stderr=err)
    except SystemExit as stopped:
        status = stopped.code
    return status, out.getvalue(), err.getvalue()


class Files:
    """Writes values to files of their own and runs the import on them."""

    def __init__(self, folder):
        self.folder = folder
        self.count = 0

    def write(self, value):
        self.count += 1
        path = self.folder / f"{self.count}.json"
        path.write_bytes(value if isinstance(value, bytes) else json.dumps(value, ensure_ascii=False).encode())
        return str(path)

    def bring_in(self, *values):
        """Status and answer."""
        status, out, self.warnings = run("import_tournaments", *map(self.write, values))
        return status, json.loads(out)

    def good(self, *values):
        status, answer = self.bring_in(*values)
        assert status == 0, answer
        return answer

    def bad(self, *values):
        """Path and code of each error; nothing is written."""
        before = count_rows()
        status, answer = self.bring_in(*values)
        assert (status, list(answer)) == (1, ["errors"])
        assert all(error["message"] for error in answer["errors"])
        assert count_rows() == before
        return [(error["path"], error["code"]) for error in answer["errors"]]


def count_rows():
    """Rows of every table."""
    return {model.__name__: model.objects.count() for model in apps.get_models()}


def export(*arguments):
    status, out, _ = run("export_tournaments", *arguments)
    assert status == 0
    return out


def points(**by_name):
    return {"points": by_name}


def evening(**changes):
    """One table of three who reach 5000 in the second round, and a final of two; `None` takes a key away."""
    document = {
        "format": "tischtabelle/tournament",
        "version": 1,
        "name": "März-Turnier",
        "date": "2014-03-08",
        "kind": "monthly",
        "players": [{"name": "Anna"}, {"name": "Berta"}, {"name": "Cora"}],
        "tables": [
            {
                "number": 1,
                "seats": ["Anna", "Berta", "Cora"],
                "rounds": [points(Anna=2500, Berta=1500, Cora=100), points(Anna=2500, Berta=1000, Cora=-45)],
            }
        ],
        "final": {"seats": ["Berta", "Anna"], "rounds": [points(Anna=120, Berta=340)]},
    }
    document.update(copy.deepcopy(changes))
    return {key: value for key, value in document.items() if value is not None}


def running(**changes):
    """The same evening after its first round."""
    first = evening()["tables"][0]
    return evening(state="running", final=None, tables=[{**first, "rounds": first["rounds"][:1]}], **changes)


def at_table(**changes):
    """The evening with changes at its only table."""
    return evening(tables=[{**evening()["tables"][0], **changes}])


def at_final(**changes):
    """The evening with changes at its final."""
    return evening(final={**evening()["final"], **changes})


def tied_final():
    """Both finalists have 340."""
    return at_final(rounds=[points(Anna=340, Berta=340)])


def decision(*order, **changes):
    """A decision on the final, drawn by lot."""
    return {"stage": "final", "order": list(order), "by": "lot", **changes}
