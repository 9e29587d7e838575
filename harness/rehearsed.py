"""Imported once by the process from which others are forked (harness.forking): what each would read and compile at its
start, they find there."""

import gc
from importlib import import_module

from lumina.cli import COMMANDS
from lumina.clock import system_clock
from lumina.dialogue.characters import load_cast
from lumina.dialogue.warmup import rehearse

for module in ("harness.mortal", "lumina.api.serving", *(one.place.partition(":")[0] for one in COMMANDS.values())):
    import_module(module)
rehearse(load_cast(), system_clock)
gc.freeze()  # a collection in a fork would copy all of it
