"""What weighs most of what was told in Japanese: for who asks for the biggest thing of a time, or for what it was that
they were down about."""

import re
from collections.abc import Sequence
from typing import Final

from lumina.language.acts import Mood, does
from lumina.language.feelings import CHEERFUL, feeling
from lumina.language.moods import own_mood
from lumina.language.scripts import CJK, fold
from lumina.voices.following import BREATH, moment_of
from lumina.voices.matching import own_statements
from lumina.voices.material import Evidence, Material
from lumina.voices.picking import pick
from lumina.voices.quoting import quotes
from lumina.voices.voice import Phrases

THINGS: Final = "(?:こと|事|出来事|にゅーす|話|件|理由|とき|時|日|の)"
BIGGEST: Final = re.compile(
    rf"(?:一番|いちばん|最も|もっとも)(?:に)?[^。!?、]{{1,10}}{THINGS}(?:は|って|なん|何|だ|を|、|[?]|$)"
)
FELT: Final = re.compile(
    r"(?P<down>落ち込|凹|へこ|悲し|つら|辛[いか]|しんど|泣い|滅入|参って|まいって)|(?P<up>うれし|嬉し|喜ん|楽しかった)"
)
OF_IT: Final = re.compile(rf"(?:{FELT.pattern})[^。!?、]{{0,8}}?{THINGS}")
ASKED: Final = re.compile(r"覚えて|おぼえて|(?:何|なん|なに)(?:が|だ|で|の)|だっけ|どんな")
"""Who asks for the biggest thing; what was felt, and who asks for what that was about."""

LATELY: Final = re.compile(r"この(?:前|間)|こないだ|前回|前に|とき|時|最近")
DEATH: Final = re.compile(r"亡くな|死ん(?:だ|で)|死去|他界|永眠|急逝|看取|息を引き取")
GREAT: Final = re.compile(
    r"葬|入院|手術|癌|がん(?:が|に|だ|で|と)|診断|倒れ|救急|事故|離婚|別れ(?:た|ま|る)|失恋|流産|解雇|くび|りすとら|不合格|落ち(?:た|ちゃ)"
    r"|結婚(?!記念|式場)|婚約|ぷろぽーず|妊娠|出産|生まれ(?:た|ま)|合格|内定|優勝|受賞|転職|退職|辞め|引っ越|卒業|認知"
)
"""What is told of the heaviest things, and of great ones, over folded text."""

HEAVY: Final = frozenset({"hardship", "heavy", "worry", "alarm", "doubt", "shame", "anger"})
LEAST = 2
"""What weighs less was no great thing."""


def asks_for_weight(said: str) -> bool:
    """Whether somebody asks in Japanese for the biggest thing, or for what they were down or glad about."""
    folded = fold(said)
    if not CJK.search(said):
        return False
    return BIGGEST.search(folded) is not None or bool(OF_IT.search(folded) and ASKED.search(folded))


def weightiest(said: str, own: Sequence[Evidence]) -> list[Evidence]:
    """What is asked for so, and what was said of it in its breath."""
    felt = FELT.search(fold(said))
    glad = felt is not None and bool(felt["up"])
    found = [(weight(piece["text"], glad=glad if felt else None), piece) for piece in own]
    if not BIGGEST.search(fold(said)):
        found = _last_felt(felt[0] if felt else "", found, lately=LATELY.search(fold(said)) is not None)
    best = max((weighs for weighs, _ in found), default=0)
    if best < LEAST:
        return []
    return [min((piece for weighs, piece in found if weighs == best), key=moment_of)]


def weight(text: str, *, glad: bool | None = None) -> float:
    """How much a line weighs: of what was good or bad alone, or (None) of both."""
    folded, carried = fold(text), feeling(text)
    good = carried in CHEERFUL or does("joy", text)
    if glad is not None and glad is not good and not (not glad and DEATH.search(folded)):
        return float(not glad and own_mood(text) > Mood.LIGHT)
    great = 4 if DEATH.search(folded) else 2 if GREAT.search(folded) else 0
    return great + (1 if own_mood(text) > Mood.LIGHT else 0) + (1 if carried in HEAVY or good else 0)


def _last_felt(word: str, found: Sequence[tuple[float, Evidence]], *, lately: bool) -> Sequence[tuple[float, Evidence]]:
    """Those of the last talk in which the person said that they felt so, or, of what was lately, in which something
    weighed."""
    said_so = [piece for _, piece in found if word and word in fold(piece["text"])]
    if not (said_so or lately):
        return found
    heavy = [piece for weighs, piece in found if weighs >= LEAST]
    last = max(said_so or heavy, key=moment_of, default=None)
    return [one for one in found if last is not None and abs(moment_of(one[1]) - moment_of(last)) <= BREATH]


def weighed(said: str, fresh: Sequence[Evidence], material: Material, voice: Phrases) -> list[str]:
    """The answer to who asks so; nothing where it is not asked, or nothing weighed."""
    told = weightiest(said, own_statements(fresh)) if asks_for_weight(said) else []
    return [pick(voice, "remembers", material), *quotes(told, material, voice)] if told else []
