"""Recall, measured: questions whose answers are known, put to the real pipeline in a folder that goes away."""
