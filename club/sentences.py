"""The one place for sentences: what each code says to people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.evening_sentences import EVENING
from scoring.rules.problems import Problem

FILES: Mapping[str, str | Promise] = {
    "invalid_json": _("Das ist keine JSON-Datei, die gelesen werden kann (UTF-8, höchstens 10 MB, nicht zu tief)."),
    "schema": _("Hier steht nicht, was das Format verlangt. %(key)s"),
    "duplicate_tournament": _("%(name)s am %(date)s gibt es schon, mit anderem Inhalt."),
    "ambiguous_member": _("%(player)s heißen mehrere: Die Mitgliedsnummer muss dabeistehen."),
    "draw_mismatch": _("Das folgt nicht aus dem Startwert: Hier müsste %(expected)s stehen."),
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


def sentence(problem: Problem) -> str:
    """What a problem says to people, in their language; figures and names that are not known are left out."""
    text = str(SENTENCES.get(problem.code, problem.code))
    return (text % defaultdict(str, problem.params)).strip()
