-- People, the rooms and threads they talk in, and all turns: the record.
-- depends:

create table people (
    person      text primary key,
    since       timestamptz,                     -- the first turn
    turns       bigint not null default 0        -- indexed turns: the n of every idf
);

-- Survives erasure, so that a job from before cannot write after. Holds a digest, not the name.
create table epochs (
    digest      bytea primary key,
    epoch       bigint not null
);

create table rooms (
    person      text not null references people,
    room        text not null,
    id          uuid not null unique,            -- the LangGraph thread of this room
    present     text[] not null,                 -- characters in the room
    primary key (person, room)
);

create table threads (
    person      text not null references people,
    id          uuid not null,
    room        text not null,
    domain      text not null default '',
    opened      timestamptz not null,
    last_turn   timestamptz not null,
    ended       boolean not null default false,
    turns       integer not null default 0,
    primary key (person, id)
);
create index threads_open on threads (person, room) where not ended;
create index threads_idle on threads (last_turn) where not ended;

create table turns (
    person      text not null,
    id          uuid not null,
    seq         bigint generated always as identity,
    ref         text not null,
    room        text not null,
    thread      uuid not null,
    position    integer not null,
    speaker     text not null,
    role        text not null,
    text        text not null,
    at          timestamptz not null,
    witnesses   text[] not null,
    failed      boolean not null default false,
    distilled   boolean not null default false,  -- a memory has it
    primary key (person, id),
    foreign key (person, thread) references threads (person, id),
    unique (person, thread, position)
);
create index turns_waiting on turns (person, seq) where not distilled and not failed;
create index turns_by_seq on turns (person, seq);
create index turns_of_room on turns (person, room, seq);
create index turns_by_ref on turns (person, ref) where ref <> '';

-- The names that occur: every recall wants them.
create table speakers (
    person      text not null references people,
    speaker     text not null,
    role        text not null,
    turns       bigint not null,
    primary key (person, speaker, role)
);

-- The planner's statistics would keep the commonest texts, beyond the row's own end.
alter table turns alter column text set statistics 0;
