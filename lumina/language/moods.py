"""What a talk feels like: what was grieved over goes on until something else is told, or good news comes."""

import re
from collections.abc import Sequence
from typing import Final

from lumina.language.acts import TEARS, Mood, asks, does, last_of, mood, smalltalk
from lumina.language.concepts import concepts, topics
from lumina.language.feelings import CHEERFUL, LONG_AGO, by_its_words, feeling, is_distress, is_glad
from lumina.language.scripts import CJK
from lumina.language.tokens import fold, split_sentences

REMEMBERED_LINES = 6
"""So many of the person's lines back, what was heavy weighs on the talk."""

STAYS = frozenset({"nods", "thanked", "calls", "consoles", "encourages", "forgives", "opines", "entertains"})
"""Small talk in which what was felt goes on."""


CONDOLENCES: Final = 2
"""So often one is condoled with over the same loss: where it is told, and where it goes on."""

QUIET: Final = 2
"""So many lines after what was heavy nothing is answered with cheer."""

JOYFUL: Final = 3
"""So many lines good news is still wept over."""

KIN: Final = tuple(
    re.compile(words)
    for words in (
        r"祖母|(?:ばあ|婆)(?:ちゃん|さん|ば)?|\b(?:gran|nan|nana|nanna|granny|grandma|grandmother)\b",
        r"祖父|(?:じい|爺)(?:ちゃん|さん)?|\b(?:gramps|grand(?:ad|dad|pa|father))\b",
        r"(?<!祖)母(?!語|校)|お母さん|ママ|まま(?=[がはもとのに])|おふくろ|\b(?:mum|mom|mam|mummy|mother)\b",
        r"(?<!祖)父|お父さん|パパ|ぱぱ|親父|\b(?:dad|daddy|father)\b",
        *(r"姉|\bsisters?\b", r"妹|\bsisters?\b", r"兄|\bbrothers?\b", r"弟|\bbrothers?\b"),
        *(
            r"妻|嫁|奥さん|家内|\bwife\b",
            r"(?<!丈)夫(?!婦)|旦那|主人|\bhusband\b",
            r"息子|\bsons?\b",
            r"娘|\bdaughters?\b",
        ),
        *(r"子供|子ども|\b(?:kids|children)\b", r"犬|\b(?:dog|puppy)\b", r"猫|ねこ|\b(?:cat|kitten)\b"),
        *(
            r"叔父|伯父|おじさん|\buncle\b",
            r"叔母|伯母|おばさん|\baunt(?:ie|y)?\b",
            r"友達|友人|親友|\b(?:friend|mate)s?\b",
        ),
        r"同僚|先輩|後輩|上司|\b(?:colleagues?|boss)\b",
    )
)
"""Who somebody may be to the person, one expression for each."""


PERSON = re.compile(r"\b(?:he|him|his|she|hers?)\b")
"""Of whom one speaks without a name."""


def own_mood(said: str) -> Mood:
    """How heavy a line is by itself: by its words, or by what was learnt of lines like it."""
    felt = mood(said)
    if felt is Mood.SORROW and is_glad(said):
        return Mood.LIGHT
    return Mood.SORROW if felt is Mood.LIGHT and is_distress(said) and not asks(said) and not smalltalk(said) else felt


def lasting_mood(said: str, before: Sequence[str]) -> Mood:
    """The mood of a talk. Danger and violence outlast every other line. Grief and sorrow go on in what speaks of the
    same, and end with good news, laughter, or another subject. Tears at good news are of joy."""
    return _course(said, before)[-1]


def answered_mood(said: str, before: Sequence[str]) -> Mood:
    """The mood that is answered to: over one loss nobody is condoled with again and again."""
    course = _course(said, before)
    if course[-1] is not Mood.GRIEF:
        return course[-1]
    is_of_else = own_mood(said) is Mood.LIGHT or (does("illness", said) and mood(said) is not Mood.GRIEF)
    if is_of_else and not _is_of_loss(said, before):
        return Mood.SORROW
    lines = zip((*before, said), course, strict=True)
    mourned = [text for text, felt in lines if felt is Mood.GRIEF and not smalltalk(text) and not asks(text)]
    is_another = mood(said) is Mood.GRIEF and not _kin(said) & _kin(" ".join(mourned[:-1])) and bool(_kin(said))
    return Mood.SORROW if len(mourned) > CONDOLENCES and not is_another else Mood.GRIEF


def _is_of_loss(said: str, before: Sequence[str]) -> bool:
    """Whether a line that is not heavy itself goes on about a death: it comes right after, or speaks of who died."""
    mourned = [text for text in before if mood(text) is Mood.GRIEF and not asks(text)]
    if CJK.search(said) or not mourned or before[-1] in mourned:
        return True
    return bool(_kin(said) & _kin(" ".join(mourned))) or (not does("illness", said) and not concepts(said))


def is_quiet(said: str, before: Sequence[str]) -> bool:
    """Whether cheer is out of place: in what is heavy, and in the next lines after it."""
    return any(felt is not Mood.LIGHT for felt in _course(said, before)[-1 - QUIET :])


def _course(said: str, before: Sequence[str]) -> list[Mood]:
    """The mood in each of the lines. What is of something else is as light as ever; the next line may come back to
    what was heavy, unless no doubt was left."""
    felt, about, is_astray, course = Mood.LIGHT, list[str](), False, list[Mood]()
    lines = (*before, said)
    for place, text in enumerate(lines):
        own = own_mood(TEARS.sub("", fold(text)) if _is_of_joy(lines[:place], course) else text)
        if own is not Mood.LIGHT or felt >= Mood.VIOLENCE:
            felt, is_astray = max(felt, own), False
        elif felt is not Mood.LIGHT and text.strip():
            is_on = goes_on(text, "\n".join(about))
            felt = felt if is_on or not (is_astray or _is_over(text)) else Mood.LIGHT
            is_astray = not is_on
        if felt is not Mood.LIGHT and not is_astray and not asks(text):
            about += [one for one in split_sentences(text) if own is Mood.LIGHT or mood(one) is not Mood.LIGHT]
        course.append(Mood.LIGHT if is_astray else felt)
        if felt <= Mood.GRIEF and LONG_AGO.search(text):
            felt, about = Mood.LIGHT, []
    return course


def _is_of_joy(before: Sequence[str], course: Sequence[Mood]) -> bool:
    """Whether tears are of joy: good news was told just before, or a little before, and nothing heavy since."""
    if before and by_its_words(before[-1]) == "joy":
        return True
    lately = before[-JOYFUL:]
    return any(feeling(text) in ("joy", "relief") for text in lately) and all(
        felt is Mood.LIGHT for felt in course[-JOYFUL:]
    )


def goes_on(text: str, about: str) -> bool:
    """Whether a line that is not heavy itself is of what was: of nobody else than was mourned."""
    if by_its_words(text) in CHEERFUL:
        return False
    if kind := smalltalk(text):
        return kind in STAYS
    if does("funerals", text) or does("dies_so", text) or asks(text):
        return True
    if does("turns", text):
        return False
    if kin := _kin(text):
        return bool(kin & _kin(about))
    return does("illness", text) or _is_shared(text, about) or _is_same_one(text, about) or not concepts(text)


def _kin(text: str) -> set[int]:
    return {place for place, words in enumerate(KIN) if words.search(fold(text))}


def _is_shared(text: str, about: str) -> bool:
    """Whether a line names what was named, as it was named: children are not the child."""
    words = re.findall(r"\w+", fold(text))
    return any(CJK.search(one) or one in words for one in {*concepts(about)}.intersection(concepts(text)))


def _is_same_one(text: str, about: str) -> bool:
    """Whether a line speaks of somebody without naming them; who is named before is whom "she" means, unless what was
    said before speaks of the same he or she."""
    place = last_of("same_one", text)
    if place < 0:
        return False
    return bool(CJK.search(text)) or not topics(text[:place]) or bool(_genders(text) & _genders(about))


def _genders(text: str) -> set[str]:
    return {"he" if (one[0] == "h" and one[1] != "e") or one == "he" else "she" for one in PERSON.findall(fold(text))}


def _is_over(text: str) -> bool:
    """Whether a line that is of something else leaves no doubt of it."""
    return bool(by_its_words(text) or smalltalk(text) or does("turns", text) or text.rstrip().endswith(("!", "！")))
