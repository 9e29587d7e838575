"""Whether background work goes on, for a container's health check (status 0 or 1): its heart beats every ten seconds.

PostgreSQL, in which the queue lies, is asked: that costs less than opening everything. Of several workers any
one will do.
"""

import os
import sys

import psycopg

PATIENCE = "30 seconds"
BEATING = "select exists (select from procrastinate_workers where last_heartbeat > now() - %s::interval)"


def main() -> int:
    try:
        with psycopg.connect(os.environ["LUMINA_POSTGRES_URL"], connect_timeout=5) as connection:
            row = connection.execute(BEATING, (PATIENCE,)).fetchone()
    except psycopg.Error as error:
        sys.stderr.write(f"PostgreSQL: {type(error).__name__}\n")  # its words may hold the password
        return 1
    return 0 if row == (True,) else 1


if __name__ == "__main__":
    sys.exit(main())
