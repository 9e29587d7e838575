"""Japanese sentences read clause by clause, by the classes of their words: who says what of whom."""
