-- How often each person was erased, by a pseudonym that only the data folder's secret makes. What lies in `epochs`, under
-- digests that names can be tried on, comes here as the folder is opened (epochs_postgres.py).
-- depends: 0021.memories-in-redis

create table person_epochs (
    pseudonym   bytea primary key,
    epoch       bigint not null
);
