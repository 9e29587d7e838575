-- What an associative memory outside of PostgreSQL has not counted yet, because it did not answer.
-- depends: 0006.pinned-and-rooms

create table associations_waiting (
    person      text not null references people,
    memory      uuid not null,
    concepts    text[] not null,                 -- in their order
    at          timestamptz not null,
    primary key (person, memory)
);
alter table associations_waiting alter column concepts set statistics 0;
