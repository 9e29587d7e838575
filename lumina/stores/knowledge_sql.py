"""The statements of the knowledge base. Whoever writes holds the row of the namespace first, so writers of one
namespace come one after the other."""

from typing import Final

HOLD: Final = """
insert into namespaces (namespace) values (%s)
on conflict (namespace) do update set namespace = excluded.namespace
"""
DROP_NAMESPACE: Final = """
delete from namespaces n where n.namespace = %s
and not exists (select from documents d where d.namespace = n.namespace)
"""

DOCUMENTS: Final = "select id, digest from documents where namespace = %s and id = any(%s)"
PUT_DOCUMENTS: Final = """
insert into documents (namespace, id, name, digest, added)
select %s, id, name, digest, %s from unnest(%s::uuid[], %s::text[], %b::bytea[]) as t (id, name, digest)
on conflict (namespace, id) do update set digest = excluded.digest, added = excluded.added
"""
PUT_CHUNKS: Final = """
insert into chunks (namespace, id, document, position, text, place)
select %s, * from unnest(%s::uuid[], %s::uuid[], %s::integer[], %s::text[], %s::text[])
on conflict (namespace, id) do update set place = excluded.place
"""
FIND_DOCUMENT: Final = "select id from documents where namespace = %s and name = %s"
DELETE_DOCUMENTS: Final = "delete from documents where namespace = %s and id = any(%s)"

OUTDATED: Final = """
select id from chunks where namespace = %s and document = any(%s) except select unnest(%s::uuid[])
"""
UNCOUNT_TERMS: Final = """
update chunk_terms s set chunks = s.chunks - gone.chunks
from (select term, count(*) as chunks from chunks c cross join unnest(c.terms) as t (term)
      where c.namespace = %(namespace)s and c.id = any(%(ids)s) group by term) gone
where s.namespace = %(namespace)s and s.term = gone.term
"""
DROP_TERMS: Final = "delete from chunk_terms where namespace = %s and chunks <= 0"
UNCOUNT_CHUNKS: Final = """
update namespaces set chunks = chunks - (select count(*) from chunks c where c.namespace = %(namespace)s
                                         and c.id = any(%(ids)s) and c.terms is not null)
where namespace = %(namespace)s
"""
DELETE_CHUNKS: Final = "delete from chunks where namespace = %s and id = any(%s)"

_CHUNK: Final = """
select c.id, c.namespace, c.document, d.name, c.position, c.text, c.place
from chunks c join documents d on d.namespace = c.namespace and d.id = c.document
"""
WAITING: Final = f"{_CHUNK} where not c.embedded order by c.namespace, c.document, c.position limit %s"
READ: Final = f"{_CHUNK} where c.id = any(%s)"

# Whether a chunk is still there (somebody may have replaced its document), and not counted yet.
HERE: Final = "select id, terms is null from chunks where namespace = %s and id = any(%s)"
EMBEDDED: Final = """
update chunks set embedded = true, terms = coalesce(terms, %s::bigint[]) where namespace = %s and id = %s
"""
EMBED_AGAIN: Final = "update chunks set embedded = false where embedded"
COUNT_TERMS: Final = """
insert into chunk_terms (namespace, term, chunks)
select %s, term, chunks from unnest(%s::bigint[], %s::bigint[]) as t (term, chunks)
on conflict (namespace, term) do update set chunks = chunk_terms.chunks + excluded.chunks
"""
COUNT_CHUNKS: Final = "update namespaces set chunks = chunks + %s where namespace = %s"

COUNTED: Final = "select coalesce(sum(chunks), 0)::bigint from namespaces where namespace = any(%s)"
FREQUENCIES: Final = """
select term, sum(chunks)::bigint from chunk_terms where namespace = any(%s) and term = any(%s) group by term
"""
DOCUMENTS_OF: Final = """
select d.namespace, d.name, count(c.id), count(c.id) filter (where not c.embedded), d.added
from documents d left join chunks c on c.namespace = d.namespace and c.document = d.id
where d.namespace = any(%s) group by d.namespace, d.id order by d.namespace, d.name
"""
NAMES: Final = "select namespace from namespaces order by namespace"
NAMESPACES: Final = """
select n.namespace,
       (select count(*) from documents d where d.namespace = n.namespace),
       (select count(*) from chunks c where c.namespace = n.namespace),
       (select count(*) from chunks c where c.namespace = n.namespace and not c.embedded)
from namespaces n order by n.namespace
"""
