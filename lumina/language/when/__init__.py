"""When a text says that something is, was or will be: relative dates become dates against the moment of speaking."""
