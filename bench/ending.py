"""Erasing, backing up and restoring a person with thousands of memories, as `make bench` shows it: what
bench.erasing_whole and bench.backing_up measure, on the same life."""

from collections.abc import Mapping

from bench import backing_up, erasing_whole
from bench.folder import CACHE, place

KEPT = CACHE / f"{place(erasing_whole.PATTERN).name}-settled"
"""The lives, by how many memories: made once."""

Figures = Mapping[str, tuple[float, float]]
"""Seconds on the wall, and of CPU."""


async def ended(memories: int) -> Figures:
    """Raises RuntimeError if anything is left, or comes back as something else."""
    gone = await erasing_whole.measured(memories, {}, KEPT)
    kept = await backing_up.measured(memories, "", "", KEPT)
    if gone["residue"] or kept["restore"]["differing"]:
        raise RuntimeError(f"left behind: {gone['residue']}; restored otherwise: {kept['restore']['differing']}")
    steps: erasing_whole.Steps = gone["steps"]
    erased = {"erase": steps["the whole erasure"], "clean up after it": steps["the night's clean-up"]}
    copied = {"back up": "backup", "back up again": "again, unchanged", "restore": "restore"}
    return {
        **{what: (spent.wall, spent.cpu) for what, spent in erased.items()},
        **{what: (kept[name]["wall"], kept[name]["cpu"]) for what, name in copied.items()},
    }
