"""What the host fills in: an evening, a guest, a tie decision, a corrected round."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, cast

from crispy_forms.helper import FormHelper
from django import forms
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from club.collation import collation_key
from club.forms import PointsField
from club.models import Member
from club.queries import names_shown
from tournaments.models import Kind, Settler
from tournaments.ties import Tie

LONGEST_NAME = 200
LONGEST_REASON = 400


class TournamentForm(forms.Form):
    """A new evening, or changes to a planned one. A name left empty becomes „März-Turnier“."""

    date = forms.DateField(
        label=gettext_lazy("Datum"),
        input_formats=["%Y-%m-%d", "%d.%m.%Y"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Art"), choices=Kind.choices)
    venue = forms.CharField(label=gettext_lazy("Ort"), max_length=LONGEST_NAME, required=False)
    host = forms.ChoiceField(label=gettext_lazy("Gastgeber"), required=False)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST_NAME, required=False)

    def __init__(self, *args: Any, proposed: dt.date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        host = cast(forms.ChoiceField, self.fields["host"])
        host.choices = [("", _("niemand bestimmt")), *_members()]
        self.fields["name"].widget.attrs["placeholder"] = proposed_name(proposed)
        self.fields["name"].help_text = _("Leer lassen für „%s“.") % proposed_name(proposed)
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True

    def clean_host(self) -> Member | None:
        chosen = self.cleaned_data["host"]
        return Member.objects.get(pk=chosen) if chosen else None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("name") and cleaned.get("date"):
            cleaned["name"] = proposed_name(cleaned["date"])
        return cleaned


def _members() -> list[tuple[str, str]]:
    """Present members in German order; people of equal name carry their number."""
    rows = list(
        Member.objects.filter(is_guest=False, left_on__isnull=True).order_by("pk").values_list("pk", "name", "number")
    )
    names = names_shown(rows)
    return sorted(((str(pk), names[pk]) for pk, _name, _number in rows), key=lambda choice: collation_key(choice[1]))


def proposed_name(day: dt.date) -> str:
    """`März-Turnier`."""
    return _("%s-Turnier") % formats.date_format(day, "F")


class GuestForm(forms.Form):
    """A guest in one line."""

    name = forms.CharField(
        label=gettext_lazy("Name des Gastes"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("Name des Gastes"), "autocomplete": "off"}),
    )


class SaltForm(forms.Form):
    """What somebody calls out before the draw runs; may be empty (file format "Draw")."""

    salt = forms.CharField(label=gettext_lazy("Zuruf"), max_length=40, required=False)


class ReasonForm(forms.Form):
    """Why something unusual is done; it stands in the log and on the page of the evening."""

    reason = forms.CharField(label=gettext_lazy("Grund"), max_length=LONGEST_REASON)


class TieForm(forms.Form):
    """How a tie is settled: drawn by the product, or an order set by hand with its reason (R2.15)."""

    by = forms.ChoiceField(
        label=gettext_lazy("Entscheidung"),
        choices=[
            (Settler.LOT, gettext_lazy("Das Los entscheiden lassen")),
            (Settler.HOST, gettext_lazy("Reihenfolge festlegen")),
        ],
        initial=Settler.LOT,
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(label=gettext_lazy("Grund"), max_length=LONGEST_REASON, required=False)

    def __init__(self, *args: Any, tie: Tie, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._keys = tie.keys
        places = [(str(place), _("%d.") % place) for place in range(1, len(tie.keys) + 1)]
        for index, key in enumerate(tie.keys):
            self.fields[f"place_{key}"] = forms.ChoiceField(
                label=names[key], choices=places, initial=str(index + 1), required=False
            )

    @property
    def place_fields(self) -> list[forms.BoundField]:
        return [self[f"place_{key}"] for key in self._keys]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("by") == Settler.HOST:
            if not cleaned.get("reason"):
                self.add_error("reason", _("Wer die Reihenfolge festlegt, nennt den Grund."))
            places = [cleaned.get(f"place_{key}") for key in self._keys]
            if sorted(map(str, places)) != [str(place) for place in range(1, len(self._keys) + 1)]:
                self.add_error(None, _("Jeder braucht einen eigenen Platz."))
        return cleaned

    def order(self) -> list[str]:
        """The tied, best first, as set by hand."""
        return sorted(self._keys, key=lambda key: int(self.cleaned_data[f"place_{key}"]))


class RoundForm(forms.Form):
    """One round of one table, to be corrected by the host with a reason; a field for each player of that round."""

    base = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(label=gettext_lazy("Grund der Korrektur"), max_length=LONGEST_REASON)

    def __init__(self, data: Any = None, *, players: Sequence[tuple[int, str, int]], base: int) -> None:
        initial = {"base": base, **{f"points_{pk}": points for pk, _name, points in players}}
        super().__init__(data, initial=initial)
        self._players = [pk for pk, _name, _points in players]
        for pk, name, _points in players:
            self.fields[f"points_{pk}"] = PointsField(label=name)
        self.order_fields([f"points_{pk}" for pk in self._players])
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.disable_csrf = True

    def points(self) -> dict[int, int]:
        """The corrected results by player of the sheet."""
        return {pk: self.cleaned_data[f"points_{pk}"] for pk in self._players}
