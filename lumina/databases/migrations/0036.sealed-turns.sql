-- What was said is sealed, too, as what was made of it is.
-- depends: 0035.sealed-bodies

-- A NUL, which no text has, stands before what is not sealed yet.
alter table turns alter column text type bytea using '\x00'::bytea || convert_to(text, 'UTF8');
alter table turns add constraint turns_sealed check (substring(text for 3) = 'LS1') not valid;

-- As migration 0031 has it; the texts come in base64.
create or replace function append_turns(
    whose text, their_threads uuid[], of_rooms text[], begun timestamptz[], topic text, said json, many integer
) returns table (turn uuid, place integer) language plpgsql as $$
begin
    insert into people (person) values (whose) on conflict do nothing;
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
               f.speaker, f.role, decode(f.text, 'base64'), f.at, f.witnesses, f.failed, f.zone, f.left_for
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
