"""Sheet files as tests write them."""

FORM = {"format": "tischtabelle/sheet", "version": 1}


def sheet(*rounds, players="Anna Berta Cora", ruleset="bcc", **values):
    """A sheet file with these rounds; players are names, or dictionaries."""
    people = [{"name": name} for name in players.split()] if isinstance(players, str) else players
    return {**FORM, "ruleset": ruleset, "players": people, "rounds": list(rounds), **values}


def points(**values):
    return {"points": values}


def counts(**values):
    """A round of counts; who is not given melds and holds nothing."""
    return {"counts": values}


def nothing(**values):
    return {"melded": 0, "hand": 0, **values}
