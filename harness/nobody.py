"""Imported once by the process from which a run of histories forks others: as harness.rehearsed, but with no more than
they need. No text that is there by then is anybody's, and none is handed out later (harness.reached)."""

import gc
from importlib import import_module

from harness.reached import NOBODYS, reachable
from lumina.clock import system_clock
from lumina.dialogue.characters import load_cast
from lumina.dialogue.warmup import rehearse

for module in ("harness.mortal", "harness.erased"):
    import_module(module)
rehearse(load_cast(), system_clock)
gc.collect()
NOBODYS.update((key, one) for key, one in reachable().items() if not isinstance(one, bytearray))
gc.freeze()
