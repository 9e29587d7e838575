"""Conditional random fields that `tools.tagger` trained: words as they see them, and what a line wants."""
