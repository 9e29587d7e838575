"""The JSON shapes that more than one face shows. Scripts rely on them: names and nesting are a promise."""
