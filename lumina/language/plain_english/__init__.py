"""English as it is plainly spelt, however lazily it was typed: capitals, apostrophes, and whose names words are."""
