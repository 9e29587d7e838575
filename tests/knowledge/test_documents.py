"""Files of every kind become the same documents each time, and bad ones are refused with the line."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lumina.errors import BadFile, BadInput
from lumina.knowledge.chunks import MOST, REST, chunks
from lumina.knowledge.documents import make_document, read_documents
from lumina.knowledge.places import excerpt
from lumina.language.scripts import estimate_tokens

PARAGRAPH = "港町の図書館では、毎週土曜日に古い海図の修復を見学できる。受付で名前を書けば、だれでも参加してよい。"
ENGLISH = "The harbour library mends old sea charts every Saturday. Write your name at the desk and you may watch. "


async def test_a_short_paragraph_stays_one_chunk() -> None:
    assert chunks(PARAGRAPH) == [PARAGRAPH]


@pytest.mark.parametrize("text", [PARAGRAPH * 60, ENGLISH * 120], ids=["Japanese", "English"])
async def test_a_long_paragraph_is_cut_where_sentences_end(text: str) -> None:
    cut = chunks(text)

    assert len(cut) > 1
    assert all(chunk.endswith(("。", ".")) for chunk in cut)
    assert all(300 <= estimate_tokens(chunk) <= MOST for chunk in cut[:-1])
    assert "".join(cut).replace(" ", "") == text.replace(" ", "")


async def test_paragraphs_are_put_together_but_not_torn() -> None:
    text = "\n\n".join(f"第{number}章。{PARAGRAPH}" for number in range(30))

    cut = chunks(text)

    assert "\n\n".join(cut) == text
    assert all(estimate_tokens(chunk) <= MOST + REST for chunk in cut)


async def test_a_heading_stays_with_what_it_heads() -> None:
    sections = [f"# 見出し{number}\n\n{PARAGRAPH * 5}" for number in range(8)]

    for chunk in chunks("\n\n".join(sections)):
        assert not chunk.splitlines()[-1].startswith("#")


@given(st.text(alphabet=st.sampled_from("あ漢aB.。!？ \n「」#𠮷é"), max_size=4_000))
def test_cutting_loses_only_white_space_and_stays_within_bounds(text: str) -> None:
    cut = chunks(text)

    assert "".join("".join(cut).split()) == "".join(text.split())
    assert all(estimate_tokens(chunk) <= MOST + REST for chunk in cut)
    assert all(chunk.strip() for chunk in cut)


async def test_the_same_text_gives_the_same_ids_and_a_changed_chunk_another() -> None:
    before = make_document("sea", "charts", PARAGRAPH * 20)
    again = make_document("sea", "charts", PARAGRAPH * 20)
    changed = make_document("sea", "charts", PARAGRAPH * 20 + "追記あり。")

    assert before == again
    assert changed.id == before.id
    assert changed.digest != before.digest
    assert changed.chunks[0] == before.chunks[0]
    assert changed.chunks[-1].id != before.chunks[-1].id


async def test_text_with_a_byte_order_mark_and_foreign_line_ends_is_read(tmp_path: Path) -> None:
    (tmp_path / "海図.txt").write_bytes(b"\xef\xbb\xbf" + "一行目\r\n二行目\r三行目".encode())

    [document] = await read_documents("sea", [tmp_path / "海図.txt"])

    assert document.name == "海図.txt"
    assert document.chunks[0].text == "一行目\n二行目\n三行目"


async def test_each_line_of_json_is_a_document_by_its_title(tmp_path: Path) -> None:
    rows = [
        {"text": "一", "title": "灯台"},
        {"text": "二", "name": "桟橋"},
        {"text": "三"},
        {"text": "四", "title": "灯台"},
    ]
    lines = "\n\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (tmp_path / "port.jsonl").write_text(lines, encoding="utf-8")

    documents = await read_documents("sea", [tmp_path / "port.jsonl"])

    assert [document.name for document in documents] == ["灯台", "桟橋", "port.jsonl:5", "灯台 (2)"]
    assert [document.chunks[0].text for document in documents] == ["一", "二", "三", "四"]


async def test_a_folder_gives_all_its_readable_files_named_by_their_place(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.md").write_text("B", encoding="utf-8")
    (tmp_path / "a.TXT").write_text("A", encoding="utf-8")
    (tmp_path / "c.png").write_bytes(b"\x89PNG")

    documents = await read_documents("sea", [tmp_path])

    assert [document.name for document in documents] == ["a.TXT", "deep/b.md"]


async def test_a_pdf_is_read_with_its_lines_joined(tmp_path: Path) -> None:
    (tmp_path / "chart.pdf").write_bytes(pdf(["Old sea charts", "are mended here."], ["Open on Saturday."]))

    [document] = await read_documents("sea", [tmp_path / "chart.pdf"])

    assert document.chunks[0].text == "Old sea charts are mended here.\n\nOpen on Saturday."


async def test_chunks_know_their_heading_or_their_pages(tmp_path: Path) -> None:
    code = f"```\n# no heading\n{ENGLISH * 14}\n```\n"
    text = f"前書き。\n\n# 港\n\n{PARAGRAPH * 6}\n\n## 海図 ##\n{PARAGRAPH * 6}\n\n{code}"
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    (tmp_path / "b.pdf").write_bytes(pdf([ENGLISH * 9], [ENGLISH * 9], [ENGLISH * 9]))

    markdown, printed = await read_documents("sea", [tmp_path / "a.md", tmp_path / "b.pdf"])

    assert [chunk.place for chunk in markdown.chunks] == ["", "海図", "海図"]
    assert [chunk.place for chunk in printed.chunks] == ["p. 1", "p. 2", "p. 3"]


def test_an_excerpt_is_what_answers_under_its_own_heading() -> None:
    text = f"# 港\n\n{PARAGRAPH}\n\n## 灯台\n灯台は百段ある。登るには鍵がいる。\n\n{PARAGRAPH}"
    assert excerpt(text, "", lambda sentence: "百段" in sentence, 25) == ("灯台は百段ある。 登るには鍵がいる。", "灯台")
    assert excerpt("", "x", len, 25) == ("", "x")


@given(st.text(max_size=600), st.integers(min_value=2, max_value=60))
def test_an_excerpt_keeps_within_its_tokens(text: str, most: int) -> None:
    assert estimate_tokens(excerpt(text, "", len, most)[0]) <= most or not any(map(str.isalnum, text))


async def test_the_lines_of_a_japanese_pdf_are_joined_without_a_space(tmp_path: Path) -> None:
    (tmp_path / "海図.pdf").write_bytes(pdf(["古い海図を修", "復する。"]))

    [document] = await read_documents("sea", [tmp_path / "海図.pdf"])

    assert document.chunks[0].text == "古い海図を修復する。"


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("a.jsonl", b'{"text": "ok"}\n{"text": ', 2),
        ("a.jsonl", b'{"text": "ok"}\n\n["text"]', 3),
        ("a.jsonl", b'{"title": "no text"}', 1),
        ("a.jsonl", b'{"text": "  "}', 1),
        ("a.jsonl", b'{"text": "a", "title": 3}', 1),
        ("a.jsonl", b'{"text": "half \\ud83d of it"}', 1),
        ("a.jsonl", b'{"text": "nul \\u0000"}', 1),
        ("a.jsonl", b"[" * 100_000, 1),
        ("a.txt", "一行目\n二行目".encode("shift_jis"), 1),
        ("a.md", b"fine\nfine\nnot \xff", 3),
        ("a.txt", b"fine\nnul \x00", 2),
    ],
)
async def test_a_bad_line_is_named(tmp_path: Path, name: str, content: bytes, line: int) -> None:
    (tmp_path / name).write_bytes(content)

    with pytest.raises(BadFile, match=rf"{name}, line {line}: ") as caught:
        await read_documents("sea", [tmp_path / name])

    assert caught.value.details["line"] == line


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("a.docx", b"PK", r"\.txt, \.md, \.pdf, \.jsonl"),
        ("a", b"text", r"\.txt, \.md, \.pdf, \.jsonl"),
        ("a.txt", b" \n ", "is empty"),
        ("a.jsonl", b"", "is empty"),
        ("a.pdf", b"", "cannot be read as a PDF"),
        ("a.pdf", b"no pdf at all", "cannot be read as a PDF"),
        ("a.pdf", b"%PDF-1.4\n%%EOF", "cannot be read as a PDF"),
    ],
)
async def test_a_file_that_cannot_be_used_is_refused_with_the_reason(
    tmp_path: Path, name: str, content: bytes, why: str
) -> None:
    (tmp_path / name).write_bytes(content)

    with pytest.raises(BadInput, match=why):
        await read_documents("sea", [tmp_path / name])


async def test_a_pdf_without_text_is_refused_as_a_scan(tmp_path: Path) -> None:
    (tmp_path / "scan.pdf").write_bytes(pdf([]))

    with pytest.raises(BadInput, match="scan"):
        await read_documents("sea", [tmp_path / "scan.pdf"])


@pytest.mark.parametrize("name", ["gone.txt", "gone.pdf", "gone.jsonl"])
async def test_a_file_that_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match=name):
        await read_documents("sea", [tmp_path / name])


async def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="holds no file"):
        await read_documents("sea", [tmp_path])


@settings(max_examples=60)
@given(start=st.integers(min_value=0), length=st.integers(min_value=1, max_value=400), junk=st.binary(max_size=8))
async def test_a_damaged_pdf_is_read_or_refused_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, start: int, length: int, junk: bytes
) -> None:
    whole = pdf(["古い海図", "Old charts"], ["second page"])
    start %= len(whole)
    path = tmp_path_factory.getbasetemp() / "damaged.pdf"
    path.write_bytes(whole[:start] + junk + whole[start + length :])

    try:
        documents = await read_documents("sea", [path])
    except BadInput:
        return
    assert documents[0].chunks


def pdf(*pages: list[str]) -> bytes:
    """A PDF of these lines, in a font that names its characters by a ToUnicode map (code points as codes)."""
    count = len(pages)
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        (
            b"<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /ToUnicode 999 0 R "
            b"/DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /DW 1000 "
            b"/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>"
        ),
    ]
    for page, lines in enumerate(pages):
        shown = " ".join(f"<{line.encode('utf-16-be').hex()}> Tj 0 -14 Td" for line in lines)
        content = f"BT /F1 12 Tf 50 700 Td {shown} ET".encode()
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> "
            + f"/Contents {5 + 2 * page} 0 R >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    used = sorted({character.encode("utf-16-be").hex() for lines in pages for line in lines for character in line})
    cmap = (
        "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange "
        f"{len(used)} beginbfchar {' '.join(f'<{code}> <{code}>' for code in used)} endbfchar endcmap end"
    ).encode()
    objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(cmap), cmap))
    written = b"%PDF-1.4\n"
    offsets: list[int] = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, body.replace(b"999 0 R", b"%d 0 R" % len(objects)))
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n<< /Size {size} /Root 1 0 R >>\n"
    return written + end.encode() + b"startxref\n%d\n%%%%EOF\n" % len(written)
