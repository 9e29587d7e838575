-- The associative memory and the knowledge base.
-- depends: 0002.catalogue-and-tiers

create table concepts (
    person      text not null references people,
    name        text not null,
    mentions    integer not null,
    last_seen   timestamptz not null,
    primary key (person, name)
);

create table concept_memories (
    person      text not null,
    concept     text not null,
    memory      uuid not null,
    primary key (person, concept, memory)
);
create index concept_memories_of_memory on concept_memories (person, memory);

-- Undirected: a < b. The strength is that of `strengthened`; what it is now is derived when read.
create table associations (
    person      text not null,
    a           text not null,
    b           text not null,
    strength    real not null,
    strengthened timestamptz not null,
    primary key (person, a, b),
    check (a < b)
);
create index associations_back on associations (person, b);

create table documents (
    namespace   text not null,
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
    body        bytea,                           -- its index entry; absent until embedded
    indexed     boolean not null default false,
    primary key (namespace, id),
    foreign key (namespace, document) references documents (namespace, id) on delete cascade
);
create index chunks_waiting on chunks (namespace, id) where not indexed;

-- Append-only: who asked for an erasure, when, what was counted. No content, no name.
create table erasures (
    receipt     uuid primary key,
    digest      bytea not null,
    asked_by    text not null,
    asked       timestamptz not null,
    finished    timestamptz,
    counts      jsonb not null
);
