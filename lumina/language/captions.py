"""Pictures that were shared: how they stand in the text of a turn, behind what was said."""

import re

CAPTIONED = re.compile(r"(?P<said>.*\S)\s*\[shared (?P<caption>[^\[\]]+)\]\s*", re.DOTALL)


def with_caption(said: str, caption: str) -> str:
    """What was said, if anything, and what the picture shows, if there is one."""
    shown = f"[shared {' '.join(caption.translate({ord('['): '(', ord(']'): ')'}).split())}]" if caption else ""
    return " ".join(part for part in (said, shown) if part)


def parted(text: str) -> tuple[str, str]:
    """What was said and the caption behind it; a text that has no picture, or nothing else, has no caption."""
    found = CAPTIONED.fullmatch(text) if text.rstrip().endswith("]") else None
    return (found["said"], found["caption"]) if found else (text, "")
