"""How memories age: importance, descent, compression, retention, erasure."""
