"""What is told is met in the mood that it has, and plainly where it has none, with regard to what was told before."""

from collections.abc import Sequence

import pytest

from lumina.language.acts import asks
from lumina.language.feelings import feeling
from lumina.language.moods import own_mood
from lumina.language.scripts import language_of
from lumina.voices.reply import reply
from lumina.voices.topic import topic_of
from tests.voices.test_offline_voice import material


class Kinds(dict[str, tuple[str, ...]]):
    """Every kind of phrase by its own name."""

    def __missing__(self, kind: str) -> tuple[str, ...]:
        return (kind,)


def kind_of(*lines: str) -> str:
    language = language_of(lines[-1])
    given = material(lines[-1], language="en" if language == "en" else "ja", told=lines, earlier=lines)
    return reply(given, Kinds()).splitlines()[0]


@pytest.mark.parametrize(
    "said",
    [
        *("we won 4-2 away", "im down to 77 kilos", "she lost three pounds this week", "he booked the flights!"),
        *("PK戦で勝った！", "甥っ子がタイムリー打ったよ", "血糖値、100切った", "思ったより楽しかったみたい"),
    ],
)
def test_a_win_and_a_better_number_are_glad_news(said: str) -> None:
    assert kind_of(said) == "glad"


@pytest.mark.parametrize(
    "said",
    [
        *(
            "currently 71 kilos",
            "she is a midwife at the Royal",
            "from tuesday im on earlies",
            "he's a whippet, retired",
        ),
        *(
            "体重は58キロ",
            "来月から早番になる",
            "夫の弟は配管工",
            "お祝い、カタログギフトにした",
            "昨日、眼科に行ってきたよ",
        ),
    ],
)
def test_a_plain_fact_is_neither_consoled_nor_cheered(said: str) -> None:
    assert kind_of(said) in {"hears", "warms", "notes", "asks_on", "asks_event", "echoes"}


@pytest.mark.parametrize(
    "said", ["failed :( two minors too many", "my sister is furious with me", "準決勝、負けちゃった"]
)
def test_a_defeat_is_no_joy(said: str) -> None:
    assert kind_of(said) == "sympathises"


@pytest.mark.parametrize("said", ["its dementia, the doctor says", "父がパーキンソン病だって"])
def test_nobody_hopes_that_what_nobody_gets_well_of_gets_better(said: str) -> None:
    assert kind_of(said) in {"comforts", "mourns"}


@pytest.mark.parametrize(
    "lines",
    [
        ("My gran died on Friday", "it was quick"),
        ("My gran died on Friday", "she was 93"),
        ("our uncle Jim died last night", "heart attack"),
        ("祖母が先週亡くなりました", "肺炎だった。91歳だった"),
        ("伯父が亡くなった", "心筋梗塞で急に。まだ62だった"),
    ],
)
def test_how_somebody_died_is_still_of_their_death(lines: Sequence[str]) -> None:
    assert kind_of(*lines) in {"listens", "mourns", "comforts"}


def test_what_is_of_something_else_is_not_of_the_death() -> None:
    assert kind_of("伯父が亡くなった", "うちの柴は今日も元気") in {"hears", "warms"}
    assert kind_of("dad's uncle was a tailor, he died in 1991", "he wants a trumpet, my son") in {"hears", "warms"}


@pytest.mark.parametrize(
    "said", ["that's no help at all", "it's no use to me", "それじゃ役に立たないよ", "答えになってない"]
)
def test_a_complaint_is_heard(said: str) -> None:
    assert kind_of(said) == "complained"


@pytest.mark.parametrize("said", ["we cried laughing at the puppets", "thrilled and scared about the move"])
def test_tears_of_laughter_and_fear_beside_joy_are_no_sorrow(said: str) -> None:
    assert not own_mood(said)
    assert feeling(said) in {"fun", "mixed"}


@pytest.mark.parametrize(
    "said",
    [
        "姪が「パパどこ?」って",
        "母に「誰の話?」って三回聞かれた",
        "Guess what, my cousin got the part",
        "ruth drew a map for my dad",
    ],
)
def test_what_others_asked_and_what_others_did_is_no_question(said: str) -> None:
    assert not asks(said)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        *(("any tips for a eulogy?", "advises_words"), ("how do i get ink out of a shirt?", "cannot_advise")),
        *(("腰が痛い、何かいい方法ない？", "advises_health"), ("なんかおすすめの漫画ある？", "cannot_advise")),
        *(("朝早起きのコツある？", "advises_early"), ("should i get her the kitten?", "advises")),
    ],
)
def test_who_wants_ideas_gets_one_of_the_matter_or_an_honest_word(said: str, kind: str) -> None:
    assert kind_of("my mother is 70", said) == kind


@pytest.mark.parametrize("said", ["i bought a tiny yellow jumper for him", "明日も早出やけん寝る"])
def test_an_echo_is_of_a_whole_noun(said: str) -> None:
    language = "en" if language_of(said) == "en" else "ja"
    assert topic_of(said, material(said, language=language)).lower() not in {"the tiny yellow", "けん", "けんさん"}
