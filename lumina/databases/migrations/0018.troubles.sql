-- Whose data a task fails at, so that it goes on with the others, until it works again.
-- depends: 0017.append-turns

create table troubles (
    person      text not null references people on delete cascade,
    task        text not null,
    cause       text not null,                   -- what was raised, and where; no words of anybody
    since       timestamptz not null default now(),
    primary key (person, task)
);
alter table troubles alter column person set statistics 0;
