-- Tables whose files may hold what was erased, until they are rewritten: while others wait for one, it is left as it is.
-- depends: 0019.places-of-chunks

create table rewrites (
    name        text primary key,                -- of a table, with its schema
    asked       timestamptz not null default now(),
    after       xid8 not null                    -- the deletion is older; who began before it may see the rows still
);
