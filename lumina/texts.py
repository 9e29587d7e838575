"""What a text may be that is kept as a turn."""

from lumina.errors import BadText

LONGEST = 100_000
"""Characters of one turn."""


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
