-- Erasures of a part of what there is of a person; and receipts that follow one from another, under the folder's secret.
-- depends: 0036.sealed-turns

-- What is gone from the record already, and perhaps not from everywhere else yet. It holds ids, and no words.
create table erased_parts (
    receipt     uuid primary key,
    person      text not null references people on delete cascade,
    asked_by    text not null,
    at          timestamptz not null,
    scope       text not null,                   -- thread, span, topic, fact, character
    turns       uuid[] not null,
    claims      uuid[] not null,                 -- what the owner did with units that rested on those turns alone
    notifications uuid[] not null,
    memories    uuid[] not null,                 -- those that were unmade
    rooms       uuid[] not null,                 -- whose checkpoints quote it
    typed       bytea[] not null,                -- digests of typed lines, under the folder's secret
    character   text not null,                   -- whose memory it is that goes ('': everybody's)
    others      text[] not null                  -- who else knows of what everybody heard
);
create index erased_parts_of on erased_parts (person);
alter table erased_parts alter column person set statistics 0;

alter table erasures add column nr bigint unique;        -- its place in the chain
alter table erasures add column body text;               -- the receipt as it was signed
alter table erasures add column signature bytea;
