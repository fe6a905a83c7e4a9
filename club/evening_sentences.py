"""Sentences for what only pages can ask for at the wrong moment: codes of the evening's and the members' actions."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

EVENING: Mapping[str, str | Promise] = {
    # the state of the evening
    "wrong_state": _("Das geht jetzt nicht: Das Turnier ist im Zustand „%(state)s“."),
    "play_has_begun": _("Das geht nicht mehr: Es wird schon gespielt."),
    "game_is_over": _("Es hat schon jemand das Ziel erreicht; der Abend endet von selbst."),
    "still_playing": _("Es wird noch gespielt an Tisch %(tables)s."),
    "only_board": _("Das darf nur der Vorstand."),
    # planning
    "missing_name": _("Hier fehlt der Name."),
    "missing_reason": _("Hier fehlt die Begründung."),
    "ruleset_does_not_count": _(
        "Turniere, die zählen, werden nach den Regeln des Clubs gespielt. Andere gehen als Training."
    ),
    "target_does_not_count": _("Ein anderes Ziel als üblich geht nur als Training."),
    # people
    "member_of_that_name": _(
        "%(name)s ist Mitglied: bitte in der Liste antippen. Ein Gast gleichen Namens braucht einen Zusatz."
    ),
    "unknown_participant": _("%(player)s nimmt an diesem Turnier nicht teil."),
    "has_played": _("%(player)s sitzt schon am Tisch und spielt mit."),
    "not_present": _("%(player)s ist nicht als anwesend eingetragen."),
    # tables and seats
    "unknown_table": _("Diesen Tisch gibt es nicht (mehr)."),
    "unknown_seat": _("Dieses Los gilt nicht mehr: Es wurde neu ausgelost."),
    "unknown_sheet": _("Diese Tischtabelle gehört nicht zu diesem Turnier."),
    "seat_taken": _("Platz %(seat)s hat schon %(player)s."),
    "already_seated": _("%(player)s hat schon einen Platz."),
    "not_at_the_table": _("%(player)s sitzt nicht an diesem Tisch."),
    "table_full": _("Tisch %(table)s ist voll."),
    "seat_empty": _("Platz %(seat)s ist noch frei."),
    "person_without_seat": _("%(player)s ist da und hat noch keinen Platz."),
    # the digital draw
    "nothing_to_draw": _("Alle haben schon einen Platz."),
    "seats_do_not_match": _(
        "%(players)s Personen und %(seats)s freie Plätze passen nicht zusammen: bitte neu auslosen."
    ),
    "not_committed": _("Zuerst wird die Auslosung festgelegt, dann wird gezogen."),
    "draw_outdated": _("Seit dem Festlegen hat sich etwas geändert: bitte noch einmal festlegen."),
    # decks
    "too_few_decks": _(
        "Es sind nur %(available)s akkreditierte Blätter da, gebraucht werden %(needed)s. "
        "Der Vorstand kann weitere akkreditieren; sonst geht der Abend als Training."
    ),
    # the sheet on the tablet
    "sheet_locked": _("Diese Tischtabelle ist abgeschlossen. Nur der Gastgeber kann sie noch korrigieren."),
    "round_out_of_order": _("Als Nächstes kommt Runde %(next)s."),
    "request_id_reused": _("Diese Kennung gehört schon zu einer anderen Eingabe."),
    "no_end_to_follow": _("An keinem anderen Tisch ist das Ziel erreicht: Es wird weitergespielt."),
    "not_the_last_round": _("Nur die letzte Runde kann zurückgenommen werden."),
    "people_changed_since": _("Seit dieser Runde ist jemand gekommen oder gegangen; sie kann nur korrigiert werden."),
    # the final
    "not_a_finalist": _("%(player)s hat das Finale nicht erreicht."),
    "already_decided": _("Dieser Gleichstand ist schon entschieden."),
    # members and accounts
    "number_taken": _("Die Mitgliedsnummer %(number)s ist vergeben."),
    "username_taken": _("Der Benutzername „%(name)s“ ist vergeben."),
    "member_has_account": _("%(name)s hat schon ein Konto."),
}
