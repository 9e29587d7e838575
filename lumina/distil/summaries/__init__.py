"""Summaries of what was said: of weeks, people, topics, relationships and rooms, each sentence with its evidence."""
