"""What people type as points: locale-proof, asked instead of guessed (field reports 9 and 10)."""

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils import translation

from club.forms import PointsField


class PointsForm(forms.Form):
    points = PointsField()


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("5.000", 5000),
        ("1.250", 1250),
        ("-1.250", -1250),
        ("−1.250", -1250),
        ("–15", -15),
        ("- 15", -15),
        ("+40", 40),
        ("5000", 5000),
        ("5 000", 5000),
        ("5\u202f000", 5000),
        (" 250 ", 250),
        ("0", 0),
        ("-0", 0),
        ("20.000", 20000),
    ],
)
def test_R3_7_points_are_read_as_they_are_written(language, typed, points):
    with translation.override(language):
        assert PointsField().clean(typed) == points


@pytest.mark.parametrize("typed", ["1,250", "12,5", "5,0", "1.250,0", "50.00", "0.005", "1.2", "5'000", "1.25.000"])
def test_what_can_be_read_in_two_ways_is_asked(typed):
    with pytest.raises(ValidationError) as caught:
        PointsField().clean(typed)
    assert [error.code for error in caught.value.error_list] == ["ambiguous"]


@pytest.mark.parametrize("typed", ["-", "--15", "15-", "abc", "1e3", "٥٠", "0x10", "12 5 0", "±15", "nan", "<b>5"])
def test_what_is_no_number_is_refused_in_words(typed):
    with pytest.raises(ValidationError) as caught:
        PointsField().clean(typed)
    assert [error.code for error in caught.value.error_list] == ["no_number"]


@pytest.mark.parametrize(
    ("typed", "code"), [("13", "not_multiple_of_5"), ("20.005", "out_of_range"), ("-20005", "out_of_range")]
)
def test_R3_7_results_are_multiples_of_5_within_bounds(typed, code):
    with pytest.raises(ValidationError) as caught:
        PointsField().clean(typed)
    assert [error.code for error in caught.value.error_list] == [code]


def test_empty_is_not_zero():
    form = PointsForm({"points": " "})
    assert form.errors.as_data()["points"][0].code == "required"
    assert PointsField(required=False).clean("") is None
    assert PointsField(required=False).clean("0") == 0


@pytest.mark.parametrize("language", ["de", "en"])
def test_stored_points_survive_an_unchanged_save(language):
    with translation.override(language):
        html = str(PointsForm(initial={"points": 5000})["points"])
        assert 'value="5.000"' in html
        assert PointsForm({"points": "5.000"}, initial={"points": 5000}).changed_data == []
        assert 'value="−15"' in str(PointsForm(initial={"points": -15})["points"])


def test_what_was_typed_stays_in_the_box():
    form = PointsForm({"points": "12,5"})
    assert not form.is_valid()
    assert 'value="12,5"' in str(form["points"])
    assert "12,5" in form.errors["points"][0]


def test_no_keyboard_without_a_minus():
    html = str(PointsForm()["points"])
    assert 'type="text"' in html
    assert 'inputmode="text"' in html
