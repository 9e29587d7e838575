"""What is new in a statement, said as somebody else speaks of it: "your sister's wedding", お母さんの誕生日."""

import re

from lumina.language.acts import PICTURES
from lumina.language.bilingual import Language
from lumina.language.japanese import morphemes
from lumina.language.lexicon import word_list
from lumina.language.scripts import language_of
from lumina.language.tokens import fold
from lumina.language.trained.focus import focus
from lumina.voices.honours import of_honoured
from lumina.voices.material import Material
from lumina.voices.next_question import HONORED, POLITE

LONGEST = 18
WORDS = 5
"""Characters of a Japanese topic, words of an English one."""

FILES = re.compile(r"[(（](?:image: |画像：).*[)）]\s*$")
"""The names of the files of what was shown, which stand behind the words."""

OWN = re.compile(r"^(?:うち|ウチ|わたし|私|僕|ぼく|俺|おれ|自分|わし|あたし)(?:の|ん?ちの)(?=.)")
KIN = re.compile(rf"^(?P<who>{'|'.join(sorted(POLITE, key=len, reverse=True))})(?P<of>の(?P<rest>.+))?$")
NAME = "人名"

LOWER = re.compile(r"\b[a-z]{3,}\b(?!')")
INTRODUCES = re.compile(r"(?:です|だよ|っす|といいます|と申します|っていいます)(?:[。!！〜ー、 ]|$)")
"""What stands behind one's own name where one says it."""

ADJECTIVES = frozenset({"wee", "little", "big", "new", "old", "great", "nice", "whole", "first", "last", "next", "own"})
ENDING = re.compile("けん|さかい|きん|やん|ねん|っちゃ|だに|ずら|べ|ばい|たい|がね|やけん|じゃけん")
"""Ends of dialect sentences."""

AFTER = re.compile(r" (?P<word>[a-z]{4,})(?=\W|$)", re.IGNORECASE)
BENT = re.compile(r"(?:ed|ing|ly|s)$", re.IGNORECASE)
"""The word behind a phrase; and one that is a verb or an adverb."""

CUT = re.compile(r"[ァ-ヶー]")
"""Of what a word is cut out, where it goes on beside it."""

MINE = re.compile(r"\b(?:my|our|me)\b", re.IGNORECASE)
YOURS = {"my": "your", "our": "your", "me": "you"}
LEADING = re.compile(r"^(?:an?|this|these|one|some|the) ", re.IGNORECASE)
COUNT = re.compile(r"^(?:two|three|four|five|six|seven|eight|nine|ten|both|all)\b", re.IGNORECASE)
RELATION = re.compile(
    r"(?:mum|mom|mam|mother|dad|father|sister|brother|son|daughter|niece|nephew|wife|husband|girlfriend|boyfriend|hubby"
    r"|aunt|uncle|cousin|flatmate|roommate|boss|landlady|landlord|neighbour|neighbor)\b",
    re.IGNORECASE,
)
"""Who may be called so without an article by whoever has them, and by nobody else."""


def topic_of(said: str, material: Material) -> str:
    """What a listener would take up of it; "" where that is unsure, or was spoken of in this talk before, or is the
    person's own name."""
    phrase = PICTURES.sub("", focus(FILES.sub("", said))).strip().removesuffix("の")
    language: Language = "en" if language_of(said) == "en" else "ja"
    long = len(phrase) > LONGEST if language == "ja" else len(phrase.split()) > WORDS
    spoken_of = fold(phrase) in fold("\n".join(material["earlier"])) or fold(phrase) in _own(material)
    if language != material["language"] or not phrase or long or spoken_of or (language == "ja" and len(phrase) == 1):
        return ""
    if not _is_whole(phrase, said, language):
        return ""
    if language == "en":
        return _in_english(phrase)
    return "" if INTRODUCES.match(said.removeprefix(phrase)) else of_honoured(_in_japanese(phrase), material)


def _is_whole(phrase: str, said: str, language: Language) -> bool:
    """Whether a phrase is a whole noun or a name: not what stands before a noun, nor behind one, nor cut out of a word
    or out of the end of a sentence (やけん)."""
    at = said.find(phrase)
    if language == "ja":
        around = said[max(0, at - 1) : at] + said[at + len(phrase) : at + len(phrase) + 1]
        return not (ENDING.fullmatch(phrase) or (CUT.search(phrase) and CUT.search(around)))
    end, after = phrase.rsplit(maxsplit=1)[-1], AFTER.match(said[at + len(phrase) :])
    last, listed = end.lower(), word_list("not_noun.en") | word_list("stop.en") | ADJECTIVES
    is_name = end[:1].isupper() or last in word_list("names.en")
    if after and not is_name and after["word"].lower() not in listed and not BENT.search(after["word"]):
        return False
    return last not in listed and not (last.endswith("ed") and len(phrase.split()) > 1)


def _own(material: Material) -> set[str]:
    """What the person is called."""
    told = (*material["facts"], *material["learnt"])
    return {fold(fact["value"]) for fact in told if fact["kind"] == "name" and not fact["about"]}


def _in_japanese(phrase: str) -> str:
    """Without うちの; relatives with their honorific, and whoever is named beside what they are by the name."""
    phrase = OWN.sub("", phrase)
    found = KIN.match(phrase)
    if not found:
        return phrase
    who, rest = POLITE[found["who"]], found["rest"]
    if not rest:
        return who
    return _named(rest) if morphemes(rest)[0].part[2] == NAME else f"{who}の{rest}"


def _named(name: str) -> str:
    return name if HONORED.search(name) else f"{name}さん"


def _named_so(found: re.Match[str]) -> str:
    """A common given name as it is written by others: barbs lumpectomy is Barb's."""
    word, known = found[0], word_list("names.en")
    if word in known:
        return word.capitalize()
    if word.endswith("s") and word[:-1] in known and found.string[found.end() :].startswith(" "):
        return f"{word[:-1].capitalize()}'s"
    return word


def _in_english(phrase: str) -> str:
    """With "your" for "my", and what is new no more "a"."""
    phrase = LOWER.sub(_named_so, phrase)
    turned = MINE.sub(lambda match: YOURS[match[0].lower()], phrase)
    if RELATION.match(turned):
        return f"your {turned[:1].lower()}{turned[1:]}"
    return COUNT.sub(lambda match: match[0].lower(), LEADING.sub("the ", turned))
