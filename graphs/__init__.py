"""The flows: one turn (conversation) and window to memory (flush)."""
