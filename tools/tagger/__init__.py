"""The tagger of `lumina.distil.claims.tagged`: its corpus, written for LUMINA, and its training."""
