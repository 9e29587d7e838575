"""From turns to a memory: summary, keywords, emotion, concepts, index entries."""
