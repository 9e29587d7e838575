"""All stores opened, in either profile; their doctor; the list of what holds a person's data."""
