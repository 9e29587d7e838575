-- An index that begins with the person and ends with the id passes for one of ids: it was read from end to end for a few.
-- depends: 0015.persons-unlike-each-other

drop index memories_of_room;
create index memories_of_room on memories (person, room, born desc);
