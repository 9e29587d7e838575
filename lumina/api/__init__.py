"""The application over HTTP: what programs call (/api) and what a browser shows (web/)."""
