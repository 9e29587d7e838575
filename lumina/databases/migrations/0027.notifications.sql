-- What programs tell, until a character has told of it.
-- depends: 0026.memories-in-order

create table notifications (
    id          uuid primary key,
    person      text not null references people on delete cascade,
    body        bytea not null                   -- packed: the room, who tells, and the words
);
create index notifications_of on notifications (person);
alter table notifications alter column person set statistics 0;
alter table notifications alter column body set statistics 0;
