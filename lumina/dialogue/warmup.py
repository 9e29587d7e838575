"""What is read from files, or compiled, when it is first needed is needed here once: before the first turn, and not on
the event loop."""

from collections.abc import Mapping

from langchain_core.messages import HumanMessage

from lumina.clock import Clock
from lumina.dialogue.briefing import Setting
from lumina.dialogue.characters import Cast
from lumina.dialogue.prompt import build_prompt
from lumina.dialogue.routing import choose_speakers
from lumina.distil.claims.reading import read_claims
from lumina.known import Known
from lumina.language.bilingual import Language
from lumina.language.concepts import concepts
from lumina.language.domains import domain_scores
from lumina.models import Grade
from lumina.recall.facts import wanted
from lumina.recall.question import read_question
from lumina.reports import UNRECALLED, Pack, Recollection
from lumina.voices.material import Evidence
from lumina.voices.offers import offers
from lumina.voices.offline_voice import OfflineVoice
from lumina.voices.ranking.ranker import ranking

LINES: tuple[tuple[Language, str], ...] = (
    ("ja", "ルミナ、先週は田中さんと何の映画を観たっけ？"),
    ("en", "Nox, which film did I see with Mr Smith last week?"),
    ("ja", "最近眠れないんだけど、どうしたらいいと思う？"),
    ("en", "I can't sleep these days, what should I do?"),
    ("ja", "今日は妹の誕生日で、みんなでケーキを食べた。"),
    ("en", "It was my sister's birthday today and we all had cake."),
)
TOLD: Mapping[Language, str] = {
    "ja": "来週の水曜、京都に引っ越すんだ。妹の結衣が傘をくれた。",
    "en": "I moved to Kyoto last week. My sister Yui gave me an umbrella, and next Tuesday I see her.",
}
_rehearsed: set[tuple[str, ...]] = set()
"""With whom, by all their names."""

NOTHING = Recollection(Pack(0, 0, "", {}, Grade.WEAK), (), (), {})


def rehearse(cast: Cast, clock: Clock) -> None:
    """A line in each language is heard, looked up and answered by everybody; nothing is kept. Once in a process: after
    that there is nothing to read or compile."""
    now, names = clock(), tuple(name for one in cast for name in one.names())
    if names in _rehearsed:
        return
    for language, line in LINES:
        choose_speakers(line, cast, cast.ids, domain_scores=domain_scores(line), spoken={})
        read_question(line, asker=("me",), people=names, at=now)
        concepts(line)
        wanted(line, (), Known())
        read_claims(TOLD[language], now, ())
        told = Evidence(who="you", speaker="", text=TOLD[language], at=now.isoformat(), score=UNRECALLED, here=True)
        ranking(line, [told])
        for offered in offers(line):
            offered(told, line)
        for character in cast:
            setting = Setting("me", "room", now, language, cast.ids)
            prompt = build_prompt(character, NOTHING, [HumanMessage(line)], cast=cast, setting=setting)
            OfflineVoice(voices=character.voices()).invoke(prompt)
    _rehearsed.add(names)
