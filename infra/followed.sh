# Run once by PostgreSQL's image (docker-entrypoint-initdb.d), when it lays out the primary: a standby may copy it, and from
# the next start on nothing is acknowledged that no standby has. The slot keeps of the log what the standby has not got, up to
# 4 GB, where LUMINA clears it after an erasure; one that was away for longer begins anew with an empty volume.
echo "host replication $POSTGRES_USER all scram-sha-256" >>"$PGDATA/pg_hba.conf"
psql --quiet --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --output=/dev/null \
    --command="select pg_create_physical_replication_slot('standby')" \
    --command="alter system set max_slot_wal_keep_size = '4GB'" \
    --command="alter system set synchronous_standby_names = '*'"
