-- The catalogue knows every memory; long-term and archive keep their bodies here.
-- depends: 0001.people-and-transcript

create table memories (
    person      text not null references people,
    id          uuid not null,
    room        text not null,
    thread      uuid not null,
    kind        text not null,
    born        timestamptz not null,
    salience    double precision not null,
    witnesses   text[] not null,
    turns       uuid[] not null,                 -- its source turns in their order
    tier        text not null,
    detail      text not null default 'full',
    pinned      boolean not null default false,
    content     bytea,                           -- the whole memory, while it lies in Redis
    primary key (person, id)
);
create index memories_by_age on memories (tier, born);
create index memories_of_person on memories (person, born);

-- A turn is the source of at most one memory.
create table memory_sources (
    person      text not null,
    turn        uuid not null,
    memory      uuid not null,
    primary key (person, turn),
    foreign key (person, memory) references memories (person, id) on delete cascade,
    foreign key (person, turn) references turns (person, id)
);
create index memory_sources_of_memory on memory_sources (person, memory);

create table memory_uses (
    person      text not null,
    memory      uuid not null,
    turn        uuid not null,                   -- the answer in which it was used
    at          timestamptz not null,
    primary key (person, memory, turn),
    foreign key (person, memory) references memories (person, id) on delete cascade
);

-- Memories without their entries, which lie in the table entries.
create table longterm (
    person      text not null,
    id          uuid not null,
    born        timestamptz not null,
    body        bytea not null,
    primary key (person, id)
);
create index longterm_by_age on longterm (born, id);

-- What Qdrant indexes, with all that is needed to index it again.
create table entries (
    person      text not null,
    id          uuid not null,
    memory      uuid not null,
    position    integer not null,                -- its place within the memory
    indexed     boolean not null default false,  -- Qdrant has acknowledged it
    body        bytea,                           -- absent: deleted, and Qdrant does not know yet
    primary key (person, id)
) with (toast_tuple_target = 8160);
create index entries_of_memory on entries (person, memory);
create index entries_waiting on entries (person, id) where not indexed;

create table archive (
    person      text not null,
    id          uuid not null,
    detail      text not null,
    body        bytea not null,                  -- compressed, restorable bit for bit; its entries lie in entries
    digest      bytea not null,                  -- sha256 of what was compressed
    archived    timestamptz not null,
    keep_until  timestamptz not null,
    why         text not null,
    primary key (person, id)
);
create index archive_by_end on archive (keep_until);

create table lifecycle_log (
    seq         bigint generated always as identity primary key,
    person      text not null,
    memory      uuid not null,
    at          timestamptz not null,
    change      text not null,
    before      jsonb not null,
    after       jsonb not null,
    why         text not null
);
create index lifecycle_log_of_person on lifecycle_log (person, memory, seq);

create table term_statistics (
    person      text not null,
    term        bigint not null,                 -- the id of a word, of a character or of a pair of characters
    turns       integer not null,                -- turns that have it
    primary key (person, term)
) with (fillfactor = 70);

-- Which embedder made the vectors that lie here.
create table embedders (
    place       text primary key,                -- 'memories' or 'knowledge'
    identity    text not null,
    dimensions  integer not null
);

-- Vectors do not get smaller; and the planner's statistics would keep samples beyond the row's own end.
alter table longterm alter column body set statistics 0;
alter table entries alter column body set storage external, alter column body set statistics 0;
alter table archive alter column body set storage external, alter column body set statistics 0;
