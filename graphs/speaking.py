"""An answer as it streams from a model, and what is said of a model that fails."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from graphs.context import Piece

logger = logging.getLogger(__name__)


async def stream_answer(model: BaseChatModel, prompt: Sequence[BaseMessage], *, silence: float) -> AsyncIterator[Piece]:
    """Pieces of text as they come. A model that fails, says nothing, or is silent for so many seconds ends the stream
    with a piece that says what went wrong; nothing is raised."""
    said = False
    try:
        stream = aiter(model.astream(list(prompt)))
        while True:
            async with asyncio.timeout(silence):
                chunk = await anext(stream, None)
            if chunk is None:
                break
            if chunk.text:
                said = True
                yield Piece(chunk.text)
        if not said:
            yield Piece("", failed="the model gave no words")
    except TimeoutError:
        yield Piece("", failed=f"the model was silent for {silence:g} seconds")
    except Exception as error:  # whatever a provider's client raises: the turn is kept, the answer marked failed
        logger.warning("a model failed: %s", type(error).__name__, exc_info=error)
        yield Piece("", failed=_why(error))


def _why(error: Exception) -> str:
    first = str(error).strip().partition("\n")[0][:200]
    return f"{type(error).__name__}: {first}" if first else type(error).__name__
