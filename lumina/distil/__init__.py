"""From turns to what is kept of them: memories, and claims with the facts, people and loops that follow."""
