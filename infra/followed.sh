# Run once by PostgreSQL's image (docker-entrypoint-initdb.d), when it lays out the primary: a standby may copy it, and from
# the next start on nothing is acknowledged that no standby has.
echo "host replication $POSTGRES_USER all scram-sha-256" >>"$PGDATA/pg_hba.conf"
psql --quiet --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --command="alter system set synchronous_standby_names = '*'"
