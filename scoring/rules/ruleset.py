"""Rule sets: read from one TOML file each; a file that cannot be right is refused by file, key and reason."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from scoring.rules.cards import CANASTA_KINDS, RANKS, VALUE_UNIT
from scoring.rules.ruleset_sections import RulesetError, Section
from scoring.rules.ruleset_values import (
    Canastas,
    Concealed,
    Dealt,
    Decision,
    Decks,
    Derivation,
    GoingOut,
    OpeningStep,
    Players,
    RedThrees,
    RuleSet,
)

__all__ = ["RuleSet", "RulesetError", "get_ruleset", "load_rulesets", "read_ruleset"]

HANDED = Path(__file__).parent / "rulesets"
SUBTOTALS = ("subtotal_1", "subtotal_2")
_SLUG = re.compile(r"[a-z][a-z0-9_-]{0,39}", re.ASCII)


@lru_cache(maxsize=8)
def load_rulesets(folder: Path = HANDED) -> Mapping[str, RuleSet]:
    """All rule sets of a folder by slug, one `*.toml` each. Raises `RulesetError`."""
    return MappingProxyType({path.stem: read_ruleset(path) for path in sorted(folder.glob("*.toml"))})


def get_ruleset(slug: str) -> RuleSet:
    """One of the product's rule sets; KeyError if there is none of that name."""
    return load_rulesets()[slug]


def read_ruleset(path: Path) -> RuleSet:
    """The rule set of one file. Raises `RulesetError`."""
    if not _SLUG.fullmatch(path.stem):
        raise RulesetError(path.name, "", "the file's name must be lower-case letters, digits, - and _")
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RulesetError(path.name, "", f"is not TOML: {error}") from error
    root = Section(path.name, "", document)
    ruleset = RuleSet(
        slug=path.stem,
        name=root.text("name"),
        source=root.text("source"),
        order=root.choice("order", ("age", "given")),
        target=root.whole("target", least=VALUE_UNIT, unit=VALUE_UNIT),
        short_targets=root.wholes("short_targets", least=VALUE_UNIT, unit=VALUE_UNIT)
        if root.has("short_targets")
        else (),
        settlement=root.flag("settlement"),
        last_card=_points(root, "last_card") if root.has("last_card") else None,
        players=_players(root.section("players")),
        decks=_decks(root.section("decks")),
        dealt=_dealt(root),
        card_values=_card_values(root.section("card_values")),
        canastas=_canastas(root.section("canastas")),
        going_out=_going_out(root.section("going_out")),
        red_threes=_red_threes(root.section("red_threes")),
        opening=_opening(root),
        derivation=_derivation(root),
        decided=_decided(root),
        document=MappingProxyType(document),
    )
    root.close()
    return ruleset


def _points(section: Section, key: str) -> int:
    return section.whole(key, least=VALUE_UNIT, unit=VALUE_UNIT)


def _players(section: Section) -> Players:
    alone = section.wholes("alone", least=2)
    sides = _sides(section.section("sides")) if section.has("sides") else {}
    if not alone and not sides:
        raise section.refuse("alone", "nobody could play")
    final = section.flag("any_number_in_final")
    section.close()
    return Players(alone, MappingProxyType(sides), final)


def _sides(section: Section) -> dict[int, int]:
    sides = {}
    for key in section.values:
        if not key.isdecimal():
            raise section.refuse(key, "must be a number of players")
        number = section.whole(key, least=2)
        if int(key) % number or int(key) <= number:
            raise section.refuse(key, f"{key} players do not make {number} equal sides of several")
        sides[int(key)] = number
    return sides


def _decks(section: Section) -> Decks:
    decks = Decks(
        one_up_to=section.whole("one_up_to", least=2),
        one_more_for=section.whole("one_more_for", least=1),
        jokers=section.whole("jokers", least=0),
    )
    section.close()
    return decks


def _dealt(root: Section) -> tuple[Dealt, ...]:
    steps = []
    for section in root.sections("cards_dealt"):
        steps.append(Dealt(section.whole("players", least=2), section.whole("cards", least=1)))
        section.close()
        if len(steps) > 1 and steps[-2].players >= steps[-1].players:
            raise section.refuse("players", "steps overlap: each must begin at more players than the one before")
    if not steps or steps[0].players != 2:
        raise root.refuse("cards_dealt", "must begin at 2 players")
    return tuple(steps)


def _card_values(section: Section) -> Mapping[str, int]:
    values = {rank: _points(section, rank) for rank in RANKS}
    section.close()
    return MappingProxyType(values)


def _canastas(section: Section) -> Canastas:
    bonus = section.section("bonus")
    kinds = {kind: _points(bonus, kind) for kind in CANASTA_KINDS if bonus.has(kind)}
    bonus.close()
    canastas = Canastas(
        cards=section.whole("cards", least=3),
        most_wild=section.whole("most_wild", least=0),
        least_natural=section.whole("least_natural", least=0),
        wild_at_most_natural=section.flag("wild_at_most_natural"),
        bonus=MappingProxyType(kinds),
    )
    section.close()
    if not kinds:
        raise bonus.refuse("", "names no kind of canasta")
    if canastas.least_natural > canastas.cards:
        raise section.refuse("least_natural", "is more than the cards of a canasta")
    return canastas


def _going_out(section: Section) -> GoingOut:
    concealed = _concealed(section.section("concealed")) if section.has("concealed") else None
    going_out = GoingOut(
        bonus=section.whole("bonus", least=0, unit=VALUE_UNIT),
        canastas_needed=section.whole("canastas_needed", least=0),
        concealed=concealed,
    )
    section.close()
    return going_out


def _concealed(section: Section) -> Concealed:
    how = section.choice("how", ("doubles", "adds", "replaces"))
    value = section.whole("value", least=2) if how == "doubles" else _points(section, "value")
    only_before = section.flag("only_before_opening")
    section.close()
    return Concealed(how, value, only_before)


def _red_threes(section: Section) -> RedThrees:
    red_threes = RedThrees(
        each=_points(section, "each"),
        all_four=_points(section, "all_four") if section.has("all_four") else None,
        plus_with=section.choice("plus_with", ("canasta", "meld")),
        otherwise=section.choice("otherwise", ("minus", "nothing")),
        in_hand=_points(section, "in_hand") if section.has("in_hand") else None,
    )
    section.close()
    return red_threes


def _opening(root: Section) -> tuple[OpeningStep, ...]:
    steps: list[OpeningStep] = []
    sections = root.sections("opening")
    for section in sections:
        is_last = section is sections[-1]
        if is_last and section.has("below"):
            raise section.refuse("below", "the last step is for all other totals and has no limit")
        below = None if is_last else section.whole("below", least=-1_000_000)
        steps.append(OpeningStep(below, _points(section, "needs")))
        section.close()
        if len(steps) > 1 and below is not None and below <= (steps[-2].below or 0):
            raise section.refuse("below", "steps overlap: each limit must be above the one before")
    if not steps:
        raise root.refuse("opening", "has no step")
    return tuple(steps)


def _derivation(root: Section) -> Derivation:
    """Both orders must name everything that this rule set counts, each once."""
    section = root.section("derivation")
    red_threes = root.section("red_threes")
    canastas_only = {"going_out", "canastas", *(["last_card"] if root.has("last_card") else [])}
    always = {"melded", "hand", "red_threes", *(["red_threes_in_hand"] if red_threes.has("in_hand") else [])}
    choices = sorted(always | canastas_only) + list(SUBTOTALS)
    orders = {}
    for key, needed in (("without_canasta", always), ("with_canasta", always | canastas_only)):
        orders[key] = section.words(key, choices)
        missing = sorted(needed - set(orders[key]))
        if missing:
            raise section.refuse(key, f"leaves out {', '.join(missing)}")
    section.close()
    return Derivation(**orders)


def _decided(root: Section) -> tuple[Decision, ...]:
    if not root.has("decided"):
        return ()
    decisions = []
    for section in root.sections("decided"):
        decisions.append(Decision(section.text("about"), section.text("de"), section.text("en")))
        section.close()
    return tuple(decisions)
