-- Every turn asks what is pinned, and what its room remembers last.
-- depends: 0005.zones-of-turns

create index memories_pinned on memories (person, born, id) where pinned;
create index memories_of_room on memories (person, room, born desc, id);
