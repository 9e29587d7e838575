"""The knowledge base from end to end: files of every kind come in, are found, are replaced, and reach every
character with their source."""

import json
from collections.abc import AsyncGenerator
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from harness.lives import START, say
from lumina.app import Lumina
from lumina.clock import ManualClock
from lumina.errors import BadFile, BadInput, StoreDown, UnknownNamespace
from lumina.models import Grade
from lumina.reports import Recalled, Replied
from lumina.settings import Settings
from lumina.stores.knowledge_postgres import Knowledge
from tests.knowledge.test_documents import pdf

pytestmark = pytest.mark.asyncio(loop_scope="module")
TEA = "玉露は五十度ほどの湯で、二分ほどかけてゆっくり淹れる。"
FILM = "『青い灯台』は1987年に公開された、灯台守の兄弟を描く映画である。監督は架空の人、水無月ハル。"
BRIDGE = "The swing bridge of Dunmore was built by Ada Thornfield in 1874 and still opens twice a day."
SQUID = "ダイオウホタルイカは水深三千メートルで青く光る。"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def lumina(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Lumina]:
    home = tmp_path_factory.mktemp("library") / "home"
    async with Lumina.open(Settings(home=home), ManualClock(START)) as lumina:
        yield lumina


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


async def found(lumina: Lumina, namespace: str, query: str) -> list[str]:
    return [hit.text for hit in await lumina.knowledge.search(namespace, query, 5)]


async def test_files_of_every_kind_are_found(lumina: Lumina, tmp_path: Path) -> None:
    documents = [{"title": "橋", "text": BRIDGE}, {"title": "烏賊", "text": SQUID}]
    lines = "\n".join(json.dumps(one, ensure_ascii=False) for one in documents)
    printed = tmp_path / "note.pdf"
    printed.write_bytes(pdf(["The lighthouse of Marwick has forty-two steps."]))
    paths = [
        written(tmp_path, "tea.txt", TEA),
        written(tmp_path, "film.md", f"# 映画\n\n{FILM}\n"),
        written(tmp_path, "facts.jsonl", lines),
        printed,
    ]
    reports = await lumina.knowledge.add("every", paths)
    assert [report.name for report in reports] == ["tea.txt", "film.md", "橋", "烏賊", "note.pdf"]
    assert not any(report.replaced for report in reports)
    questions = {
        "玉露の湯は何度？": "五十度",
        "灯台守の映画の監督は？": "水無月ハル",
        "Who built the bridge of Dunmore?": "Ada Thornfield",
        "青く光るイカ": "三千メートル",
        "How many steps does the lighthouse have?": "forty-two",
    }
    for question, answer in questions.items():
        assert answer in (await found(lumina, "every", question))[0]


async def test_a_document_that_comes_again_replaces_what_it_said(lumina: Lumina, tmp_path: Path) -> None:
    await lumina.knowledge.add("again", [written(tmp_path, "tea.txt", TEA), written(tmp_path, "squid.txt", SQUID)])
    [same] = await lumina.knowledge.add("again", [written(tmp_path, "tea.txt", TEA)])
    assert not same.replaced
    [other] = await lumina.knowledge.add("again", [written(tmp_path, "tea.txt", TEA.replace("五十度", "六十五度"))])
    assert other.replaced
    texts = await found(lumina, "again", "玉露の湯は何度？")
    assert "六十五度" in texts[0]
    assert not [text for text in texts if "五十度ほど" in text and "六十五度" not in text]
    assert SQUID in await found(lumina, "again", "光るイカ")


async def test_namespaces_do_not_mix(lumina: Lumina, tmp_path: Path) -> None:
    await lumina.knowledge.add("kb:left", [written(tmp_path, "a.txt", TEA)])
    await lumina.knowledge.add("kb:right", [written(tmp_path, "a.txt", SQUID)])
    assert await found(lumina, "kb:left", "光るイカと玉露") == [TEA]
    assert await found(lumina, "kb:right", "光るイカと玉露") == [SQUID]
    with pytest.raises(UnknownNamespace, match="kb:left"):
        await lumina.knowledge.search("kb:middle", "x", 1)


async def test_what_is_there_is_listed_and_a_document_that_is_taken_out_answers_no_more(
    lumina: Lumina, tmp_path: Path
) -> None:
    await lumina.knowledge.add("out", [written(tmp_path, "tea.txt", TEA), written(tmp_path, "squid.txt", SQUID)])
    listed = [(row.namespace, row.name, row.chunks, row.waiting) for row in await lumina.knowledge.documents("out")]
    assert listed == [("out", "squid.txt", 1, 0), ("out", "tea.txt", 1, 0)]
    assert {row.name for row in await lumina.knowledge.documents(None)} >= {"squid.txt", "tea.txt"}
    await lumina.knowledge.remove("out", "tea.txt")
    assert TEA not in await found(lumina, "out", "玉露の湯は何度？")
    with pytest.raises(BadInput, match=r"tea\.txt in out; there are: squid\.txt"):
        await lumina.knowledge.remove("out", "tea.txt")
    await lumina.knowledge.remove("out", "squid.txt")
    for forgotten in (lumina.knowledge.documents("out"), lumina.knowledge.remove("out", "squid.txt")):
        with pytest.raises(UnknownNamespace):
            await forgotten


async def test_a_folder_comes_in_with_the_paths_inside_it(lumina: Lumina, tmp_path: Path) -> None:
    written(tmp_path, "docs/tea/green.md", TEA)
    written(tmp_path, "docs/sea.txt", SQUID)
    written(tmp_path, "docs/picture.png", "no text")
    reports = await lumina.knowledge.add("folder", [tmp_path / "docs"])
    assert {report.name for report in reports} == {"tea/green.md", "sea.txt"}


@pytest.mark.parametrize("line", ['{"text": 3}', "{", '{"title": "x"}'])
async def test_one_broken_file_keeps_all_out(lumina: Lumina, tmp_path: Path, line: str) -> None:
    good, broken = written(tmp_path, "tea.txt", TEA), written(tmp_path, "facts.jsonl", f'{{"text": "a"}}\n{line}\n')
    with pytest.raises(BadFile, match="line 2"):
        await lumina.knowledge.add("broken", [good, broken])
    with pytest.raises(UnknownNamespace):
        await lumina.knowledge.search("broken", "玉露", 1)


@pytest.mark.parametrize("namespace", ["*", "%", "kb:'x\"", "🦊", "が", "名" * 300])
async def test_odd_namespaces_are_told_apart(lumina: Lumina, tmp_path: Path, namespace: str) -> None:
    await lumina.knowledge.add(namespace, [written(tmp_path, "a.txt", TEA)])
    assert await found(lumina, namespace, "玉露") == [TEA]


async def test_a_namespace_needs_a_name(lumina: Lumina, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="namespace"):
        await lumina.knowledge.add("\0", [written(tmp_path, "a.txt", TEA)])


GUIDE = """# 京都案内

京都は千年以上のあいだ都だった。

## 食べもの
湯豆腐は南禅寺のまわりの店で昆布だしで食べられる。

## 乗りもの

嵐電は四条大宮から嵐山まで十分おきに走る。
"""


async def answer(lumina: Lumina, room: str, text: str) -> tuple[str, str, str]:
    """The knowledge in the pack of who answers, the place of the pack's passages, and the answer."""
    events = await say(lumina, "灯", room, text)
    [recalled] = [event for event in events if isinstance(event, Recalled)]
    [replied] = [event for event in events if isinstance(event, Replied)]
    pack = recalled.recollection.pack
    return pack.sections.get("knowledge", ""), "; ".join(one.source for one in pack.passages), replied.turn.text


@pytest.mark.parametrize("namespace", ["kb:movie", "movie", "私の資料"])
async def test_every_character_is_told_what_any_namespace_says_and_names_the_source(
    tmp_path: Path, namespace: str
) -> None:
    async with Lumina.open(Settings(home=tmp_path / "home"), ManualClock(START)) as lumina:
        await lumina.knowledge.add(namespace, [written(tmp_path, "film.md", FILM)])
        for name in ("ルミナ", "クラリス", "ノクス"):
            question = f"@{name} 『青い灯台』という灯台守の映画の監督は誰？"
            knowledge, source, said = await answer(lumina, f"{name}の部屋", question)
            assert "水無月ハル" in knowledge
            assert "[film.md]" in knowledge
            assert source == "film.md"
            assert "水無月ハル" in said
            assert "film.md" in said


async def test_an_answer_names_the_heading_or_the_page_that_it_is_from(lumina: Lumina, tmp_path: Path) -> None:
    printed = tmp_path / "logbook.pdf"
    printed.write_bytes(pdf(["Nothing of note happened on the island."], ["The Marwick lighthouse has 42 steps."]))
    await lumina.knowledge.add("旅", [written(tmp_path, "案内.md", GUIDE), printed])
    _, source, said = await answer(lumina, "駅", "@クラリス 嵐電はどこからどこまで走る？")
    assert source == "案内.md, 乗りもの"
    assert "案内.md, 乗りもの" in said
    assert "四条大宮" in said
    assert "湯豆腐" not in said
    _, source, said = await answer(lumina, "海", "@Nox how many steps does the Marwick lighthouse have?")
    assert source.startswith("logbook.pdf, p. ")
    assert "42 steps" in said


async def test_what_a_character_knows_best_comes_first(lumina: Lumina, tmp_path: Path) -> None:
    for namespace in ("kb:tech", "kb:news"):
        text = f"紫陽花橋の工事は{namespace[3:]}の記録では来年の三月に終わる。"
        await lumina.knowledge.add(namespace, [written(tmp_path, f"{namespace[3:]}.txt", text)])
    first: list[str] = []
    for name in ("クラリス", "ノクス"):
        knowledge, _, _ = await answer(lumina, f"橋と{name}", f"@{name} 紫陽花橋の工事はいつ終わる？")
        first.append(knowledge.splitlines()[1])
    assert ["[tech.txt]" in first[0], "[news.txt]" in first[1]] == [True, True]


async def test_who_looks_something_up_is_told_what_documents_say(lumina: Lumina, tmp_path: Path) -> None:
    await lumina.knowledge.add("旅", [written(tmp_path, "案内.md", GUIDE)])
    for viewer in (None, "nox"):
        found = await lumina.recall.look_up(
            "嵐電はどこを走る？", person="灯", viewer=viewer, budget=1500, limit=5, unit="memory"
        )
        assert "四条大宮" in found.pack.sections["knowledge"]


async def test_a_knowledge_base_that_does_not_answer_costs_no_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def down(*_: object) -> list[str]:
        raise StoreDown(store="Qdrant", why="gone")

    async with Lumina.open(Settings(home=tmp_path / "home"), ManualClock(START)) as lumina:
        monkeypatch.setattr(Knowledge, "names", down)
        events = await say(lumina, "灯", "停電", "@ルミナ 湯豆腐の話をしよう。")
    [recalled] = [event for event in events if isinstance(event, Recalled)]
    assert "knowledge" in recalled.recollection.missing
    assert [event for event in events if isinstance(event, Replied) and not event.failed]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("@Nox, how many steps has the Marwick lighthouse, and when does my choir sing in Leeds?", "42 steps"),
        ("@Nox when does my choir sing in Leeds? How many steps has the Marwick lighthouse?", "42 steps"),
        ("@ノクス 嵐電はどこを走るんだっけ、あと妹の結婚式はいつで、何を着て行くことにした？", "四条大宮"),
    ],
)
async def test_a_question_with_two_halves_keeps_the_document_of_one(
    lumina: Lumina, tmp_path: Path, question: str, told: str
) -> None:
    lighthouse = written(tmp_path, "marwick.md", "The Marwick lighthouse has 42 steps.")
    await lumina.knowledge.add("旅", [written(tmp_path, "案内.md", GUIDE), lighthouse])
    knowledge, _, _ = await answer(lumina, question, question)
    assert told in knowledge


async def test_a_pack_with_a_document_that_answers_is_not_weak_and_denies_none_of_its_words(
    lumina: Lumina, tmp_path: Path
) -> None:
    await lumina.knowledge.add("島", [written(tmp_path, "marwick.md", "The Marwick lighthouse has 42 steps.")])
    ask = partial(lumina.recall.look_up, person="誰も", viewer=None, budget=1500, limit=5, unit="memory")
    pack = (await ask("How many steps has the Marwick lighthouse?")).pack
    assert (pack.grade, pack.remarks) == (Grade.MEDIUM, ())
    pack = (await ask("How many windows has the town hall of Ghent?")).pack
    assert (pack.grade, pack.passages) == (Grade.WEAK, ())


async def test_a_long_document_fits_into_a_pack_by_what_answers(lumina: Lumina, tmp_path: Path) -> None:
    padding = "".join(f"第{number}節は港の倉庫の棚卸しについて述べる。" for number in range(30))
    await lumina.knowledge.add("長", [written(tmp_path, "規則.txt", f"{padding}灯籠の点検は毎月七日に行う。{padding}")])
    knowledge, _, said = await answer(lumina, "港", "@クラリス 灯籠の点検はいつ行う？")
    assert "毎月七日" in knowledge
    assert "毎月七日" in said


async def test_small_talk_brings_no_document_along(lumina: Lumina, tmp_path: Path) -> None:
    await lumina.knowledge.add("kb:movie", [written(tmp_path, "film.md", FILM)])
    events = await say(lumina, "灯", "雑談", "@ルミナ おはよう、今日は寒いね。")
    [recalled] = [event for event in events if isinstance(event, Recalled)]
    assert recalled.recollection.pack.sections.get("knowledge", "") == ""


async def test_erasing_a_person_leaves_the_documents(lumina: Lumina, tmp_path: Path) -> None:
    await lumina.knowledge.add("kb:movie", [written(tmp_path, "film.md", FILM)])
    report = await lumina.erasure.erase("灯", (await lumina.erasure.preview("灯")).token, "test")
    assert sum(report.residue.values()) == 0
    assert "水無月ハル" in (await found(lumina, "kb:movie", "灯台守の映画の監督は？"))[0]
