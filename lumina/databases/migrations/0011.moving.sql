-- A database into which another LUMINA's data are being copied: whose, until all of it is there.
-- depends: 0010.associations-waiting

create table moving (
    source      bytea primary key,               -- a digest of the source folder's secret
    begun       timestamptz not null default now()
);
