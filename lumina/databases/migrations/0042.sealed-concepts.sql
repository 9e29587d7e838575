-- What somebody talks about is sealed word by word, the same for the same word: '=', and what AES-SIV makes of it. What an
-- older version wrote is sealed as the folder is opened (stores/unsealed.py), and then each check is validated.
-- depends: 0038.erasures-in-part

alter table concepts add constraint concepts_sealed check (left(name, 1) = '=') not valid;
alter table concept_memories add constraint concept_memories_sealed check (left(concept, 1) = '=') not valid;
alter table associations add constraint associations_sealed check (left(a, 1) = '=' and left(b, 1) = '=') not valid;
alter table associations_met add constraint associations_met_sealed check (
    cardinality(concepts) = 0 or left(concepts[1], 1) = '=') not valid;
