"""By what a person's data would be found, store by store. `most` bounds how many things of a kind are taken, evenly
from all there are (None: all of them)."""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar
from uuid import UUID

from lumina.clock import LAST
from lumina.known import Claim
from lumina.memory.associations_sealed import opening
from lumina.memory.edited_postgres import EditedTexts
from lumina.stores.kept import typed_by
from lumina.stores.opening import Stores

MANY: Final = 10_000_000
PAGE: Final = 5_000
T = TypeVar("T")

NAMES: Final = """
select room from rooms where person = %(person)s
union select speaker from speakers where person = %(person)s
union select ref from turns where person = %(person)s
order by 1
"""
IDS: Final = """
select id from threads where person = %(person)s
union select id from rooms where person = %(person)s
order by 1
"""
CONCEPTS: Final = """
select concept from (
    select name as concept from concepts where person = %(person)s
    union select unnest(concepts) from associations_met where person = %(person)s
) c order by 1
"""
TOKENS: Final = "select name from tokens where person = %s order by id"


@dataclass(frozen=True, slots=True)
class Traces:
    """Ids; texts, of which a piece says whose they are; names, which are sought whole; words that anybody may say, and
    that prove nothing; and bytes of what is no text."""

    ids: Sequence[UUID] = ()
    texts: Sequence[str] = ()
    names: Sequence[str] = ()
    words: Sequence[str] = ()
    pieces: Sequence[bytes] = ()


async def of_transcript(stores: Stores, person: str, most: int | None) -> AsyncIterator[Traces]:
    turns = await stores.transcript.evenly(person, most or MANY)
    ids, names = [await stores.database.fetch(sql, {"person": person}) for sql in (IDS, NAMES)]
    said = [row[1] for row in turns]
    yield Traces([row[0] for row in (*turns, *ids)], said, [person, *(row[0] for row in names)])


async def of_catalogue(stores: Stores, person: str, most: int | None) -> AsyncIterator[Traces]:
    """The bodies of memories in whatever tier, what their owner made of them, and the originals of gists."""
    start, edited = 0, EditedTexts(stores.database)
    while states := await stores.catalogue.list(person, LAST, None, min(most or PAGE, PAGE), start):
        ids = [state.id for state in states]
        bodies = (await stores.bodies.readable(person, states)).values()
        originals = (await stores.archive.archived(person, ids)).values()
        texts = [*(one.text for one in bodies), *(one.memory.text for one in originals)]
        words = [word for one in bodies for word in (*one.keywords, *one.concepts)]
        yield Traces(ids, [*texts, *(await edited.of(person, ids)).values()], words=words)
        start += len(states)
        if most and start >= most:
            return


async def of_claims(stores: Stores, person: str, most: int | None) -> AsyncIterator[Traces]:
    claims = _evenly(await stores.claims.of(person), most)
    texts = [text for one in claims for text in _words(one.claim)]
    yield Traces([one.id for one in claims], texts)


def _words(claim: Claim) -> Iterable[str]:
    return (claim.text, claim.value, claim.replaces, claim.about, *claim.names)


async def of_summaries(stores: Stores, person: str, most: int | None) -> AsyncIterator[Traces]:
    found = _evenly(await stores.summaries.all(person), most)
    texts = [each.text for one in found for each in one.sentences]
    yield Traces([one.id for one in found], texts, words=[one.about for one in found])


async def of_associations(stores: Stores, person: str, most: int | None) -> AsyncIterator[Traces]:
    """As far as PostgreSQL has them; an engine beside it has no others."""
    sealed = [row[0] for row in await stores.database.fetch(CONCEPTS, {"person": person})]
    if sealed:
        yield Traces(words=[*map(opening(stores.keys.of(person)), _evenly(sealed, most))])


async def of_notifications(stores: Stores, person: str, most: int | None) -> AsyncIterator[Traces]:
    told = _evenly(await stores.notifications.all(person), most)
    pieces = [image.content[len(image.content) // 2 :][:32] for one in told for image in one.images]
    yield Traces([one.id for one in told], [one.text for one in told], words=[one.who for one in told], pieces=pieces)


async def of_images(stores: Stores, person: str, most: int | None) -> AsyncIterator[Traces]:
    pieces = _evenly(await stores.images.pieces(person), most)
    described = [image.description for image in await stores.images.about(person) if image.description]
    yield Traces([id_ for id_, _ in pieces], _evenly(described, most), pieces=[piece for _, piece in pieces])


async def of_tokens(stores: Stores, person: str, most: int | None) -> AsyncIterator[Traces]:
    """Their ids are no traces: a receipt says by which of them an erasure was asked for."""
    rows = _evenly(await stores.database.fetch(TOKENS, (person,)), most)
    yield Traces(words=[row[0] for row in rows])


async def of_history(stores: Stores, person: str, most: int | None) -> AsyncIterator[Traces]:
    """As the prompt keeps them, each line behind a sign, between lines with the moment."""
    lines = [line[1:] for line in await typed_by(stores, person) if line.startswith("+")]
    yield Traces(texts=_evenly(lines, most))


async def of_none(stores: Stores, person: str, most: int | None) -> AsyncIterator[Traces]:  # noqa: ARG001  as the others
    """All that lies there lies in another store, too, which has the traces."""
    for nothing in ():
        yield nothing


def _evenly(things: Sequence[T], most: int | None) -> list[T]:
    step = max(len(things) // most, 1) if most else 1
    return list(things[::step])
