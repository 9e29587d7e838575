"""The conversations and questions of /work/shared/data, as turns, for benchmarks. Nothing of them is kept here."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from lumina.models import EVERYBODY, Role, Turn, derived_id

Json = dict[str, Any]
LOCOMO_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the refs of the turns that answer it (none: it was never said, or it asks a wrong person)."""

    text: str
    category: str
    evidence: tuple[str, ...]
    answerable: bool


@dataclass(frozen=True, slots=True)
class Conversation:
    """One person's turns in order, and the questions about them. `asker` are the names of who asks."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Asked, ...]
    asker: tuple[str, ...]

    @property
    def speakers(self) -> tuple[str, ...]:
        return tuple(sorted({turn.speaker for turn in self.turns}))

    @property
    def threads(self) -> Mapping[UUID, Sequence[Turn]]:
        found: dict[UUID, list[Turn]] = {}
        for turn in self.turns:
            found.setdefault(turn.thread, []).append(turn)
        return found


def _turn(person: str, thread: str, speaker: str, text: str, at: datetime, ref: str) -> Turn:
    return Turn(
        id=derived_id(person, thread, ref),
        person=person,
        room="room",
        thread=derived_id(person, thread),
        speaker=speaker,
        role=Role.PERSON if speaker == person else Role.GUEST,
        text=text,
        at=at,
        witnesses=frozenset({EVERYBODY}),
        ref=ref,
    )


def load_lives(folder: Path) -> list[Conversation]:
    """The Japanese lives; the person asks."""
    return [_life(path) for path in sorted(folder.glob("life_*.questions.jsonl"))]


def _life(path: Path) -> Conversation:
    who = path.name.split("_")[1].split(".")[0]
    lines = map(json.loads, path.with_name(f"life_{who}.jsonl").read_text(encoding="utf-8").splitlines())
    turns = tuple(
        _turn(who, x["thread"], x["speaker"], x["text"], datetime.fromisoformat(x["at"]), x["ref"]) for x in lines
    )
    asked = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    questions = tuple(Asked(x["question"], x["category"], tuple(x["evidence"]), bool(x["evidence"])) for x in asked)
    return Conversation(who, turns, questions, (who,))


def load_locomo(path: Path) -> list[Conversation]:
    """The LoCoMo conversations; somebody else asks. Evidence ids are read as `locomo_recall.py` reads them."""
    return [_locomo(sample) for sample in json.loads(path.read_text(encoding="utf-8"))]


def _locomo(sample: Json) -> Conversation:
    talk, name = sample["conversation"], sample["sample_id"]
    turns: list[Turn] = []
    for number in sorted(int(m.group(1)) for m in (re.fullmatch(r"session_(\d+)", key) for key in talk) if m):
        at = datetime.strptime(talk[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        turns += [
            _turn(name, str(number), x["speaker"], _with_caption(x), at, x["dia_id"]) for x in talk[f"session_{number}"]
        ]
    refs = {turn.ref for turn in turns}
    questions = [_locomo_question(x, refs) for x in sample["qa"]]
    return Conversation(name, tuple(turns), tuple(q for q in questions if q.evidence), ())


def _with_caption(x: Json) -> str:
    """The words, and what a shared picture shows, as the importer writes it."""
    caption = f"[shared {x['blip_caption']}]" if x.get("blip_caption") else ""
    return " ".join(part for part in (x["text"].strip(), caption) if part)


def _locomo_question(x: Json, refs: set[str]) -> Asked:
    found = (f"D{int(a)}:{int(b)}" for e in x.get("evidence", []) for a, b in re.findall(r"D:?(\d+):(\d+)", e))
    evidence = tuple(dict.fromkeys(ref for ref in found if ref in refs))
    return Asked(x["question"], LOCOMO_CATEGORIES[x["category"]], evidence, x["category"] != 5)


def load_jsquad(path: Path, limit: int | None = None) -> Conversation:
    """JSQuAD as one person's documents: every paragraph is a turn in a thread of its own."""
    at = datetime(2024, 1, 1, tzinfo=UTC)
    turns: list[Turn] = []
    questions: list[Asked] = []
    for article in json.loads(path.read_text(encoding="utf-8"))["data"]:
        for number, paragraph in enumerate(article["paragraphs"]):
            ref = f"{article['title']}/{number}"
            turns.append(_turn("jsquad", ref, "", paragraph["context"].replace(" [SEP] ", "\n", 1), at, ref))
            questions += [Asked(qa["question"], "jsquad", (ref,), True) for qa in paragraph["qas"]]
    return Conversation("jsquad", tuple(turns), tuple(questions[:limit]), ())
