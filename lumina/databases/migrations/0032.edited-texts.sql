-- What its owner made of a memory's text outlives the file in which the memory lies.
-- depends: 0031.unread

alter table memories add column edited bytea;    -- packed, until the memory lies in long-term; '': in its tier alone
alter table memories alter column edited set statistics 0;

update memories m set edited = '' where tier in ('redis', 'duckdb') and exists (
    select from lifecycle_log l where l.person = m.person and l.memory = m.id and l.change = 'edited');
create index memories_edited_earlier on memories (person, id) where edited = '';
