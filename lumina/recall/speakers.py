"""Whose turns a question means, by the names in it and by its grammar."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from lumina.language.lexicon import word_list
from lumina.language.names import spellings
from lumina.language.scripts import CJK, fold

FIRST_PERSON_JA = re.compile(r"私|わたし|あたし|僕|ぼく(?!ら)|俺|おれ|自分|うち(?=[のはって、])|我が家|わが家")
FIRST_PERSON_EN = re.compile(r"\b(?:i|me|my|mine|we|our|us)\b", re.I)
WHO = re.compile(r"(?:の|人|方|[たるい]やつ)(?:は|って|が)、?(?:誰|だれ|どなた)")
EXCEPT_ME = re.compile(r"(?:私|僕|俺|自分)以外")
TOLD = re.compile(r"言[っいわ]|話し|話[すそ]|答え|伝え|しゃべ|喋")
SAID = re.compile(r"言[っいわう]|話し|話[すそ]|教え|答え|伝え|挙げ|すすめ|[勧薦]め|くれ[たる]")
CERTAIN = 2.0
RECEIVED = re.compile(r"(?:もら|教わ|いただ|聞い[たて]|習)")
AUXILIARY = re.compile(
    r"\b(?:do|does|did|is|are|was|were|has|have|had|will|would|can|could|should|may|might)(?:n['’]t)? (?:both )?$", re.I
)
SUBJECT_I = re.compile(AUXILIARY.pattern.removesuffix("$") + r"(?:i|we)\b", re.I)
JOINED = re.compile(r"^\s*(?:と|や|、|,|・|or|and|&)\s*$")


@dataclass(frozen=True, slots=True)
class Preference:
    """How much the turns of each speaker are preferred (0 to 2; names as `people` had them), how much those of anybody
    else are (`others`), with whom the thread should be (`companions`), and whom the question names (`named`)."""

    speakers: Mapping[str, float] = field(default_factory=dict[str, float])
    others: float = 0.0
    companions: frozenset[str] = frozenset()
    named: tuple[str, ...] = ()

    @property
    def only_speaker(self) -> str | None:
        """The one speaker who is preferred to all others."""
        best = sorted(self.speakers.items(), key=lambda item: -item[1])
        if not best or best[0][1] <= self.others or (len(best) > 1 and best[1][1] == best[0][1]):
            return None
        return best[0][0]


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text: where it stands (with its honorific) and what follows it."""

    name: str
    start: int
    end: int


def read_preference(text: str, *, asker: Sequence[str], people: Sequence[str]) -> Preference:
    """Whose turns are meant: the person named, the asker in the first person (and in Japanese where no one is
    named), told from 「Aさんに言った」 (the asker's, to A) and 「Aさんがくれた」 (A's)."""
    mentions = list(find_names(text, [name for name in people if name not in asker]))
    named = tuple(dict.fromkeys(mention.name for mention in mentions))
    me = dict.fromkeys(asker, 1.0)
    if CJK.search(text):
        return _japanese(text, mentions, named, me)
    return _english(text, mentions, named, me)


def _english(text: str, mentions: list[Mention], named: tuple[str, ...], me: dict[str, float]) -> Preference:
    """Of several names the subjects are meant: "What does A think of B's plan" asks A."""
    subjects = {mention.name for mention in _subjects(text, mentions)}
    first_person = bool(FIRST_PERSON_EN.search(text))
    asked = me if SUBJECT_I.search(text) else dict.fromkeys(subjects or named, 1.0) | (me if first_person else {})
    return Preference(asked, companions=frozenset(named), named=named)


def _subjects(text: str, mentions: list[Mention]) -> Iterator[Mention]:
    """Names right after an auxiliary verb, and those that are joined to them."""
    ordered = sorted(mentions, key=lambda mention: mention.start)
    end = None
    for mention in ordered:
        joined = end is not None and JOINED.match(text[end : mention.start])
        if joined or AUXILIARY.search(text[: mention.start]):
            yield mention
            end = mention.end
        else:
            end = None


def _japanese(text: str, mentions: list[Mention], named: tuple[str, ...], me: dict[str, float]) -> Preference:
    certain = CERTAIN if SAID.search(text) else 1.0
    asker = dict.fromkeys(me, certain)
    if EXCEPT_ME.search(text):
        return Preference(dict.fromkeys(named, certain) | dict.fromkeys(me, 0.0), 1.0, named=named)
    first_person = bool(FIRST_PERSON_JA.search(text))
    if not (named or first_person) and WHO.search(text):
        return Preference(dict.fromkeys(me, 0.0), 1.0)
    told = {mention.name for mention in mentions if _is_told(text, mentions, mention)}
    speakers = dict.fromkeys((name for name in named if name not in told), certain)
    return Preference(
        speakers | asker if told or first_person or not named else speakers, companions=frozenset(named), named=named
    )


def _is_told(text: str, mentions: Sequence[Mention], mention: Mention) -> bool:
    """Whether the asker told this person: 「Aさん(とBさん)に…話した」, but not 「…教えてもらった」."""
    later = sorted((other for other in mentions if other.start >= mention.end), key=lambda other: other.start)
    end = mention.end
    for other in later:
        if not JOINED.match(text[end : other.start]):
            break
        end = other.end
    rest = text[end:]
    return rest.startswith("に") and bool(TOLD.search(rest)) and not RECEIVED.search(rest)


def find_names(text: str, names: Sequence[str]) -> Iterator[Mention]:
    """Where these names stand in a text, longest first, not overlapping; with the honorifics that follow."""
    taken: list[tuple[int, int]] = []
    honorifics = "|".join(sorted(map(re.escape, word_list("honorifics")), key=len, reverse=True))
    written = sorted(((s, name) for name in names for s in spellings(name)), key=lambda pair: (-len(pair[0]), pair))
    folded = _fold_in_place(text)
    for spelling, name in written:
        for match in re.finditer(_pattern(spelling, honorifics), folded):
            if all(match.end() <= start or match.start() >= end for start, end in taken):
                taken.append(match.span())
                yield Mention(name, *match.span())


def _pattern(spelling: str, honorifics: str) -> str:
    """A name is no part of a longer word of its own script; one kana alone needs an honorific."""
    if CJK.search(spelling):
        short = len(spelling) < 2
        return f"{re.escape(spelling)}(?:{honorifics}){'' if short else '?'}"
    return rf"(?<![a-z0-9]){re.escape(spelling)}(?:{honorifics}|(?![a-z0-9]))"


def _fold_in_place(text: str) -> str:
    """Folded character by character, so that places stay the same."""
    return "".join(folded if len(folded := fold(character)) == 1 else character for character in text)


def without_names(text: str, people: Sequence[str], *, pronouns: bool = False) -> str:
    """The text without the names in it, or with "I" and "my" in their place."""
    found = sorted(find_names(text, people), key=lambda mention: mention.start)
    parts: list[str] = []
    end = 0
    for mention in found:
        parts.append(text[end : mention.start])
        end = mention.end
        if pronouns:
            possessive = re.match(r"['’]s?\b", text[end:])
            parts.append("my" if possessive else "I")
            end += possessive.end() if possessive else 0
        else:
            parts.append(" ")
    return "".join([*parts, text[end:]])


def as_spoken(preference: Preference, aliases: Mapping[str, str]) -> Preference:
    """With the names of characters as they stand in the transcript."""
    return replace(
        preference,
        speakers={aliases.get(name, name): weight for name, weight in preference.speakers.items()},
        companions=frozenset(aliases.get(name, name) for name in preference.companions),
    )
