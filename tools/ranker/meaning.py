"""`python -m tools.ranker.meaning`: train what words ask for and what they tell, both languages (or `--language ja`
alone), on what people of `corpus/pairs` told and how they asked for it; and, for `tools.ranker`, the same without each
half of the authors. `--without 3` trains throw-away tables without the author 3, and tells how often they alone
find the line. Needs the extra sentence-transformers (PyTorch; of English
the model, too), and of Debian the lists of words `wamerican` and `wbritish`. Some minutes a language."""

import argparse
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from lumina.distil.claims.tagged.tagger import LANGUAGES
from lumina.language.english import stem
from lumina.language.trained.tokens import tokens
from lumina.language.trained.vectors import rows_of_words
from lumina.models import Matrix
from lumina.voices import ranking
from lumina.voices.ranking.meaning import CLASSES, SHARP, SIZE, Places, Tables, index_of, meant, places
from tools.ranker.people import Person, half_of, people, without_half
from tools.tagger.groups import english, japanese

FOLDER = Path(ranking.__file__).parent
AXES = 48
ROUNDS, RATE, DECAY, DROPPED = 8, 2e-3, 1e-2, 0.2
ELSE = 0.5
"""How much it counts that a line answers better than those of another person, too."""

BESIDE = frozenset({"代名詞", "連体詞", "接続詞", "感動詞", "接尾辞", "接頭辞"})
"""Parts of speech that carry no content, but say what is asked."""


def words(language: str) -> tuple[Sequence[Sequence[str]], Mapping[str, Any]]:
    """The words behind those that have a short vector, the ones of a line of one vector; and each word's vector."""
    return _english(rows_of_words("en")) if language == "en" else _japanese(rows_of_words("ja"))


def _english(known: Mapping[str, int]) -> tuple[Sequence[Sequence[str]], Mapping[str, Any]]:
    """By their stems, the middle of whose words stands for all."""
    vectors = dict(zip(*english(), strict=True))
    stems: Mapping[str, list[str]] = defaultdict(list)
    for word in vectors:
        if word not in known and stem(word) not in known:
            stems[stem(word)].append(word)
    means = {root: np.mean([vectors[word] for word in alike], axis=0) for root, alike in stems.items()}
    return [[root] for root in stems], {**vectors, **means}


def _japanese(known: Mapping[str, int]) -> tuple[Sequence[Sequence[str]], Mapping[str, Any]]:
    vectors = dict(zip(*japanese(), strict=True))
    others = dict(zip(*japanese(lambda part: part[0] in BESIDE or part[2] == "地名"), strict=True))
    alike: Mapping[bytes, list[str]] = defaultdict(list)
    for word, vector in others.items():
        if word not in known:
            alike[vector.tobytes()].append(word)
    return [*alike.values()], {**vectors, **others}


def table(language: str, vectors: Mapping[str, Any]) -> Matrix:
    """The vector of each place: directions from the middle of all, and behind them the classes, each an axis."""
    first = dict[int, str]()
    for word, place in index_of(language).items():
        if word in vectors:
            first.setdefault(place, word)
    found = np.array([vectors[first[place]] for place in range(len(first))], dtype=np.float32)
    found -= found.mean(axis=0)
    found /= np.linalg.norm(found, axis=1, keepdims=True) + 1e-9
    words, axes, classes = *found.shape, len(CLASSES)
    whole = np.zeros((words + classes, axes + classes), dtype=np.float32)
    whole[:words, :axes], whole[words:, axes:] = found, np.eye(classes)
    return whole


def train(people: Sequence[Person], vectors: Matrix, language: str) -> Tables:
    """What words ask for and what they tell are two projections of their vectors, how much they count a third; so that
    of a person's lines, and of theirs and another's, the one that answers does so best."""
    torch = cast(Any, import_module("torch"))
    torch.manual_seed(1)
    asks = torch.randn(vectors.shape[1], AXES) * vectors.shape[1] ** -0.5
    learnt = [asks, asks.clone(), torch.zeros(vectors.shape[1]), torch.tensor(1.0)]
    known, read = torch.tensor(vectors), [_read(one, language, torch) for one in people]
    steps = torch.optim.AdamW([one.requires_grad_() for one in learnt], lr=RATE, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(steps, RATE, total_steps=ROUNDS * len(read))
    chance = random.Random(1)
    for _ in range(ROUNDS):
        chance.shuffle(read)
        for at, (asked, told, answers) in enumerate(read):
            own, others = (_logits(torch, known, learnt, asked, lines) for lines in (told, read[at - 1][1]))
            costs = [torch.nn.functional.cross_entropy(one, answers) for one in (own, torch.cat([own, others], dim=1))]
            steps.zero_grad()
            (costs[0] + ELSE * costs[1]).backward()
            steps.step()
            pace.step()
    asked, told, weight = (vectors @ one.detach().numpy() for one in learnt[:3])
    return Tables(_in_127ths(asked), _in_127ths(told), np.logaddexp(0, weight).astype(np.float16))


def _logits(torch: Any, known: Any, learnt: Sequence[Any], asked: Any, told: Any) -> Any:
    """Of each line for each question, as `meant` counts them, some axes of the vectors left away by chance; texts are
    the places of their words, and how many there are."""
    asks, tells, counts, size = learnt
    by = torch.nn.functional
    wants, tell = known[asked[0]], known[told[0]]
    weight = by.softplus(wants @ counts) * asked[1]
    wants, tell = (by.normalize(by.dropout(one, DROPPED) @ to, dim=-1) for one, to in ((wants, asks), (tell, tells)))
    cosines = torch.einsum("nid,mjd->nmij", wants, tell).masked_fill(told[1][None, :, None] == 0, -1)
    nearest = torch.logsumexp(cosines * SHARP, -1) / SHARP
    return size * SIZE * (nearest * weight[:, None]).sum(-1) / weight.sum(1)[:, None]


def _in_127ths(rows: Matrix) -> NDArray[np.int8]:
    largest = np.abs(rows).max(axis=1, keepdims=True) + 1e-9
    return np.asarray(np.round(rows * (127 / largest)), dtype=np.int8)


def _read(one: Person, language: str, torch: Any) -> tuple[Any, Any, Any]:
    """The words of what was asked and told, and which line answers."""
    read = [(places(tokens(text, language), language), answer) for text, answer in one.asked if answer is not None]
    asked = [(found, answer) for found, answer in read if len(found)]
    told = [places(tokens(text, language), language) for text in one.told]
    answers = torch.tensor([answer for _, answer in asked])
    return _padded([found for found, _ in asked], torch), _padded(told, torch), answers


def _padded(found: Sequence[Places], torch: Any) -> tuple[Any, Any]:
    longest = max(map(len, found))
    there = np.array([[float(at < len(one)) for at in range(longest)] for one in found], dtype=np.float32)
    padded = np.array([np.pad(one, (0, longest - len(one))) for one in found])
    return torch.tensor(padded), torch.tensor(there)


def tried(left_out: Sequence[Person], found: Tables, language: str) -> str:
    """How often the line that answers is the first, and among three."""
    stands = list[int]()
    for one in left_out:
        told = [places(tokens(text, language), language) for text in one.told]
        for text, answer in one.asked:
            if answer is not None:
                likely = [each["meant"] for each in meant(places(tokens(text, language), language), told, found)]
                stands.append(sum(each > likely[answer] for each in likely))
    first, three = (np.mean([stand < limit for stand in stands]) for limit in (1, 3))
    return f"{len(stands)} questions, first {first:.3f}, of three {three:.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.ranker.meaning", description=__doc__)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--without", metavar="AUTHOR", help="a number of the corpus' files")
    given = parser.parse_args()
    for language in given.language or LANGUAGES:
        lines, vectors = words(language)
        text = "".join(" ".join(alike) + "\n" for alike in lines)
        (FOLDER / f"meaning.{language}.txt").write_text(text, encoding="utf-8")
        known, persons = table(language, vectors), [*people(language)]
        if given.without:
            found = train([one for one in persons if one.author != given.without], known, language)
            left_out = tried([one for one in persons if one.author == given.without], found, language)
            Console(soft_wrap=True).print(f"{language} without {given.without}: {left_out}")
            continue
        write(train(persons, known, language), FOLDER / f"meaning.{language}.npz")
        for half in (0, 1):
            found = train([one for one in persons if half_of(one.author) != half], known, language)
            write(found, without_half(half, language))


def write(found: Tables, file: Path) -> None:
    file.parent.mkdir(exist_ok=True)
    np.savez_compressed(file, asked=found.asked, told=found.told, weight=found.weight)


if __name__ == "__main__":
    main()
