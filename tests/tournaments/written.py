"""Evenings written as text: `evening("A B=C D", final="A B")`."""

from tournaments.standings import Evening, TableStanding


def evening(*tables, **values):
    """Each table as text: groups apart by spaces, equals within a group by "="."""
    standings = tuple(TableStanding(n, ranking(text)) for n, text in enumerate(tables, 1))
    if isinstance(final := values.pop("final", None), str):
        values |= {"final_ranking": ranking(final), "final_seats": tuple(final.replace("=", " ").split())}
    return Evening(counts=values.pop("counts", True), tables=standings, **values)


def ranking(text):
    return [group.split("=") for group in text.split()]
