"""What a text may be that is kept as a turn."""

from unicodedata import category

from lumina.errors import BadText, Reason, because

LONGEST = 100_000
"""Characters of one turn."""

LONGEST_NAME = 300


def wrong_with_name(name: str) -> Reason | None:
    """Why this cannot name a person, a room or a namespace; None where it can."""
    if not name.strip():
        return because("it has no character that is seen")
    if len(name) > LONGEST_NAME:
        return because(
            "it has {length} characters, and a name at most {most}", length=f"{len(name):,}", most=LONGEST_NAME
        )
    if any(category(character) in {"Cc", "Cs"} for character in name):
        return because("it holds a control character, or half of a surrogate pair")
    return None


def checked_text(text: str) -> str:
    """The text, if it can be kept. Raises BadText for what is empty, too long, or no Unicode text."""
    if not text.strip():
        raise BadText(why=because("it is empty"))
    if len(text) > LONGEST:
        raise BadText(
            why=because(
                "it has {length} characters, and a turn at most {most}; long documents belong into the knowledge base "
                "(`lumina kb add`)",
                length=f"{len(text):,}",
                most=f"{LONGEST:,}",
            )
        )
    if "\0" in text:
        raise BadText(why=because("it holds a NUL at character {at}", at=text.index(chr(0)) + 1))
    broken = next((at for at, character in enumerate(text, 1) if "\ud800" <= character <= "\udfff"), None)
    if broken:
        raise BadText(why=because("it holds half of a surrogate pair at character {at}", at=broken))
    return text
