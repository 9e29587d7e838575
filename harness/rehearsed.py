"""Imported once by the process from which others are forked (harness.forking): what each would read and compile at its
start, they find there."""

import gc
from importlib import import_module

from langchain.chat_models import init_chat_model

from lumina.cli import COMMANDS
from lumina.clock import system_clock
from lumina.dialogue.characters import load_cast
from lumina.dialogue.warmup import rehearse

AT_FIRST_USE = ("numpy.ma", "procrastinate.builtin_tasks", "anyio._backends._asyncio")
"""What libraries import as late as that."""

commands = (one.place.partition(":")[0] for one in COMMANDS.values())
for module in ("harness.mortal", "lumina.api.serving", *AT_FIRST_USE, *commands):
    import_module(module)
rehearse(load_cast(), system_clock)
init_chat_model("scripted", model_provider="openai", api_key="none")  # its libraries take half a second of a core
gc.freeze()  # a collection in a fork would copy all of it
