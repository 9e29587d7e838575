"""The pages that a browser shows: rendered here, brought to life by htmx and a few small custom elements."""
