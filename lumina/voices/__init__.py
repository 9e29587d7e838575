"""Chat models of every provider, and the offline voice."""
