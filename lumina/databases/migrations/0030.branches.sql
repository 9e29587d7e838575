-- Branches: what the person went on from elsewhere stays in the transcript, and says instead of which turns.
-- depends: 0027.notifications

alter table turns add column left_for uuid;      -- the turn by which the person went on instead of here
create index turns_left on turns (person, left_for) where left_for is not null;

drop function append_turns(text, uuid[], text[], timestamptz[], text, json, integer);
-- As migration 0017 has it, with branches.
create function append_turns(
    whose text, their_threads uuid[], of_rooms text[], begun timestamptz[], topic text, said json, many integer
) returns table (turn uuid, place integer) language plpgsql as $$
declare
    first timestamptz := (select min(b) from unnest(begun) b);
begin
    insert into people (person) values (whose) on conflict do nothing;
    update people set since = first where person = whose and (since is null or since > first);
    insert into threads (person, id, room, domain, opened, last_turn)
    select whose, t.id, t.room, topic, t.at, t.at from unnest(their_threads, of_rooms, begun) as t (id, room, at)
    on conflict (person, id) do nothing;
    perform from threads h where h.person = whose and h.id = any(their_threads) order by h.id for update;
    return query
    with incoming as (
        select * from json_to_recordset(said) as t (
            nr integer, id uuid, ref text, room text, thread uuid, speaker text, role text, text text, at timestamptz,
            witnesses text[], failed boolean, zone integer, left_for uuid)
        limit many
    ), fresh as (
        select * from incoming i where not exists (select from turns k where k.person = whose and k.id = i.id)
    ), kept as (
        insert into turns (
            person, id, ref, room, thread, position, speaker, role, text, at, witnesses, failed, zone, left_for)
        select whose, f.id, f.ref, f.room, f.thread,
               h.turns + row_number() over (partition by f.thread order by f.nr) - 1,
               f.speaker, f.role, f.text, f.at, f.witnesses, f.failed, f.zone, f.left_for
        from fresh f join threads h on h.person = whose and h.id = f.thread
        order by f.nr
        returning turns.id, turns.thread, turns.position, turns.speaker, turns.role, turns.at
    ), counted as (
        update threads h set turns = h.turns + k.turns, last_turn = greatest(h.last_turn, k.last)
        from (select thread, count(*) as turns, max(at) as last from kept group by thread) k
        where h.person = whose and h.id = k.thread
    ), heard as (
        insert into speakers (person, speaker, role, turns)
        select whose, k.speaker, k.role, count(*) from kept k group by k.speaker, k.role order by k.speaker, k.role
        on conflict (person, speaker, role) do update set turns = speakers.turns + excluded.turns
    )
    select k.id, k.position from kept k;
end
$$;
