"""Every clause of the rules has a test named after it: `test_R2_4_…`.

`pytest tests/house/test_clauses.py` prints those without one.
"""

import re
from pathlib import Path

import pytest

from tests.house.clauses import CLAUSES, NOT_BUILT_YET, NOT_TESTABLE

TESTS = Path(__file__).resolve().parents[1]
TEST_OF_A_CLAUSE = re.compile(r"^\s*(?:async )?def (test_(R\d)_(\d+)_\w+)", re.M)


def find_named_tests():
    """Names of tests by the clause that they name."""
    named = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for name, part, number in TEST_OF_A_CLAUSE.findall(path.read_text(encoding="utf-8")):
            named.setdefault(f"{part}.{number}", []).append(name)
    return named


@pytest.fixture(scope="module")
def named():
    return find_named_tests()


def test_tests_name_clauses_that_exist(named):
    assert sorted(set(named) - set(CLAUSES)) == []


def test_every_clause_has_a_test_or_a_reason(named, capsys):
    without = [clause for clause in CLAUSES if clause not in named]
    with capsys.disabled():
        for clause in without:
            why = NOT_TESTABLE.get(clause) or NOT_BUILT_YET.get(clause) or "NO TEST"
            print(f"\n  {clause} {CLAUSES[clause]}: {why}", end="")
    assert [clause for clause in without if clause not in NOT_TESTABLE and clause not in NOT_BUILT_YET] == []


def test_what_has_a_test_is_no_longer_excused(named):
    assert sorted(set(named) & (set(NOT_TESTABLE) | set(NOT_BUILT_YET))) == []
