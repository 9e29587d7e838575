"""What somebody does by saying something: ask, greet, mourn, correct. The patterns are in acts.toml."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import cast

from lumina.language.scripts import SENTENCE, language_of
from lumina.language.tokens import fold, split_sentences
from lumina.language.trained.wants import Want, requests, wants
from lumina.language.unmarked import WORD, is_unmarked_question

EDGES = " \u3000\n\t。、,.!?！？…~〜～ー♪😊✨"
PICTURES = re.compile(r"[\U0001F000-\U0001FFFF\u2600-\u27bf\ufe0f]")
LAUGHTER = re.compile(
    r"(?:(?<![a-z])[wｗ]+|笑|草)[。!)]*$|(?<=[ぁ-ヶー一-龠])[wｗ]+(?=\s)|\b(?:lol|lmao|rofl|(?:ha){2,}h?|(?:he){2,})\b"
    r"|😂|🤣|😆|😹"
)
PAUSE = re.compile(r"[、,]")
ENDS = re.compile(r"(?:\s+(?:x+|lol|haha+))+$")
"""What stands behind a greeting, and means no more by it."""

TEARS = re.compile(r"泣(?:い|き)\w{0,4}|涙\w?|\b(?:crying|cried|in tears|tears)\b")
NOT = re.compile(r"ない|なく|ません|へん|\bnot?\b|n't")
GLADNESS = re.compile(
    r"プレゼント|贈(?:り|っ)|サプライズ|ありがと|おめでと|嬉し|うれし|よかった|良かった|感動|結婚式|披露宴|卒業式|入学式|卒園式"
    r"|\b(?:thank|thanks|congrat\w+|happy|happiness|joy|proud|weddings?|graduation|presents?|gifts?|surprised?)\b"
    r"|\bgave me (?:an?|the|his|her|my|this|that) (?!hard|row|lot|cold|look|warning|ticket|fright|headache)"
    r"|\b(?:got|gave|bought|made|knitted|baked) (?:her|him|them|(?:my )?(?:mum|mom|dad|nan|gran|wife|husband|sister"
    r"|brother|friend)) (?:the|an?|some|that) (?!hard|row|lot|cold|divorce)"
)
LEADS = re.compile(
    r"^(?:(?:so|and|but|well|ok|okay|u[mh]+|er+m?|hey|hi|hello|oh|wait|like|anyway|right|btw|by the way|just|actually"
    r"|sorry|excuse me|(?:quick |one )?question)\b[ ,:.…-]*"
    r"|(?:えっと|ええと|えーと|あのー?|で|では|じゃあ|ところで|ちなみに|てか|ていうか|というか|そもそも|そういえば|なんか|すみません"
    r"|ごめん|質問(?:なんだけど|ですが?|なんですけど)?|みなさん|皆さん|皆様|みんな)[、,\s…]*)+(?=.)"
)
TRAILS = re.compile(
    r"(?:[ ,]+(?:exactly|anyway|then|though|again|btw|by the way|please|pls|mate|guys|here|really|actually|everyone"
    r"|all))+$"
)
"""What stands before and behind a question, and asks nothing."""

SMALLTALK = (
    *("greets", "calls", "wellbeing", "introduces", "place", "others", "keeps_private", "unlearns", "clock"),
    *(
        "machine",
        "consoles",
        "encourages",
        "celebrates",
        "asked_back",
        "prefers",
        "opines",
        "plans",
        "occupied",
        "hurt",
        "talented",
        "fancies",
    ),
    *("entertains", "arrives", "abilities", "languages", "checks", "affection"),
    *("scolded", "complained", "forgives", "thanked", "rests", "returns", "sends_off", "parts", "nods", "jokes"),
)


DISGUST = re.compile(
    r"(?:もう|ほんと|本当に|絶対)*(?:だめ|駄目|無理|限界|耐えられな\w*|泣き?そう)|\bfeel(?:ing)? sick\b|\bcry(?:ing)?\b"
)
"""What is said of a food or a smell as it is of a life."""

TELLS = re.compile(r"(?:when|where|why|how) (?:i|we|he|she|they|my|our|his|her|their) [^?]*$", re.IGNORECASE)
"""How an English sentence begins that puts a clause first: when I got home."""

INVERTED = re.compile(
    r"[?]|\b(?:am|was|do|did|have|had|should|can|could|is|are|were|will) (?:i|we|my|our)\b"
    r"|, (?:what|who|where|when|which)(?:'s|'re| is| are| was| were) (?:the|my|our)\b",
    re.I,
)
"""What asks of the person, whatever else is likely."""

TELLS_SO = re.compile(
    r"[たるいな]の[。!！~〜ー♪😊]*$|^(?:will|would|have|has|had|did) (?!(?:i|you|u|we|he|she|it|they)\b)[a-z]+ [^?]*$",
    re.I,
)
"""How somebody tells in Japanese, or in English without saying "I", unless a word or mark asks."""

EXCLAIMS = re.compile(
    r"^(?:did|made|nailed|got) it(?=[.!,])"
    r"|\b(?:who knew\b|what an? |how (?!do|did|does|is|are|was|were|would|will|might|should|many|much|long|old|can"
    r"|could|about|come|big|far|tall|heavy|fast|high|deep|often|soon)\w+)[^.!?]*"
    r"(?=[.!]|$)",
    re.IGNORECASE,
)
"""What begins as a question does, and exclaims: what a weekend."""


class Mood(IntEnum):
    """How heavy a text is, the heaviest last."""

    LIGHT = 0
    SORROW = 1
    GRIEF = 2
    VIOLENCE = 3
    DANGER = 4


OWN = re.compile(r"私|わたし|あたし|僕|ぼく|俺|おれ|うちの|自分|っけ|\b(?:i|i'm|i've|i'd|me|my|mine|we|our)\b")
"""That a question is of the person as well."""

SURE, FAIRLY, LIKELY, UNLIKELY, CERTAIN = 0.93, 0.8, 0.7, 0.3, 0.985
"""How likely what no pattern shows must be: that a text asks; that it asks for the character; which of its wants it
is else, of one that asks; below which what only begins so asks nothing; and from which on a single sentence tells,
whatever it begins with."""

INSISTS = re.compile(r"(?:(?<=[だるたすん]よ)|(?<=たのに)|(?<=だもん))[?？]")
ENDS_ASKING = re.compile(r"(?:です|ます|でした|ました|ません|でしょう|だろう|の|ん)か[。…\s]*$")
QUOTED = re.compile(
    r"[「『][^「」『』]{1,40}[」』](?=(?:って|と|とか|なんて|て|いうて)"
    r"(?:言|聞|訊|いわ|きか|ゆ|いう|[0-9一二三四五何]+[回度]|[、。笑wｗ…!~〜ー]|ね|さ|しか|ばかり|ばっか|$))"
)
"""What somebody else said or asked, as it is told."""


@lru_cache(maxsize=2048)
def asks(said: str) -> bool:
    """Whether the text asks for something: to be told, or to have work done. What is only quoted asks nothing."""
    if _only_quotes_a_question(said):
        return False
    own = _without_uptalk(_unexclaimed(_without_dread(QUOTED.sub("", without("heralds", said)))))
    if does("asks", own) or does("requests", said) or any(map(is_unmarked_question, split_sentences(fold(own)))):
        return True
    if TELLS_SO.search(own.strip()) and not WORD.search(fold(own)):
        return False
    return min(map(requests, (own, *split_sentences(own)[-1:]))) >= SURE


def _only_quotes_a_question(said: str) -> bool:
    """Whether a Japanese line tells what somebody asked, and asks nothing itself."""
    if not ASKED_BY_SOMEBODY.search(said) or language_of(said) == "en":
        return False
    own = WORDS_OF_ANOTHER.sub("", said)
    return not ("?" in fold(own) or ENDS_ASKING.search(own) or WORD.search(fold(own)) or does("requests", own))


def _without_dread(said: str) -> str:
    """The text without the sentences that ask what may come, in fear of it: what if he never wakes up?"""
    return " ".join(one for one in split_sentences(said) if not does("dreads", one)) if does("dreads", said) else said


def _unexclaimed(said: str) -> str:
    """Without what begins as a question does, and tells: in Japanese what surely tells, as it has no mark and does not
    end as questions do."""
    if language_of(said) != "en":
        marked = "?" in fold(said) or ENDS_ASKING.search(said)
        return "" if not marked and wants(said)[Want.TELL] >= CERTAIN else said
    is_alone = len(split_sentences(said)) == 1 and not INVERTED.search(said)
    tells = (TELLS.match(said) and requests(said) < UNLIKELY) or (is_alone and wants(said)[Want.TELL] >= CERTAIN)
    return "" if tells else EXCLAIMS.sub("", said)


WORDS_OF_ANOTHER = re.compile(r"[「『][^「」『』]*[」』]")
ASKED_BY_SOMEBODY = re.compile(r"[?？のか][」』](?:って|と|だって|しか|なんて|とか)")
"""What somebody asked, as it is told."""

OPINION = re.compile(
    r"(?:私|わたし|あたし|僕|ぼく|俺|おれ|自分)(?:の(?:こと|事)|って|は)[^。!?]{0,6}(?:どんな|どういう|どう|なんて|何て)[^。!?]{0,10}"
    r"(?:思(?:う|って|い)|見え|感じ|印象)"
)
"""That one wants to hear how one is seen, over folded text."""


ONE_SAID = re.compile(
    r"\bwhat (?:did|does|do|has|have) (?!(?:you|u|ya|i|we|my (?:file|bio|record|profile))\b)[\w' ]{1,24}?"
    r" (?:say|said|tell|told|think|call|ask)\b"
)
"""That one wants to hear what somebody said, over folded text."""


def asks_opinion(said: str) -> bool:
    """Whether the text asks what is thought of who says it."""
    return OPINION.search(fold(said)) is not None


def asks_all(said: str) -> bool:
    """Whether the text asks for all that is known."""
    if asks_opinion(said) or ONE_SAID.search(fold(said)):
        return False
    return does("profile", said) or wants(said)[Want.ALL] >= FAIRLY


def _without_uptalk(said: str) -> str:
    """The text without the marks of what only sounds like a question: of English that is built as a statement, behind
    which the person goes on to state more; of Japanese that insists, and has no word of a question (3年だよ？)."""
    sentences = split_sentences(said)
    if language_of(said) != "en":
        return "".join(one if WORD.search(fold(one)) else INSISTS.sub("。", one) for one in sentences)
    if "?" not in said or sentences[-1].rstrip().endswith("?"):
        return said
    return said if any(does("asks", one.replace("?", "")) for one in sentences) else said.replace("?", ".")


def is_for_what_was_told(said: str) -> bool:
    """Whether one who asks wants to hear what was told before, and no advice and nothing of the world."""
    return wants(said)[Want.ASK] >= LIKELY


def is_of_character(said: str) -> bool:
    """Whether one who asks wants to hear of the character itself, its mind or its life."""
    if does("requests", said):
        return False
    is_own = bool(OWN.search(fold(said)))
    if does("wonders", said):
        return not (is_own and does("recalls", said))
    return wants(said)[Want.BOT] >= (CERTAIN if is_own else FAIRLY)


def only_asks(said: str) -> bool:
    """Whether a text asks, and states nothing behind its last question."""
    last = split_sentences(said)[-1:]
    return asks(said) and (not last or last[0] == said.strip() or asks(last[0]))


def does(act: str, said: str) -> bool:
    """Whether the text does this anywhere in it; of a sentence at hand the answer is remembered, as many ask."""
    return _remembered(act, said) if len(said) <= SENTENCE else _does(act, said)


def _does(act: str, said: str) -> bool:
    folded = fold(said).strip()
    return any(pattern.search(folded) for pattern in _patterns()[act])


_remembered = lru_cache(maxsize=20_000)(_does)


def last_of(act: str, said: str) -> int:
    """Where the text does this last; -1 where it does not."""
    folded = fold(said).strip()
    return max((found.start() for one in _patterns()[act] for found in one.finditer(folded)), default=-1)


def without(act: str, said: str) -> str:
    """The text without the words that do this (folded, where folding changes how long it is)."""
    folded = fold(said)
    shown = said if len(said) == len(folded) else folded
    for pattern in _patterns()[act]:
        if match := pattern.search(folded):
            return f"{shown[: match.start()]}{shown[match.end() :]}".strip()
    return said


def smalltalk(said: str) -> str:
    """The kind of small talk that every sentence of a text is, the last's where they differ, or ""."""
    kinds = sentence_kinds(said)
    return kinds[-1] if kinds and all(kinds) else ""


def sentence_kinds(said: str) -> list[str]:
    """Of each sentence of a text, the kind of small talk that it is, or ""."""
    folded = PICTURES.sub("", fold(said))
    return [_kind(sentence) or _all_of(_parts(sentence)) for sentence in split_sentences(folded)]


def part_kinds(said: str) -> list[list[str]]:
    """The same of what stands between the commas of each sentence; of a sentence that is of a kind as a whole, that."""
    folded = PICTURES.sub("", fold(said))
    return [
        [kind] if (kind := _kind(sentence)) else [*map(_kind, _parts(sentence))] for sentence in split_sentences(folded)
    ]


def _parts(sentence: str) -> list[str]:
    """What stands between its commas, without what leads it in."""
    return [part for part in PAUSE.split(LEADS.sub("", sentence.strip(EDGES))) if part.strip(EDGES)]


def _all_of(parts: Sequence[str]) -> str:
    kinds = [*map(_kind, parts)] if len(parts) > 1 else []
    return kinds[-1] if kinds and all(kinds) else ""


def _kind(sentence: str) -> str:
    bare = ENDS.sub("", sentence.strip(EDGES))
    core = TRAILS.sub("", LEADS.sub("", bare))
    return next((kind for each in (bare, core) for kind in SMALLTALK if _is_of(kind, each)), "")


def _is_of(kind: str, bare: str) -> bool:
    return _joined()[kind].fullmatch(bare) is not None


def mood(said: str) -> Mood:
    """How heavy what somebody says is. A figure of speech is no danger; who laughs, or tells that what was feared has
    passed, is in no sorrow, nor is who only dislikes a thing; who speaks of a funeral is."""
    if does("danger", said) and not does("figure", said):
        return Mood.DANGER
    if does("violence", said) and not does("figure", said):
        return Mood.VIOLENCE
    if does("grief", said):
        return Mood.GRIEF
    if does("funerals", said) and not LAUGHTER.search(fold(said)):
        return Mood.SORROW
    is_light = LAUGHTER.search(fold(said)) or any(does(act, said) for act in ("relief", "funny", "torn"))
    return (
        Mood.SORROW
        if not is_light and does("sorrow", without("waters", _without_disgust(_without_joy(said))))
        else Mood.LIGHT
    )


def _without_disgust(said: str) -> str:
    return DISGUST.sub("", fold(said)) if does("dislikes", said) else said


def _without_joy(said: str) -> str:
    """The text without the tears that are shed for joy."""
    is_glad = (GLADNESS.search(fold(said)) or does("joy", said)) and not NOT.search(fold(said))
    return TEARS.sub("", said) if is_glad else said


@cache
def _patterns() -> Mapping[str, tuple[re.Pattern[str], ...]]:
    text = files("lumina.language").joinpath("acts.toml").read_text(encoding="utf-8")
    lists = cast("dict[str, list[str]]", tomllib.loads(text))
    return MappingProxyType({act: tuple(re.compile(fold(one)) for one in patterns) for act, patterns in lists.items()})


@cache
def _joined() -> Mapping[str, re.Pattern[str]]:
    """All patterns of a kind of small talk as one."""
    return MappingProxyType(
        {kind: re.compile("|".join(f"(?:{one.pattern})" for one in _patterns()[kind])) for kind in SMALLTALK}
    )
