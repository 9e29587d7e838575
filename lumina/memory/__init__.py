"""The tiers of memory, one file each, named tier and engine."""
