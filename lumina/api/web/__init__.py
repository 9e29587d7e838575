"""The pages that a browser shows, and what they are made of."""
