"""Claims in English, by rules: clause by clause, each with who was spoken of before it."""
