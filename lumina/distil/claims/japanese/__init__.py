"""Claims in Japanese, by rules: sentence by sentence."""
