"""PostgreSQL, Redis, DuckDB and Neo4j as engines: connections, circuits, schema, the data folder."""
