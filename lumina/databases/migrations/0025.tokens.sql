-- Who may use the API, by the digest of a secret that only its holder has: programs, and browsers that were signed in.
-- depends: 0024.failed-tasks

create table tokens (
    id          uuid primary key,
    digest      bytea not null unique,
    kind        text not null check (kind in ('token', 'session')),
    name        text not null,
    person      text,                            -- null: of the operator, and of nobody else
    operator    boolean not null,
    made        timestamptz not null,
    ends        timestamptz not null
);
create index tokens_of on tokens (person);
