"""What the terminal is: its language."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # it loads pydantic, and help must not
    from lumina.language.bilingual import Language


def terminal_language(environment: Mapping[str, str] = os.environ) -> "Language":
    """The language of messages and help: LUMINA_LANGUAGE where it says so, else the locale's; all but Japanese is
    English."""
    wanted = environment.get("LUMINA_LANGUAGE", "auto")
    if wanted not in ("ja", "en"):
        wanted = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    return "ja" if wanted.startswith("ja") else "en"
