"""The notebooks run from a fresh kernel, top to bottom."""

# nbformat ships no types
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false, reportUnknownArgumentType=false

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.ci
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
async def test_the_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMINA_HOME", str(tmp_path / "home"))
    notebook = nbformat.read(path, as_version=4)
    await NotebookClient(notebook, timeout=240, resources={"metadata": {"path": path.parent}}).async_execute()
