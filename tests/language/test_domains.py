import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumina.language.domains import DOMAINS, domain_scores
from lumina.language.lexicon import word_list
from lumina.language.messages import Messages


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("あの映画の監督は誰？", "film"),
        ("I love that movie's soundtrack and its actors", "film"),
        ("戦国大名の城跡を歩いた", "history"),
        ("Medieval empires and their dynasties", "history"),
        ("データベースのサーバーが落ちた", "technology"),
        ("My laptop has a software bug", "technology"),
        ("首相が記者会見を開いた", "news"),
        ("The president lost the election", "news"),
        ("あの芸能人、破局したらしいよ", "gossip"),
        ("Celebrity gossip is all rumours", "gossip"),
        ("新曲のメロディーが好き", "music"),
        ("サッカーの試合で優勝した", "sport"),
        ("晩ごはんはカレーにした", "food"),
        ("温泉旅行で旅館に泊まった", "travel"),
        ("上司と会議で残業", "work"),
        ("頭痛がひどくて病院に行った", "health"),
        ("洗濯と掃除をして犬の散歩", "daily_life"),
        ("ＡＩとﾛﾎﾞｯﾄの話", "technology"),
    ],
)
def test_a_text_belongs_to_its_domain(text: str, domain: str):
    scores = domain_scores(text)
    assert max(scores, key=lambda name: scores[name]) == domain
    assert scores[domain] >= 0.6


@pytest.mark.parametrize(
    "text", ["", "こんにちは", "うん、そうだね", "I see.", "ドラマー", "大丈夫", "曲がる", "equipment"]
)
def test_a_text_about_nothing_has_no_domain(text: str):
    assert dict(domain_scores(text)) == {}


def test_one_word_of_daily_life_is_not_yet_a_topic():
    assert domain_scores("雨だね")["daily_life"] < 0.6


@given(st.lists(st.sampled_from(["映画", "the news", "雨", "サーバー", "empires", "。", "abc"]), max_size=12))
def test_the_shares_never_exceed_one_and_order_does_not_matter(words: list[str]):
    scores = domain_scores(" ".join(words))
    assert sum(scores.values()) <= 1 + 1e-9
    assert scores == domain_scores(" ".join(sorted(words)))


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_domain_has_words_of_both_languages_and_a_name_in_both(domain: str):
    words = word_list(f"domain.{domain}")
    assert sum(word.isascii() for word in words) >= 20
    assert sum(not word.isascii() for word in words) >= 20
    assert all(dict(domain_scores(word.replace("_", " "))) for word in words)
    for language in ("ja", "en"):
        assert Messages(language).text(f"domains.{domain}")
