"""Texts into vectors: chiVe, sentence-transformers, and what brings them to one scale."""
