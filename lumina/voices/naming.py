"""Who speaks, on every piece of an answer: LangGraph streams the pieces of a model as they come from it, without a
name."""

from typing import Any

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models import BaseChatModel
from langchain_core.outputs import ChatGenerationChunk


class _Naming(BaseCallbackHandler):
    """LangGraph's own handler has the same piece, and nobody reads it before all handlers had it."""

    run_inline = True

    def __init__(self, name: str) -> None:
        self._name = name

    def on_llm_new_token(self, token: Any, *, chunk: Any = None, **_: Any) -> None:  # noqa: ARG002  langchain's
        if isinstance(chunk, ChatGenerationChunk):
            chunk.message.name = self._name


def named(model: BaseChatModel, name: str) -> BaseChatModel:
    """The model, with this name on the pieces of what it says."""
    model.callbacks = [_Naming(name)]
    return model
