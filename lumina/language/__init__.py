"""Words, vectors and models; each with its offline twin."""
