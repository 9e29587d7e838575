-- Tasks of one person that failed, until they are done: tried again by the queue, or given up by it.
-- depends: 0023.claims

create table failed_tasks (
    id          bigint primary key,              -- the one it had in the queue
    person      text not null references people on delete cascade,
    task        text not null,
    args        jsonb not null,                  -- ids, no words of anybody
    cause       text not null,                   -- what went wrong last; no words of anybody
    attempts    integer not null,
    since       timestamptz not null default now()
);
create index failed_tasks_of on failed_tasks (person);
alter table failed_tasks alter column person set statistics 0;
