-- Images, beside the turns with which they were shown.
-- depends: 0032.edited-texts

create table images (
    person      text not null,
    id          uuid not null,
    turn        uuid not null,
    nr          smallint not null,
    about       bytea not null,                  -- packed: name, media type, width, height
    content     bytea not null,                  -- packed: the bytes
    primary key (person, id),
    foreign key (person, turn) references turns (person, id) on delete cascade
);
create index images_of on images (person, turn);
alter table images alter column content set storage external;
alter table images alter column person set statistics 0;
alter table images alter column about set statistics 0;
alter table images alter column content set statistics 0;
