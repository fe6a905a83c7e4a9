"""What stands on a page: its tables as rows of text, read with an HTML parser like a browser's."""

from tinyhtml5 import parse

HTML = "{http://www.w3.org/1999/xhtml}"


def text_of(element):
    """All text in the element, spaces folded."""
    return " ".join("".join(element.itertext()).split())


def rows_of(response, table="table"):
    """The body rows of each table with that class: lists of cell texts."""
    root = parse(response.content.decode())
    found = [each for each in root.iter(f"{HTML}table") if table in each.get("class", "table").split()]
    return [
        [[text_of(cell) for cell in row] for row in body.iter(f"{HTML}tr")]
        for each in found
        for body in each.iter(f"{HTML}tbody")
    ]


def elements(response, tag):
    """All elements of that name."""
    return list(parse(response.content.decode()).iter(f"{HTML}{tag}"))
