-- What single turns claim, and what the owner says of it: the record of all that is known. Append-only.
-- depends: 0022.person-epochs

create table claims (
    person      text not null references people,
    id          uuid not null,
    seq         bigint generated always as identity,
    turn        uuid,                            -- null: the owner's own act
    at          timestamptz not null,            -- when it was said
    recorded    timestamptz not null,
    witnesses   text[] not null,
    source      text not null,                   -- rules, model, owner
    body        bytea not null,
    primary key (person, id)
);
create index claims_by_seq on claims (person, seq);
alter table claims alter column person set statistics 0;

-- The turn up to which all were read for claims.
alter table people add column learnt bigint not null default 0;
