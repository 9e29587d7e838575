"""The ranker of `lumina.voices.ranking`: its corpus, written for LUMINA, its training, and the vectors it reads."""
