-- Where somebody's full log was written as Parquet, month by month: an erasure goes there, too.
-- depends: 0050.policies

create table parquet_logs (
    person      text not null,
    url         text not null,          -- of the place, as LUMINA_PARQUET_URL had it
    endpoint    text not null,          -- of an S3 server that is not AWS's, or ''
    name        text not null,          -- of the object there
    month       text not null,          -- 2026-05
    turns       bigint not null,
    at          timestamptz not null,
    primary key (person, url, name)
);
alter table parquet_logs alter column person set statistics 0;
