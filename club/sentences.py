"""The one place for sentences: what each code says to people."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.evening_sentences import EVENING
from scoring.rules.problems import Problem

FILES: Mapping[str, str | Promise] = {
    "invalid_json": _("Das ist keine JSON-Datei, die gelesen werden kann (UTF-8, höchstens 10 MB, nicht zu tief)."),
    "schema": _("Hier steht nicht, was das Format verlangt."),
    "duplicate_tournament": _("%(name)s am %(date)s gibt es schon, mit anderem Inhalt."),
    "ambiguous_member": _("%(player)s heißen mehrere: Die Mitgliedsnummer muss dabeistehen."),
    "draw_mismatch": _("Das folgt nicht aus dem Startwert."),
    "unreadable_file": _("Diese Datei kann nicht gelesen werden: Zeichensatz oder Tabelle passen nicht."),
    "unknown_column": _("Es fehlt eine Spalte mit Namen."),
    "invalid_date": _("Dieses Datum gibt es nicht, oder es liegt in der Zukunft."),
    "ambiguous_date": _("Dieses Datum kann auf zwei Arten gelesen werden: bitte als 3.4.1951 schreiben."),
    "duplicate_member": _("%(name)s steht in zwei Zeilen."),
}
SHEETS: Mapping[str, str | Promise] = {
    "unknown_ruleset": _("Die Regeln „%(ruleset)s“ gibt es hier nicht."),
    "wrong_number_of_players": _("Mit %(number)s Personen kann hier nicht gespielt werden."),
    "invalid_sides": _("Die Partner passen nicht: gleich große Seiten, die abwechselnd sitzen."),
    "duplicate_player": _("%(player)s steht doppelt da."),
    "unknown_player": _("%(player)s spielt hier nicht mit."),
    "missing_player": _("Das Ergebnis von %(player)s fehlt. Wer nichts bekommen hat, bekommt eine 0."),
    "not_multiple_of_5": _("Das ist nicht durch 5 teilbar. Alle Kartenwerte sind es."),
    "out_of_range": _("Das ist mehr oder weniger, als möglich ist."),
    "canasta_not_allowed": _("Das gibt es nach diesen Regeln nicht."),
    "canastas_exceed_melded": _(
        "Diese Canastas enthalten mindestens %(least)s Punkte an Karten; ausgelegt ist weniger."
    ),
    "bonus_without_canasta": _("Dafür braucht es einen Canasta."),
    "hand_left_after_going_out": _("Wer Schluss macht, hat keine Karten mehr auf der Hand."),
    "concealed_without_going_out": _("Handschluss geht nur mit Schluss machen."),
    "concealed_after_opening": _("Handschluss geht nur, wenn noch niemand herausgekommen ist."),
    "several_went_out": _("Nur eine Person kann Schluss machen."),
    "several_last_cards": _("Nur eine Person kann die letzte Karte haben."),
    "too_many_red_threes": _("%(number)s Rote Dreien sind mehr, als im Spiel sind (%(most)s)."),
    "deck_value_exceeded": _("%(value)s Punkte sind mehr, als alle Karten zusammen haben (%(most)s)."),
    "too_many_cards": _("%(number)s Karten vom Rang %(rank)s sind mehr, als im Spiel sind (%(most)s)."),
    "round_after_end": _("Das Spiel war schon zu Ende."),
}
TOURNAMENTS: Mapping[str, str | Promise] = {
    "game_not_finished": _("Niemand hat das Ziel erreicht. Wer früher aufhört, nennt einen Grund."),
    "final_incomplete": _("Zum Abschluss gehört ein Finale mit genau einer Runde."),
    "tie_unresolved": _("Entscheidung nötig: Gleichstand zwischen %(players)s."),
    "invalid_decision": _("Diese Entscheidung nennt keinen Gleichstand oder nicht genau die Beteiligten."),
    "not_qualified": _("%(player)s: Die Teilnehmer am Finale stimmen nicht mit den Besten der Tische überein."),
    "outside_season": _("Das liegt außerhalb einer Saison, für die es Punkte gibt (Januar bis November)."),
}
SENTENCES: Mapping[str, str | Promise] = {**FILES, **SHEETS, **TOURNAMENTS, **EVENING}

# Where the place or the cause is known a problem may say more, where a name or a figure is not, less.
MORE: Mapping[str, Sequence[str | Promise]] = {
    "schema": (
        _("Hier fehlt „%(key)s“."),
        _("„%(twice)s“ steht doppelt da."),
        _("„%(unknown)s“ geht nicht, wo Partner zusammen spielen."),
        _("Die Tischnummer %(table)s gibt es zweimal."),
    ),
    "out_of_range": (_("Ein Rundenergebnis liegt zwischen −%(most)s und %(most)s."),),
}
LESS: Mapping[str, str | Promise] = {
    "duplicate_tournament": _("Ein Turnier dieses Namens an diesem Tag gibt es schon, mit anderem Inhalt."),
    "ambiguous_member": _("So heißen mehrere: Die Mitgliedsnummer muss dabeistehen."),
    "duplicate_member": _("Diese Person steht in zwei Zeilen."),
    "unknown_ruleset": _("Diese Regeln gibt es hier nicht."),
    "wrong_number_of_players": _("Mit so vielen Personen kann hier nicht gespielt werden."),
    "duplicate_player": _("Dieser Name steht doppelt da."),
    "unknown_player": _("Diese Person spielt hier nicht mit."),
    "missing_player": _("Ein Ergebnis fehlt. Wer nichts bekommen hat, bekommt eine 0."),
    "canastas_exceed_melded": _("Diese Canastas enthalten mehr Punkte an Karten, als ausgelegt sind."),
    "too_many_red_threes": _("Das sind mehr Rote Dreien, als im Spiel sind."),
    "deck_value_exceeded": _("Das sind mehr Punkte, als alle Karten zusammen haben."),
    "too_many_cards": _("Das sind mehr Karten dieses Rangs, als im Spiel sind."),
    "tie_unresolved": _("Entscheidung nötig: Gleichstand."),
    "not_qualified": _("Die Teilnehmer am Finale stimmen nicht mit den Besten der Tische überein."),
}
_PARAM = re.compile(r"%\((\w+)\)s")


def sentence(problem: Problem) -> str:
    """What a problem says to people, in their language: the most that it can with the figures and names it knows."""
    code, params = problem.code, problem.params
    if code not in SENTENCES:
        return code
    for text in (*MORE.get(code, ()), SENTENCES[code], LESS.get(code)):
        if text is not None and set(_PARAM.findall(str(text))) <= set(params):
            return str(text) % params
    return (str(SENTENCES[code]) % defaultdict(str, params)).strip()
