"""Imported once by the process from which all mortals are forked: what each would read and compile at its start, they
find there."""

import gc

from lumina.clock import system_clock
from lumina.dialogue.characters import load_cast
from lumina.dialogue.warmup import rehearse

rehearse(load_cast(), system_clock)
gc.freeze()  # a collection in a fork would copy all of it
