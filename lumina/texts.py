"""What a text may be that is kept as a turn."""

from unicodedata import category

from lumina.errors import BadText

LONGEST = 100_000
"""Characters of one turn."""

LONGEST_NAME = 300


def wrong_with_name(name: str) -> str:
    """Why this cannot name a person, a room or a namespace; empty where it can."""
    if not name.strip():
        return "it has no character that is seen"
    if len(name) > LONGEST_NAME:
        return f"it has {len(name):,} characters, and a name at most {LONGEST_NAME}"
    if any(category(character) in {"Cc", "Cs"} for character in name):
        return "it holds a control character, or half of a surrogate pair"
    return ""


def checked_text(text: str) -> str:
    """The text, if it can be kept. Raises BadText for what is empty, too long, or no Unicode text."""
    if not text.strip():
        raise BadText(why="it is empty")
    if len(text) > LONGEST:
        raise BadText(
            why=f"it has {len(text):,} characters, and a turn at most {LONGEST:,}; long documents belong into the "
            "knowledge base (`lumina kb add`)"
        )
    if "\0" in text:
        raise BadText(why=f"it holds a NUL at character {text.index(chr(0)) + 1}")
    broken = next((at for at, character in enumerate(text, 1) if "\ud800" <= character <= "\udfff"), None)
    if broken:
        raise BadText(why=f"it holds half of a surrogate pair at character {broken}")
    return text
