"""What a line feels like, and for how long a talk does."""

import pytest

from lumina.language.acts import Mood, asks, is_of_character, mood
from lumina.language.feelings import feeling
from lumina.language.moods import answered_mood, is_quiet, lasting_mood


@pytest.mark.parametrize(
    "said",
    [
        *("納豆だけは無理、見た目からしてもうだめ", "パクチーは苦手で泣きそうになる", "ごきぶりほんと無理、もう限界"),
        *("I can't stand mushrooms, the texture makes me want to cry", "The smell of fish makes me feel sick"),
        *("昨日の飲み会で部長のカツラが飛んで、もう涙出た笑", "Dad's operation went well, he's asking for biscuits"),
        *(
            "犬の手術、無事終わったよ",
            "Mum's scan came back clear, thank goodness",
            "I gave my sister a ring and she cried",
        ),
    ],
)
def test_dislike_laughter_and_what_has_passed_are_no_sorrow(said: str) -> None:
    assert mood(said) is Mood.LIGHT


@pytest.mark.parametrize(
    ("said", "felt"),
    [
        ("疲れたけど最高の一日だった", "joy"),
        ("楽しかったけどめっちゃ疲れた", "hardship"),
        ("I was so nervous but it went brilliantly", "joy"),
        ("財布見つかったー！よかった〜", "relief"),
        ("Kim and I patched things up last night", "relief"),
        ("I'm not feeling any better", "hardship"),
        ("また寝坊した笑", "fun"),
        ("I missed the bus again lol", "fun"),
        ("My sister moved to Hull", ""),
        ("I start at nine now", ""),
    ],
)
def test_of_joy_and_hardship_what_is_told_last_is_felt(said: str, felt: str) -> None:
    assert feeling(said) == felt


@pytest.mark.parametrize(
    ("talk", "felt"),
    [
        (["祖母が亡くなった", "よく縁側で桃をむいてくれてた", "うん"], Mood.GRIEF),
        (["祖母が亡くなった", "友達の真紀が子犬を飼い始めた", "真紀は料理教室に通ってる"], Mood.LIGHT),
        (["しんどい。父が倒れた", "病院の待合室にいる"], Mood.SORROW),
        (["しんどい。父が倒れた", "父の手術、無事終わった！", "夕飯はうどんにする"], Mood.LIGHT),
        (["My gran died", "She was ninety", "She taught me to knit"], Mood.GRIEF),
        (["My gran died", "Anyway, I had pasta for tea"], Mood.LIGHT),
        (["My gran died", "The boiler's been fixed"], Mood.LIGHT),
        (["My gran died", "The boiler's been fixed", "The plumber was quick"], Mood.LIGHT),
        (["My gran died", "The boiler's been fixed", "She taught me to knit"], Mood.GRIEF),
        (["We lost a kid on the ward", "I took the kids to the beach"], Mood.LIGHT),
        (["My gran died", "My brother got new glasses"], Mood.LIGHT),
        (["祖母が亡くなった", "妹が髪を切った"], Mood.LIGHT),
        (["伯父が亡くなりました", "将棋の好きな人でした"], Mood.GRIEF),
        (["I feel so alone since he left", "Guess what, we won the match!", "The pitch was muddy"], Mood.LIGHT),
        (["もう死にたい", "カレー食べた", "最高だった"], Mood.DANGER),
    ],
)
def test_grief_ends_with_another_subject_or_good_news_and_danger_does_not(talk: list[str], felt: Mood) -> None:
    assert lasting_mood(talk[-1], talk[:-1]) is felt


@pytest.mark.parametrize(
    "talk",
    [
        ["My gran died", "She was ninety", "She taught me to knit", "She hummed all day"],
        ["祖母が亡くなった", "九十だったんだ", "よく縁側で桃をむいてくれてた", "祖母の煮物が好きだった"],
    ],
)
def test_nobody_is_condoled_with_three_times_over_one_loss(talk: list[str]) -> None:
    felt = [answered_mood(said, talk[:place]) for place, said in enumerate(talk)]
    assert felt == [Mood.GRIEF, Mood.GRIEF, Mood.SORROW, Mood.SORROW]


def test_after_grief_there_is_no_cheer_for_two_lines() -> None:
    talk = ["My dog died", "Anyway, I had soup", "The shop was shut", "I found my scarf"]
    assert [is_quiet(said, talk[:place]) for place, said in enumerate(talk)] == [True, True, True, False]


@pytest.mark.parametrize(
    "said",
    [
        *("What a match! We were two down at half time and won it", "How lovely it was to see them all again!"),
        *("When I got in the cat had eaten the butter", "Where I grew up nobody locked their doors"),
        *("みんなに笑われたよ", "みんなに手伝ってもらった"),
    ],
)
def test_what_exclaims_or_puts_a_clause_first_asks_nothing(said: str) -> None:
    assert not asks(said)


@pytest.mark.parametrize("said", ["What a friend told me, do you remember?", "when did I move", "なにが好きだっけ"])
def test_what_only_looks_alike_asks(said: str) -> None:
    assert asks(said)


@pytest.mark.parametrize(
    ("said", "is_its_own"),
    [
        ("do you ever dream?", True),
        ("ルミナの好きな季節は？", True),
        ("お前は苦手なものとかあるの", True),
        ("if you were cooking for me what would you leave out", False),
        ("What would you say about me to a stranger?", False),
        ("私はどこで働いている？", False),
    ],
)
def test_what_is_asked_of_the_character_itself_is_not_of_the_person(said: str, is_its_own: bool) -> None:
    assert is_of_character(said) is is_its_own
