-- An associative memory outside of PostgreSQL is a projection: here is what it is made from, and what it has counted.
-- depends: 0010.associations-waiting

alter table associations_waiting rename to associations_met;
alter table associations_met add column counted boolean not null default false;
create index associations_waiting on associations_met (person) where not counted;
