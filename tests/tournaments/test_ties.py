import pytest

from tests.tournaments.written import evening
from tournaments.standings import Decision, Scheme
from tournaments.ties import Tie, check_decisions, deciding_ties

LINE, POINTS, BOTH = ("qualifying",), ("points",), ("qualifying", "points")


def ties(*tables, **values):
    return [("".join(tie.keys), tie.table or "final", tie.reasons) for tie in deciding_ties(evening(*tables, **values))]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("A B C D", []),
        ("A=B C D", [("AB", 1, POINTS)]),
        ("A B=C D", [("BC", 1, BOTH)]),
        ("A=B=C D", [("ABC", 1, BOTH)]),
        ("A=B=C=D", [("ABCD", 1, BOTH)]),
        ("A B C=D", []),
        ("A B C=D=E F", []),
        ("A=B C=D", [("AB", 1, POINTS)]),
    ],
)
def test_R2_15_table_ranks_1_2_and_2_3_bring_different_points(table, expected):
    assert ties(table) == expected


def test_R2_15_ties_of_each_table_and_of_the_final():
    assert ties("A B", "C=D E", "F G=H I", final="A=B C=D F=G") == [
        ("CD", 2, POINTS),
        ("GH", 3, BOTH),
        ("AB", "final", POINTS),
        ("CD", "final", POINTS),
    ]


@pytest.mark.parametrize(
    ("final", "expected"),
    [
        ("A=B C D E F", ["AB"]),
        ("A B=C D E F", ["BC"]),
        ("A B C=D E F", ["CD"]),
        ("A B C D=E F", ["DE"]),
        ("A B C D E=F", []),
        ("A B C=D=E=F", ["CDEF"]),
        ("A=B=C=D=E=F", ["ABCDEF"]),
    ],
)
def test_R2_15_final_ranks_within_the_places_that_score(final, expected):
    assert [keys for keys, *_ in ties("A B", "C D", "E F", final=final)] == expected


def test_R2_15_final_of_two_settles_its_winner():
    assert ties("A B C", final="A=B") == [("AB", "final", POINTS)]


def test_R2_15_the_line_is_where_it_lies_after_declines():
    assert ties("A B C=D", declined=("A",)) == [("CD", 1, LINE)]
    assert ties("A B C=D", declined=("A", "B")) == []
    assert ties("A=B C=D", declined=("A",)) == [("AB", 1, POINTS), ("CD", 1, LINE)]
    assert ties("A B C=D=E", declined=("A", "D")) == [("CDE", 1, LINE)]


def test_R2_15_a_decline_that_takes_the_tie_off_the_line_leaves_the_points():
    assert ties("A B=C D", declined=("B",)) == [("BC", 1, POINTS)]


def test_R2_15_ties_among_guests_only_matter_at_the_line_alone():
    guests = frozenset("GHI")
    assert ties("G=H A", guests=guests) == []
    assert ties("A G=H B", guests=guests) == [("GH", 1, LINE)]
    assert ties("A G=H B", guests=guests, declined=("G",)) == []
    assert ties("A G", "B H", guests=guests, final="A G=H B") == []


def test_R2_15_a_tie_of_a_member_with_guests_matters():
    guests = frozenset("GHI")
    assert ties("A=G B", guests=guests) == [("AG", 1, POINTS)]
    assert ties("A G", "B H", guests=guests, final="B G=A H") == [("GA", "final", POINTS)]
    assert ties("A G B=H", guests=guests) == []


def test_R2_15_in_training_ties_matter_at_the_line_alone():
    assert ties("A=B C", counts=False, final="A=B") == []
    assert ties("A B=C", counts=False, final="A B") == [("BC", 1, LINE)]


def test_R2_15_in_training_without_a_final_no_tie_matters():
    assert ties("A=B=C", counts=False) == []
    assert ties("A=B=C", counts=False, final_planned=True) == [("ABC", 1, LINE)]


def test_R2_23_without_a_final_an_evening_ended_early_has_no_line():
    guests = frozenset("GH")
    assert ties("A G=H B", guests=guests, ended_early=True) == []
    assert ties("A B=C", ended_early=True) == [("BC", 1, POINTS)]
    assert ties("A B=C", ended_early=True, final="A B") == [("BC", 1, BOTH)]


def test_R2_15_a_decision_settles_the_tie():
    assert ties("A B=C", final="A=C", decisions=(Decision("table", 1, ("C", "B")),)) == [("AC", "final", POINTS)]
    decisions = (Decision("table", 1, ("C", "B")), Decision("final", None, ("A", "C")))
    assert ties("A B=C", final="A=C", decisions=decisions) == []


def test_R2_15_a_decision_on_another_table_or_a_void_one_does_not():
    assert ties("A=B", "C=D", decisions=(Decision("table", 2, ("A", "B")),)) == [
        ("AB", 1, POINTS),
        ("CD", 2, POINTS),
    ]
    assert ties("A=B", decisions=(Decision("table", 1, ("A", "B"), void=True),)) == [("AB", 1, POINTS)]


def test_R2_10_another_scheme_has_other_ties_that_matter():
    scheme = Scheme(2020, 1, (2, 2, 1), (4, 4))
    assert ties("A=B C=D", scheme=scheme) == [("CD", 1, POINTS)]
    assert ties("A B", "C D", final="A=B C=D", scheme=scheme) == []
    assert ties("A=B C=D", scheme=None) == []


def test_R2_15_why_a_tie_matters_names_the_final_first():
    assert deciding_ties(evening("A B=C")) == [Tie("table", 1, ("B", "C"), BOTH)]
    assert deciding_ties(evening("A B=C"))[0].why == "qualifying"


# Decisions


def refused(*decisions, **values):
    checked = evening("A B=C D=E F", "G=H I", final="A=B G=H", decisions=decisions, **values)
    assert {problem.code for problem in check_decisions(checked)} <= {"invalid_decision"}
    return [problem.path for problem in check_decisions(checked)]


def test_R2_15_a_decision_on_a_tie_that_changes_nothing_is_accepted():
    assert refused(Decision("table", 1, ("E", "D"))) == []
    assert refused(Decision("table", 1, ("E", "D")), counts=False) == []


@pytest.mark.parametrize(
    "order",
    [("A",), ("A", "B"), ("B",), ("B", "C", "A"), ("B", "C", "C"), ("B", "B"), (), ("G", "H"), ("B", "X")],
)
def test_R2_15_a_decision_names_exactly_the_tied(order):
    assert refused(Decision("table", 1, ("C", "B")), Decision("table", 1, order)) == ["decisions.1.order"]


def test_R2_15_a_decision_settles_one_tie_only():
    assert refused(Decision("table", 1, ("B", "C", "D", "E"))) == ["decisions.0.order"]


def test_R2_15_a_tie_that_is_settled_is_none_any_more():
    assert refused(Decision("final", None, ("B", "A")), Decision("final", None, ("A", "B"))) == ["decisions.1.order"]


def test_R2_15_a_decision_on_a_table_that_is_not_there():
    assert refused(Decision("table", 3, ("B", "C"))) == ["decisions.0.table"]
    assert refused(Decision("table", None, ("B", "C"))) == ["decisions.0.table"]


def test_R2_15_a_decision_on_a_final_that_is_not_there():
    checked = evening("A=B C", decisions=(Decision("final", None, ("A", "B")),))
    assert [problem.path for problem in check_decisions(checked)] == ["decisions.0.order"]


def test_R2_19_a_void_decision_is_kept_unread():
    assert refused(Decision("table", 9, ("X",), void=True), Decision("table", 1, ("C", "B"))) == []


def test_R2_15_all_wrong_decisions_are_found():
    wrong = [Decision("final", None, ("A", "G")), Decision("table", 1, ("A", "B"))]
    assert refused(*wrong, Decision("table", 2, ("H", "G"))) == ["decisions.0.order", "decisions.1.order"]
