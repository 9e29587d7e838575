-- Which older versions of LUMINA stand a migration that they do not know: a row is added by each that says so, in its own
-- transaction. `oldest` is the newest migration that such a version must know.
-- depends: 0055.midterm

create table migration_reach (
    migration   text primary key,
    oldest      text not null
);
