-- Mid-term memory where machines share no folder (LUMINA_SHARED_URL): a row for each memory, whole, sealed with its
-- person's key. With it what each person's rows are a version of, so that what a process has read of them is known to hold.
-- depends: 0042.sealed-concepts

create table midterm (
    person      text not null,
    id          uuid not null,
    born        timestamptz not null,
    body        bytea not null,                  -- packed: the memory without its entries
    entries     bytea not null,                  -- packed: its entries, in their order
    primary key (person, id)
);
create index midterm_by_age on midterm (born, id);
create table midterm_versions (
    person      text primary key,
    version     uuid not null
);

-- Sealed, so that nothing makes them smaller; and the planner's statistics would keep samples.
alter table midterm alter column body set storage external, alter column entries set storage external;
alter table midterm alter column person set statistics 0;
alter table midterm alter column body set statistics 0;
alter table midterm alter column entries set statistics 0;
alter table midterm_versions alter column person set statistics 0;
