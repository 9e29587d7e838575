"""How likely what was read out of a turn is right: learnt from claims that readers judged."""
