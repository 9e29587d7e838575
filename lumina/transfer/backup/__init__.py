"""Backups: everything, person by person, and back again."""
