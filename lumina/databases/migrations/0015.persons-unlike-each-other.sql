-- How frequent the persons are that are there says nothing of a new one: planned with it, a statement expects no rows of
-- hers, takes any index that begins with the person, and an import reads all her turns again for each that it adds
-- (2,300 index entries a turn, measured). Without it every person is expected to have a part of each table.
-- depends: 0014.home

alter table archive alter person set statistics 0;
alter table associations alter person set statistics 0;
alter table associations_met alter person set statistics 0;
alter table chunk_entries alter person set statistics 0;
alter table concept_memories alter person set statistics 0;
alter table concepts alter person set statistics 0;
alter table entries alter person set statistics 0;
alter table lifecycle_log alter person set statistics 0;
alter table longterm alter person set statistics 0;
alter table memories alter person set statistics 0;
alter table memory_sources alter person set statistics 0;
alter table memory_uses alter person set statistics 0;
alter table rooms alter person set statistics 0;
alter table speakers alter person set statistics 0;
alter table term_statistics alter person set statistics 0;
alter table threads alter person set statistics 0;
alter table turns alter person set statistics 0;
