"""The corpus of what lines feel like: each line of its files is a mood, a tab, and the text."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from lumina.language.acts import Mood, mood
from lumina.language.feelings import by_its_words
from lumina.language.trained.field import Features, Field
from lumina.language.trained.moods import GOOD, HEAVY, MOST, Felt, felt_by, of_mood
from lumina.language.trained.tokens import tokens
from tools.tagger.corpus import CORPUS, read_corpus

EVERY = 12
"""Of the sentences that are marked to tell a value, one in so many stands for what carries no feeling."""

LIMITS = (0.4, 0.6, 0.75)


def read_moods(language: str, authors: str = "*") -> Sequence[tuple[Felt, str]]:
    """Authors are as in `read_corpus`."""
    return [
        (Felt(name), text)
        for file in sorted((CORPUS / "moods").glob(f"{language}{authors}.*.txt"))
        for line in file.read_text(encoding="utf-8").splitlines()
        for name, _, text in [line.partition("\t")]
    ]


def plain(language: str) -> Sequence[tuple[Felt, str]]:
    """Of the tagger's corpus, what carries nothing by its words."""
    marked = [one.text for one in read_corpus(language) if one.marks][::EVERY]
    return [(Felt.NEUTRAL, text) for text in marked if mood(text) is Mood.LIGHT and not by_its_words(text)]


def sequences_felt(lines: Sequence[tuple[Felt, str]], language: str) -> Iterator[tuple[list[Features], list[str]]]:
    """What a field is trained on: each line by itself."""
    for name, text in lines:
        if words := tokens(text, language)[:MOST]:
            yield [of_mood(text, words, language)], [name]


def moods_told(lines: Sequence[tuple[Felt, str]], language: str, folder: Path) -> str:
    """Of what a field of this folder makes of these lines: how often the likeliest mood is right; and by confidence how
    many of the heavy and of the glad ones are found, and how many of those found are."""
    field = Field(folder / f"moods.{language}.crfsuite")
    chances = [(name, felt_by(field, text, language)) for name, text in lines]
    right = sum(max(one, key=lambda each: one[each]) is name for name, one in chances)
    told = [f"{language}: right {right / max(1, len(chances)):.3f}"]
    for limit in LIMITS:
        for called, meant in (("heavy", HEAVY), ("glad", GOOD)):
            hits = [(name in meant, sum(one[each] for each in meant) >= limit) for name, one in chances]
            both = sum(is_one and is_found for is_one, is_found in hits)
            found, sure = both / max(1, sum(one for one, _ in hits)), both / max(1, sum(one for _, one in hits))
            told.append(f"  {called} from {limit}: found {found:.3f}, right {sure:.3f}")
    return "\n".join(told)
