"""LUMINA: the memory that every character and companion deserves."""

import os

# Before numpy is loaded. The matrices here are small: OpenBLAS gains nothing from its threads, and where other
# processes keep the cores busy they wait for each other (an SVD of 500 x 300: 20 ms alone, 10 minutes at load 8).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
