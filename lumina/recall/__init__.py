"""From a cue to a MemoryPack: ask every source at once, score, pack."""
