"""What no rule understands, found by a tagger that learnt from a corpus of marked messages."""
