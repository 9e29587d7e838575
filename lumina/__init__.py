"""LUMINA: the memory that every character and companion deserves."""

__version__ = "0.1.0"
