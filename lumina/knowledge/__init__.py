"""Documents, their passages, and the library that answers facts from them."""
