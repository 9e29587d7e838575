"""Text alone: Japanese and English words, names, dates, kinds of facts, and what LUMINA says."""
