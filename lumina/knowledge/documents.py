"""Files that become knowledge: text, Markdown, PDF, and JSON lines, as named documents in chunks."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import cast

from lumina.errors import BadFile, BadInput, because
from lumina.knowledge.chunks import chunks
from lumina.knowledge.places import on_pages, under_headings
from lumina.models import Chunk, Document, derived_id

WRAPPED = re.compile(r"(?<=\S)[^\S\n]*\n[^\S\n]*(?=\S)")
UNREADABLE = re.compile(r"[\x00\ud800-\udfff]")
JAPANESE = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]{2}")

Named = Iterator[tuple[str, str | list[str]]]
"""Names of documents with their texts, or with the texts of their pages."""


async def read_documents(namespace: str, paths: Sequence[Path]) -> list[Document]:
    """The documents of these files, and of all the readable files of these folders, in order.

    A document's name is the file's (within a folder: its path from there), or the title that a line of JSON gives.
    Raises BadFile with the line, or BadInput for what is no readable file at all; then nothing was read.
    """
    return await asyncio.to_thread(_read_all, namespace, paths)


def make_document(namespace: str, name: str, text: str | list[str]) -> Document:
    """One document, or its pages, in chunks, all ids derived from what it says and where."""
    document = derived_id("document", namespace, name)
    whole = text if isinstance(text, str) else "\n\n".join(text)
    texts = chunks(whole)
    places = under_headings(text, texts) if isinstance(text, str) else on_pages(text, texts)
    return Document(
        id=document,
        namespace=namespace,
        name=name,
        digest=sha256("\0".join([whole, *places]).encode()).digest(),
        chunks=tuple(
            Chunk(derived_id("chunk", document, position, chunk), namespace, document, name, position, chunk, place)
            for position, (chunk, place) in enumerate(zip(texts, places, strict=True))
        ),
    )


def _read_all(namespace: str, paths: Sequence[Path]) -> list[Document]:
    named = _distinct(pair for path, name in _files(paths) for pair in READERS[path.suffix.lower()](path, name))
    return [make_document(namespace, name, text) for name, text in named]


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*") if file.is_file() and file.suffix.lower() in READERS)
            if not inside:
                raise BadInput(
                    why=because(
                        "the folder {path} holds no file that can be read ({kinds})",
                        path=path,
                        kinds=", ".join(READERS),
                    )
                )
            yield from ((file, file.relative_to(path).as_posix()) for file in inside)
        elif path.suffix.lower() not in READERS:
            raise BadInput(
                why=because("{path} is of no kind that can be read ({kinds})", path=path, kinds=", ".join(READERS))
            )
        else:
            yield path, path.name


def _distinct(named: Named) -> Named:
    """A name that comes again gets its number, so that no document hides another."""
    seen: Counter[str] = Counter()
    for name, text in named:
        seen[name] += 1
        yield (f"{name} ({seen[name]})" if seen[name] > 1 else name), text


def _text(path: Path, name: str) -> Named:
    text = _decoded(path)
    unreadable = UNREADABLE.search(text)
    if unreadable:
        raise BadFile(
            path=path, line=text.count("\n", 0, unreadable.start()) + 1, why=because("a NUL: this is no text")
        )
    if not text.strip():
        raise BadInput(why=because("{path} is empty", path=path))
    yield name, text


def _json_lines(path: Path, name: str) -> Named:
    lines = [(number, line) for number, line in enumerate(_decoded(path).split("\n"), 1) if line.strip()]
    if not lines:
        raise BadInput(why=because("{path} is empty", path=path))
    for number, line in lines:
        yield _object(path, number, line, f"{name}:{number}")


def _object(path: Path, number: int, line: str, name: str) -> tuple[str, str]:
    try:
        found: object = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadFile(path=path, line=number, why=because("no JSON ({error})", error=error)) from error
    if not isinstance(found, dict):
        raise BadFile(path=path, line=number, why=because('not an object with a "text"'))
    row = cast(Mapping[str, object], found)
    text = row.get("text")
    title = row.get("title") or row.get("name") or name
    if not isinstance(text, str) or not text.strip():
        raise BadFile(path=path, line=number, why=because('it has no "text"'))
    if not isinstance(title, str):
        raise BadFile(path=path, line=number, why=because('its "title" is no text'))
    if UNREADABLE.search(text + title):
        raise BadFile(path=path, line=number, why=because("it has a NUL or half a surrogate pair"))
    return title, text


def _pdf(path: Path, name: str) -> Named:
    from pypdf import PdfReader  # noqa: PLC0415  0.2 s, which every start would pay

    try:
        pages = [page.extract_text() for page in PdfReader(path).pages]
    except Exception as error:  # pypdf meets a damaged file with whatever breaks first
        raise BadInput(why=because("{path} cannot be read as a PDF ({error})", path=path, error=error)) from error
    texts = [_unwrapped(UNREADABLE.sub("", page)) for page in pages]
    if not "".join(texts).strip():
        raise BadInput(why=because("{path} holds no text (perhaps it is a scan)", path=path))
    yield name, texts


def _unwrapped(page: str) -> str:
    """A PDF breaks its lines at the margin: put them together again, without a space between Japanese characters."""

    def between(match: re.Match[str]) -> str:
        return "" if JAPANESE.match(page[match.start() - 1] + page[match.end()]) else " "

    return WRAPPED.sub(between, page)


def _decoded(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        raise BadInput(why=because("{path} cannot be opened ({error})", path=path, error=error.strerror)) from error
    except UnicodeDecodeError as error:
        before: bytes = error.object[: error.start]
        line = before.count(b"\n") + 1
        raise BadFile(path=path, line=line, why=because("it is not UTF-8; save the file as UTF-8 first")) from error


READERS: Mapping[str, Callable[[Path, str], Named]] = {
    ".txt": _text,
    ".md": _text,
    ".pdf": _pdf,
    ".jsonl": _json_lines,
}
