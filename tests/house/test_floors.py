"""Imports go down the stairs and to the left, never up and never to the right."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("club", "scoring", "tournaments")  # each may import itself and those before it

# Floor 0 is pure: values in, values out.
PURE = (
    "scoring.rules",
    "tournaments.seating",
    "tournaments.draws",
    "tournaments.standings",
    "tournaments.finalists",
    "tournaments.ties",
    "tournaments.closing",
    "tournaments.season",
    "tournaments.reach",
)

# The last word of a module's or folder's name says its floor: `draw_files` is on that of `files`.
FLOORS = {
    "models": 1,
    **dict.fromkeys(("actions", "queries", "access"), 2),
    **dict.fromkeys(("forms", "listings", "files", "documents"), 3),
    **dict.fromkeys(("views", "management", "admin", "urls", "templatetags"), 4),
}
# Modules with a name of their own.
OWN_NAMES = {
    "club.apps": 0,
    "club.sentences": 0,
    "club.evening_sentences": 0,
    "club.collation": 0,
    "club.figures": 0,
    "club.masking": 0,
    "club.live": 2,
    "club.log": 2,
    "club.pdf": 3,
    "club.jsonfiles": 3,
    "club.pages": 4,
    "club.hashed_files": 4,
    "club.environment": 4,
    "club.error_pages": 4,
    "club.settings": 4,
    "club.server": 4,
    "club.asgi": 4,
    "club.wsgi": 4,
    "scoring.apps": 0,
    "tournaments.apps": 0,
}
CLOCKS = {"now", "utcnow", "today", "localdate"}
DICE = {"random"}
SECRETS_FLOOR = 1  # a model's field may default to a new key


def find_modules():
    """All modules of the three apps but migrations: dotted name and file."""
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if "migrations" not in parts:
                yield ".".join(parts).removesuffix(".__init__"), path


MODULES = dict(find_modules())


def is_pure(module):
    return any(module == pure or module.startswith(f"{pure}.") for pure in PURE)


def find_floor(module):
    """The module's floor; None if the house has no place for it. The app's bare package is the ground."""
    if is_pure(module) or module in APPS:
        return 0
    if module in OWN_NAMES:
        return OWN_NAMES[module]
    return FLOORS.get(module.split(".")[1].rsplit("_", 1)[-1])


def find_imports(path, module):
    """Dotted names that the file imports, anywhere in it, with the line."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                name = f"{source}.{alias.name}"
                yield (name if name in MODULES else source), node.lineno


def own(name):
    """The module of the three apps that is meant by `name`, or None."""
    return name if name.split(".")[0] in APPS else None


@pytest.mark.parametrize("module", MODULES)
def test_module_has_a_floor(module):
    assert find_floor(module) is not None, (
        f"{module}: which floor is it on? Name it after one of {', '.join(FLOORS)}, or add it to OWN_NAMES"
    )


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_down_and_to_the_left(module):
    wrong = []
    for name, line in find_imports(MODULES[module], module):
        target = own(name)
        if target is None or target.startswith("scoring.rules"):
            continue
        if APPS.index(target.split(".")[0]) > APPS.index(module.split(".")[0]):
            wrong.append(f"line {line}: {name} is an app further to the right")
        elif (find_floor(target) or 0) > (find_floor(module) or 0):
            wrong.append(f"line {line}: {name} is a floor higher")
    assert wrong == []


@pytest.mark.parametrize("module", [name for name in MODULES if is_pure(name)])
def test_pure_modules_import_the_standard_library_and_pure_modules_only(module):
    allowed = [
        name
        for name, _ in find_imports(MODULES[module], module)
        if name.split(".")[0] in sys.stdlib_module_names
        or name.startswith("scoring.rules")
        or (is_pure(name) and not module.startswith("scoring.rules"))
    ]
    assert [name for name, _ in find_imports(MODULES[module], module)] == allowed


@pytest.mark.parametrize("module", [name for name in MODULES if (find_floor(name) or 0) < 4])
def test_only_the_top_floor_knows_the_clock_and_the_dice(module):
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    clocks = [
        f"line {node.lineno}: {node.func.attr}()"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CLOCKS
        and not (node.func.attr == "localdate" and node.args)
    ]
    dice = [
        f"line {line}: {name}"
        for name, line in find_imports(MODULES[module], module)
        if name in DICE or (name == "secrets" and find_floor(module) != SECRETS_FLOOR)
    ]
    assert clocks + dice == []
