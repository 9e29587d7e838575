"""How memories age: importance, descent, compression, retention; and what their owner does with them."""
