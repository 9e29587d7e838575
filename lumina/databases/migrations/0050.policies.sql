-- What is kept of the talk: all of it, or what was distilled of it. Words that were let go are null, and stay so.
-- depends: 0042.sealed-concepts

alter table people add column policy text check (policy in ('full', 'summary-only'));   -- null: as LUMINA_POLICY says
alter table turns alter column text drop not null;
alter table memories add column let_go boolean not null default false;     -- the words of its turns are
