-- Summaries of what was said, in versions: append-only.
-- depends: 0027.notifications

create table summaries (
    person      text not null references people on delete cascade,
    id          uuid not null,                   -- of what it is a summary
    version     integer not null,
    at          timestamptz not null,            -- the moment as of which it was made
    witnesses   text[] not null,
    body        bytea not null,                  -- packed: sentences with their evidence
    primary key (person, id, version)
);
alter table summaries alter column person set statistics 0;
alter table summaries alter column body set statistics 0;

-- The last turn that a person's summaries know, how many acts of the owner, the moment up to which they were made, and
-- the one at which the next falls due.
alter table people add column summarised bigint not null default 0;
alter table people add column acted bigint not null default 0;
alter table people add column summarised_to timestamptz;
alter table people add column summary_due timestamptz;
