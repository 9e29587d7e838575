-- Who is being erased, until every store has let go of them: what an outage interrupts is finished without being asked.
-- depends: 0012.associations-ledger

create table erasures_under_way (
    person      text primary key,
    asked_by    text not null
);
