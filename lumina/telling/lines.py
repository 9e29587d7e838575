"""The line that stands for a memory."""

from lumina.reports import MemoryRow
from lumina.telling.words import Words


def line(row: MemoryRow, words: Words) -> str:
    """Its summary; of a gist, which is words alone, a sentence that has them. Empty where the body is gone."""
    return words("gist", words=row.text) if row.text and row.state.detail == "gist" else row.text
