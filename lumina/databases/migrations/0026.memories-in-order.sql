-- In which order memories came to be, so that who listens can go on where they were.
-- depends: 0025.tokens

alter table memories add column nr bigint generated always as identity;
create index memories_in_order on memories (person, nr);
create index lifecycle_log_in_order on lifecycle_log (person, seq);
