"""Fields that read what people type, and problems shown where they typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from club.figures import write_points
from club.sentences import sentence
from scoring.rules.problems import Problem

STEP = 5
MOST_POINTS = 20000
MINUS_SIGNS = "-\u2212\u2013\u2010\u2011\ufe63\uff0d"  # hyphen, minus, dashes of all keyboards

_PLAIN = re.compile(r"[0-9]{1,9}")
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+|[1-9][0-9]{0,2}(?: [0-9]{3})+")
_SIGNED = re.compile(rf"([+{re.escape(MINUS_SIGNS)}]?) ?(.*)", re.S)


def show_problems(form: forms.Form, problems: Iterable[Problem], fields: Mapping[str, str] | None = None) -> None:
    """Put each problem at the field that its path names, else over the form.

    `fields` maps paths to fields; without it the last part of the path is taken.
    """
    for problem in problems:
        name = (fields or {}).get(problem.path, problem.path.rsplit(".", 1)[-1])
        form.add_error(name if name in form.fields else None, ValidationError(sentence(problem), code=problem.code))


class PointsField(forms.Field):
    """Card points of one player in one round: a multiple of 5 from −20.000 to 20.000 (R3.7).

    Reads the same in every language: `5.000` and `5 000` are 5000, any minus will do, a comma is asked about and
    never guessed. Django's own number field would read `5.000` as 5. An empty box is no 0.
    """

    widget = forms.TextInput
    default_error_messages = {
        "required": _("Hier fehlt das Ergebnis. Wer nichts bekommen hat, bekommt eine 0."),
        "ambiguous": _("„%(text)s“ ist nicht eindeutig: bitte ohne Komma schreiben, zum Beispiel 1250 oder 1.250."),
        "no_number": _("„%(text)s“ ist keine Zahl. So geht es: 250, 1.250 oder −15."),
        "not_multiple_of_5": _("%(points)s ist nicht durch 5 teilbar. Alle Kartenwerte sind es."),
        "out_of_range": _("%(points)s ist mehr, als in einer Runde möglich ist (höchstens 20.000)."),
    }

    def to_python(self, value: Any) -> int | None:
        """The number that was typed; None for an empty box."""
        if value is None or isinstance(value, int):
            return value
        text = _plain_spaces(str(value))
        return self._read(text) if text else None

    def _read(self, text: str) -> int:
        match = _SIGNED.fullmatch(text)
        sign, digits = match.groups() if match else ("", text)
        if _PLAIN.fullmatch(digits) or _GROUPED.fullmatch(digits):
            number = int(digits.replace(".", "").replace(" ", ""))
            return -number if sign and sign in MINUS_SIGNS else number
        code = "ambiguous" if re.fullmatch(r"[0-9.,' ]*[0-9][.,'][0-9.,' ]*", digits) else "no_number"
        raise ValidationError(self.error_messages[code], code=code, params={"text": text[:20]})

    def validate(self, value: int | None) -> None:
        super().validate(value)
        if value is None:
            return
        for code, is_wrong in (("not_multiple_of_5", value % STEP), ("out_of_range", abs(value) > MOST_POINTS)):
            if is_wrong:
                raise ValidationError(self.error_messages[code], code=code, params={"points": write_points(value)})

    def prepare_value(self, value: Any) -> Any:
        """A stored number as the club writes it; what somebody typed stays as it was typed."""
        return write_points(value, ".") if isinstance(value, int) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.to_python(data) != initial)
        except ValidationError:
            return True

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """No digits-only keyboard: those of telephones have no minus."""
        return {"autocomplete": "off", "inputmode": "text", "enterkeyhint": "next", "class": "points-box"}


def _plain_spaces(text: str) -> str:
    """One ordinary space between digits, none around."""
    return " ".join(text.split())
