"""Names in German order, and folded for a search, the same on every database (R2.16)."""

import unicodedata

_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i", "ħ": "h", "ŋ": "n"}
)
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_SEPARATOR = "\x01"


def collation_key(text: str) -> str:
    """Sort key for German names, to be compared by code point (DIN 5007, variant 1).

    Ä counts like A and ß like ss, capitals like small letters, punctuation before digits before letters; where
    that leaves two different texts equal the one without accents is first, then they go by code point, so that
    different texts never share a key.
    """
    return _SEPARATOR.join((_primary(text), _decomposed(text), text))


def _decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", _folded(text))


def _primary(text: str) -> str:
    words = "".join(_weight(char) for char in _plain(text)).split()
    return " ".join(words)


def _weight(char: str) -> str:
    """The character by which one counts: all that is no letter, digit or space stands before the digits."""
    if char.isalnum() or char.isspace():
        return char
    if not char.isprintable():
        return ""
    return char if " " < char < "0" else "/"


def _folded(text: str) -> str:
    """Composed, and without difference of case; ß has become ss.

    `casefold` may leave a capital behind when its argument was not composed yet, hence both steps twice.
    """
    once = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return unicodedata.normalize("NFKC", once.casefold())


def _plain(text: str) -> str:
    """Folded, without accents."""
    decomposed = unicodedata.normalize("NFKD", _folded(text))
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    return bare.translate(_LETTERS)


def search_forms(text: str) -> tuple[str, ...]:
    """The ways in which people type a text: "osterle", and where it has umlauts also "oesterle"."""
    plain = " ".join(_plain(text).split())
    spelled_out = " ".join(_plain(_folded(text).translate(_UMLAUTS)).split())
    return (plain,) if plain == spelled_out else (plain, spelled_out)


def search_key(text: str) -> str:
    """What to keep beside a name so that a search finds it: all its forms, one a line."""
    return "\n".join(search_forms(text))


def is_match(query: str, key: str) -> bool:
    """Whether each word of a query, in one of its forms, stands in a `search_key`."""
    return all(any(form in key for form in search_forms(word)) for word in query.split())
