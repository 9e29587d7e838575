"""What was said in danger is quoted where it is asked for, and nowhere else."""

import pytest

from lumina.dialogue.characters import load_cast
from lumina.language.bilingual import Language
from lumina.voices.offline_voice import OfflineVoice
from lumina.voices.reply import reply
from lumina.voices.withheld import without_cries
from tests.voices.test_offline_voice import here, material

LUMINA = load_cast().find("lumina")
CRIES: dict[Language, str] = {"en": "sometimes I want to kill myself by the river", "ja": "川べりで死にたいと思った"}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        *(("en", "what was I thinking about lately?"), ("en", "do you remember that thing?")),
        *(("ja", "最近なにを思ってたっけ"), ("ja", "この前の話、覚えてる？")),
    ],
)
def test_small_talk_quotes_no_cry(language: Language, said: str) -> None:
    given = material(said, language=language, evidence=[here(CRIES[language])], grade="strong")
    assert CRIES[language] not in reply(given, OfflineVoice(voices=LUMINA.voices()).voices[language])


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "what did I say about the river and killing myself?"), ("ja", "川べりで死にたいって言ったの、覚えてる？")],
)
def test_who_asks_for_it_may_hear_it(language: Language, said: str) -> None:
    assert without_cries([here(CRIES[language])], said)


@pytest.mark.parametrize("text", ["I was ill for a week", "I miss my gran", "祖母が亡くなった"])
def test_what_is_heavy_and_no_danger_may_be_quoted(text: str) -> None:
    assert without_cries([here(text)], "how have I been?")
