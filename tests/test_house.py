"""The code reads as the house does: short functions, files that fit in a head, errors caught at the edges only."""

import ast
import statistics
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import TypeGuard

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from harness.parsing import parsed

ROOT = Path(__file__).resolve().parents[1]
PATHS = sorted(path for folder in ("lumina", "graphs") for path in (ROOT / folder).rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    return parsed(path)


@cache
def nodes_of(path: Path) -> Sequence[ast.AST]:
    """Read when a test wants them: each worker of a run imports this file, and few run a test of it."""
    return [*ast.walk(tree_of(path))]


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Every function as (where, lines)."""
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", (node.end_lineno or 0) - node.lineno + 1


@cache
def lengths() -> Mapping[str, int]:
    return dict(each for path in PATHS for each in functions(path))


def imported() -> set[str]:
    """The top-level names that LUMINA imports."""
    nodes = [node for path in PATHS for node in nodes_of(path)]
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return {
        name.split(".")[0] for name in plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    }


def is_matrix_product(node: ast.AST) -> TypeGuard[ast.BinOp | ast.Attribute]:
    """Whether it is `a @ b`, or one of numpy's functions that do the same."""
    match node:
        case ast.BinOp(op=ast.MatMult()):
            return True
        case ast.Attribute(value=ast.Name(id="np"), attr="dot" | "matmul" | "inner" | "tensordot" | "einsum"):
            return True
        case _:
            return False


def test_no_function_is_over_sixty_lines() -> None:
    assert {name: length for name, length in lengths().items() if length > 60} == {}


def test_functions_are_short() -> None:
    ordered = sorted(lengths().values())
    assert statistics.median(ordered) <= 8
    assert ordered[int(len(ordered) * 0.95)] <= 35


def test_hardly_a_file_is_over_250_lines() -> None:
    long = [path for path in PATHS if sum(1 for line in path.read_text(encoding="utf-8").splitlines() if line) > 250]
    assert len(long) <= len(PATHS) // 50


def test_every_module_says_what_it_is() -> None:
    assert [str(path) for path in PATHS if not ast.get_docstring(tree_of(path))] == []


def test_no_matrix_product_starts_the_threads_of_blas() -> None:
    """lumina/__init__.py sees to it, unless who imports LUMINA has loaded numpy before: then they go on turning for a
    while on a core that the engines need (37 ms of CPU a recall, measured). np.vecdot keeps to its thread."""
    nodes = [(path, node) for path in PATHS for node in nodes_of(path)]
    products = [f"{path.relative_to(ROOT)}:{node.lineno}" for path, node in nodes if is_matrix_product(node)]
    assert products == []


def test_every_library_that_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (each for extra in project["optional-dependencies"].values() for each in extra)
    declared = {canonicalize_name(Requirement(each).name) for each in (*project["dependencies"], *extras)}
    homes = packages_distributions()
    undeclared = {
        name
        for name in imported() - sys.stdlib_module_names - {"lumina", "graphs"}
        if declared.isdisjoint(canonicalize_name(home) for home in homes.get(name, [name]))
    }
    assert undeclared == set()
