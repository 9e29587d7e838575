-- The associative memory and the knowledge base.
-- depends: 0002.catalogue-and-tiers

-- Names are compared byte by byte, as Python compares them.
create table concepts (
    person      text not null references people,
    name        text collate "C" not null,
    mentions    integer not null,
    last_seen   timestamptz not null,
    primary key (person, name)
);

create table concept_memories (
    person      text not null,
    concept     text collate "C" not null,
    memory      uuid not null,
    at          timestamptz not null,
    primary key (person, concept, memory) include (at)
);
create index concept_memories_of_memory on concept_memories (person, memory);

-- Undirected: a < b. The strength is that of `strengthened`; what it is now is derived when read. `closest` is the part
-- of it that the closest occurrence gave.
create table associations (
    person      text not null,
    a           text collate "C" not null,
    b           text collate "C" not null,
    strength    double precision not null,
    closest     double precision not null,
    strengthened timestamptz not null,
    primary key (person, a, b),
    check (a < b)
);
create index associations_back on associations (person, b);

-- The planner's statistics would keep samples beyond the row's own end.
alter table concepts alter column name set statistics 0;
alter table concept_memories alter column concept set statistics 0;
alter table associations alter column a set statistics 0, alter column b set statistics 0;

create table namespaces (
    namespace   text primary key,
    chunks      bigint not null default 0        -- counted chunks: the n of every idf
);

create table documents (
    namespace   text not null references namespaces,
    id          uuid not null,
    name        text not null,                   -- its path or title; added again it replaces what was there
    digest      bytea not null,
    added       timestamptz not null,
    primary key (namespace, id),
    unique (namespace, name)
);

create table chunks (
    namespace   text not null,
    id          uuid not null,
    document    uuid not null,
    position    integer not null,
    text        text not null,
    embedded    boolean not null default false,  -- it has its entry
    terms       bigint[],                        -- what the statistics count of it; absent until they do
    primary key (namespace, id),
    foreign key (namespace, document) references documents (namespace, id) on delete cascade
);
create index chunks_waiting on chunks (namespace, document, position) where not embedded;
create index chunks_of_document on chunks (namespace, document);
create index chunks_by_id on chunks (id);

create table chunk_terms (
    namespace   text not null,
    term        bigint not null,
    chunks      integer not null,                -- chunks that have it
    primary key (namespace, term)
) with (fillfactor = 70);

-- As the table entries: `person` is the namespace, `memory` the document.
create table chunk_entries (
    person      text not null,
    id          uuid not null,
    memory      uuid not null,
    position    integer not null,
    indexed     boolean not null default false,
    body        bytea,
    primary key (person, id)
) with (toast_tuple_target = 8160);
create index chunk_entries_of_document on chunk_entries (person, memory);
create index chunk_entries_waiting on chunk_entries (person, id) where not indexed;
alter table chunk_entries alter column body set storage external;

-- Append-only: who asked for an erasure, when, what was counted. No content, no name.
create table erasures (
    receipt     uuid primary key,
    digest      bytea not null,
    asked_by    text not null,
    asked       timestamptz not null,
    finished    timestamptz,
    counts      jsonb not null
);
