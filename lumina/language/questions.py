"""What a line that looks like a question is meant as, where it does not ask for what was told: to be heard, to be told
yes or no, or to be given counsel."""

import re

from lumina.language.acts import CERTAIN, LIKELY, SURE, UNLIKELY, asks, asks_all, does
from lumina.language.scripts import fold
from lumina.language.tokens import split_sentences
from lumina.language.trained.wants import Want, wants
from lumina.language.unmarked import WORD

SOUGHT = (Want.ASK, Want.CHECK, Want.ALL)
"""What wants something that was told."""

RATHER = 0.5
"""How likely musing must be of a line."""

CLEARLY, WITHOUT_MARK, SURELY = 0.85, 0.8, 0.88
"""The same where something told has its words, and of a line that has nothing of a question; and how likely all else
must be that such a line wants."""

RECALLS = re.compile(
    r"っけ|(?:覚え|憶え|おぼえ)て(?:い)?[るまなん]|思い出|(?:言っ|いっ|話し|教え|伝え)(?:て(?:い)?)?た(?:よね|かな|[?]|の[?]|か)|でしたか|言えるか|当てて|の[^。!?]{1,12}(?:なーんだ|な〜んだ|なんでしょう|何でしょう)|前に|教えて(?!くれ[たてる])"
    r"|\b(?:remember|recall|remind|again|(?:did|have) i (?:ever |already )?(?:tell|told|mention\w*|say|said)"
    r"|i (?:told|said|mentioned)|you know about)\b"
)
"""What surely asks for something told, over folded text."""

ASKED = ("requests", "asks_name", "sums_up", "left_open")
"""What asks for something, whatever is likely."""

OF_ONESELF = re.compile(
    r"\b(?:where(?:abouts)?|when|whose|which)\b.*\b(?:i|my|we|our)\b"
    r"|(?:私|わたし|あたし|僕|ぼく|俺|おれ|うち|わし)(?:の|が|は|って)[^。!?]*(?:どこ|いつ|誰|だれ|どの|何て|なんて)"
)
"""What asks for a thing of one's own, over folded text: hardly anybody wonders so."""

OPEN_WORD = re.compile(
    r"\b(?:what|which|whose|whom|who|where(?:abouts)?|when|how|why)(?:'?(?:s|d|re|ll|ve))?\b(?! (?:i|we|he|she|they)\b)"
    r"|\b(?:name|number|date) of\b|\bor\b"
)
"""What asks for more than yes or no in English."""


SAID_WHAT = re.compile(
    r"(?:なん|何)て(?:言|書|返|答|呼)|どう(?:し(?!た(?:の)?[?])|する|なっ|やっ)"
    r"|なんで(?!も|す|しょ|した(?:っけ|か|$)|ござ)|なぜ"
)
"""What asks for somebody's words, or why, over folded text."""


WONDERS = re.compile(
    r"^(?!.*(?:どこ|いつ|誰(?!か)|何(?!か)|なん(?!か)|どっち|どう)).{1,16}(?:の|ん|た|い)かな[あぁー〜~]*[。!…]*$"
)
"""How one wonders in Japanese about what was just told, over folded text: 分かるのかな."""

WEARS = re.compile(r"\bwhat (?:do|should|can|shall) i wear\b")


def is_musing(said: str) -> bool:
    """Whether a line only sounds like a question: one wonders aloud, doubts oneself, cries out, lets guess."""
    if RECALLS.search(fold(said)) or asks_all(said) or any(does(act, said) for act in ASKED):
        return False
    chances = wants(said)
    if OF_ONESELF.search(fold(said)) and chances[Want.MUSE] < CERTAIN:
        return False
    sought = sum(chances[one] for one in SOUGHT)
    if does("mulls", said) or does("games", said):
        return sought < SURE
    tells = chances[Want.MUSE] + chances[Want.TELL] >= SURE and not (_asks_what(said) or does("yes_no", said))
    return tells or (chances[Want.MUSE] >= RATHER and sought < UNLIKELY)


def surely_muses(said: str) -> bool:
    """Whether it does so whatever was told before: as who tells something, and wonders about it."""
    *told, last = split_sentences(said) or [""]
    wonders = bool(told) and not asks(told[-1]) and WONDERS.search(fold(last)) is not None
    return wonders or wants(said)[Want.MUSE] >= CLEARLY


def muses_unmarked(said: str) -> bool:
    """Whether a line muses that has no word or mark of a question."""
    return does("games", said) or wants(said)[Want.MUSE] >= WITHOUT_MARK


def asks_unmarked(said: str) -> bool:
    """Whether a line wants yes or no, counsel, or something of the character, though nothing marks it as a question."""
    chances = wants(said)
    return max(chances[Want.CHECK], chances[Want.ADVICE]) >= SURELY or chances[Want.BOT] >= CERTAIN


def is_check(said: str) -> bool:
    """Whether a line asks no more than whether something was told, is known or is so."""
    if _asks_what(said):
        return False
    return is_told_check(said) or does("yes_no", said) or wants(said)[Want.CHECK] >= LIKELY


def is_told_check(said: str) -> bool:
    """Whether it is asked for by name, if something was told."""
    return does("told_check", said) and not _asks_what(said)


OWN_WAYS = re.compile(
    r"^(?:so |and |but |now )?(?:do|did|am|have|had) i (?:still |even |really )?"
    r"(?:like|love|hate|mind|eat|drink|own|work|live|take|smoke|drive|allergic)\b"
)
"""Who asks so asks what is known of them."""


def seeks_counsel(said: str) -> bool:
    """Whether advice or an opinion on a matter of the person's own is wanted."""
    if OWN_WAYS.search(fold(said)) or asks_all(said):
        return False
    chances = wants(said)
    sought = sum(chances[one] for one in SOUGHT)
    if does("dresses", said) and WEARS.search(fold(said)):
        return True
    foreseen = does("dresses", said) or does("foresees", said)
    if foreseen and chances[Want.ADVICE] + chances[Want.BOT] >= LIKELY:
        return True
    return (does("advises", said) and chances[Want.ASK] < LIKELY) or (
        chances[Want.ADVICE] >= LIKELY and sought < UNLIKELY and not RECALLS.search(fold(said))
    )


def _asks_what(said: str) -> bool:
    folded = fold(said)
    return bool(OPEN_WORD.search(folded) or WORD.search(folded) or SAID_WHAT.search(folded))
