-- The data folder that this database belongs to: DuckDB's file lies there, and what is in it is nowhere else.
-- depends: 0013.erasures-under-way

create table home (
    only_one    boolean primary key default true check (only_one),
    digest      bytea not null                   -- of the folder's secret
);
