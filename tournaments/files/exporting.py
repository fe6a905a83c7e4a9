"""Tournaments as files: canonical, so that import into an empty database and export again give the same bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from club.models import Member
from scoring.files.fields import normal
from tournaments.files.document import Document, Player, as_json, canonical, with_references
from tournaments.files.people import tell_apart, with_number, without_number
from tournaments.files.stored import read_documents
from tournaments.models import Tournament


def export_tournaments(season: int | None = None) -> list[dict[str, Any]]:
    """All tournaments that have begun, or those of one season, by date and name; JSON values."""
    wanted = Tournament.objects.all() if season is None else Tournament.objects.of_season(season)
    stored = read_documents(wanted)
    documents = [canonical(document) for _, document in stored]
    hosts = {str(one.host.pk): one.host for one, _ in stored if one.host is not None}
    everybody = {player.reference: player for document in documents for player in document.players}
    marks = tell_apart((player.reference, player.name, player.number) for player in everybody.values())
    hosts_named = {reference: _host_name(reference, host, everybody, marks) for reference, host in hosts.items()}
    return [_normal(as_json(_named(document, hosts_named, marks))) for document in documents]


def _named(document: Document, hosts: Mapping[str, str], marks: Mapping[str, str]) -> Document:
    """The document with people by name, or by key where that alone would not tell who is meant."""
    references = _references(document.players, marks)
    host_name = document.host_name
    if document.host is not None:
        host_name = references.get(document.host) or hosts[document.host]
    return replace(with_references(replace(document, host=None), references), host_name=host_name)


def _references(players: Iterable[Player], marks: Mapping[str, str]) -> dict[str, str]:
    """By identity. Who has a number needs a key only beside somebody of equal name, who has none wherever one is."""
    listed = list(players)
    bearers = Counter(player.name for player in listed)
    names = {
        player.reference: player.name if player.number and bearers[player.name] == 1 else marks[player.reference]
        for player in listed
    }
    used = Counter(names.values())
    for player in listed:
        key = names[player.reference]
        while key != player.name and (key in bearers or used[key] > 1):
            used[key] -= 1
            key = names[player.reference] = f"{key}*"  # somebody bears that very name
            used[key] += 1
    return names


def _host_name(reference: str, host: Member, players: Mapping[str, Player], marks: Mapping[str, str]) -> str:
    """A host by name; where players bear it too, with what tells them apart."""
    if reference in marks:
        return marks[reference]
    namesakes = [player for player in players.values() if player.name == host.name]
    if not namesakes:
        return host.name
    if host.number is not None:
        return with_number(host.name, host.number)
    return without_number(host.name, sum(player.number is None for player in namesakes) + 1)


def _normal(value: Any) -> Any:
    """All texts in Unicode NFC, keys too."""
    if isinstance(value, str):
        return normal(value)
    if isinstance(value, list):
        return [_normal(one) for one in value]
    if isinstance(value, dict):
        return {normal(key): _normal(one) for key, one in value.items()}
    return value
