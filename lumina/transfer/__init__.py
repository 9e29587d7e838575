"""A person goes along: all that LUMINA has of one is written into a folder, and taken in again whole somewhere else."""
