"""Python's own sources as syntax trees."""

import ast
import gc
from pathlib import Path


def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file. What is collected as garbage meanwhile may be told with its traceback, for which
    Python 3.11 parses in the midst of parsing, and fails."""
    gc.disable()
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    finally:
        gc.enable()
