"""Vectors without the one direction that all of them share."""

from collections.abc import Sequence

import numpy as np

from lumina.models import Matrix, Vector


def unit(vector: Vector) -> Vector:
    """The vector at length 1 (a zero vector stays)."""
    length = float(np.linalg.norm(vector))
    return (vector / length if length > 0 else vector).astype(np.float32)


def total(vectors: Sequence[Vector]) -> Vector:
    """The sum of some vectors, at least one."""
    return np.stack(vectors).sum(axis=0)


def units(matrix: Matrix) -> Matrix:
    """Every row at length 1."""
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return (matrix / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def without(direction: Vector, matrix: Matrix) -> Matrix:
    """The rows (or the one vector) without their part along `direction`, a unit vector."""
    along = np.vecdot(matrix, direction)
    return (matrix - np.multiply.outer(along, direction)).astype(np.float32)


def principal_direction(matrix: Matrix) -> Vector:
    """The unit vector along which the rows are longest: the first right singular vector, not centred."""
    _, _, directions = np.linalg.svd(matrix, full_matrices=False)
    return directions[0].astype(np.float32)
