"""Files that the club's other programs meet: tournaments in and out, the season table in all its formats."""
