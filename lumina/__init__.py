"""LUMINA: the memory that every character and companion deserves."""

import os
import sys

# Before numpy is loaded. The matrices here are small: OpenBLAS gains nothing from its threads, and where other
# processes keep the cores busy they wait for each other (an SVD of 500 x 300: 20 ms alone, 10 minutes at load 8).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if sys.platform == "win32":  # before anything is imported that is not there
    sys.exit(
        "lumina: LUMINA runs on Linux and on macOS; on Windows, use it in WSL 2. "
        "(LUMINA は Linux と macOS で動きます。Windows では WSL 2 の中で使ってください。)"
    )

__version__ = "0.1.0"
