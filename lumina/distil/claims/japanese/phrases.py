"""Short values out of what a rule caught: the noun phrase at its end, a place, an occupation, a name."""

import re

from lumina.language.japanese import Morpheme, morphemes
from lumina.language.lexicon import word_list

ME = (
    r"(?:私|わたし|わたくし|あたし|僕|ぼく|ボク|俺|おれ|オレ|うち|ウチ|わし|ワシ|わい|"
    r"ワイ|わて|おいら|オイラ|自分|拙者|小生|わ(?=は|も))"
)
V = r"(?P<v>[^\s、。,.!?()→・:]{1,28}?)"
A_DEED = 16
JOINS = frozenset({"の", "と", "や", "・", "ー", "&", "＆"})
HOLLOW = word_list("hollow.ja")
LEADING = frozenset(
    {
        "うち",
        "私",
        "わたし",
        "僕",
        "俺",
        "あたし",
        "自分",
        "ほんま",
        "実",
        "あと",
        "特",
        "一番",
        "いちばん",
        "いっちゃん",
    }
)
TRADES = (
    "[^\\s]{1,6}[師士屋官係職]|[^\\s]{1,4}医|(?<!夫)看護婦|家政婦|保健婦|(?<!全)(?<!満)(?<!会)(?<!定)[^\\s]{0,5}員|[店社部課係所院園校学会班船駅師婦局]長|主任|"
    "工場長|医者|記者|編集者|研究者|技術者|経営者|翻訳者|"
    "作家|画家|漫画家|小説家|音楽家|農家|写真家|建築家|運転手|歌手|助手|自営業|農業|"
    "漁業|林業|建設業|サービス業|飲食業|製造業|不動産業"
)
TITLES = (
    "先生|運ちゃん|講師|教授|エンジニア|デザイナー|プログラマー|ライター|イラストレーター|ドライバー|"
    "SE|営業|事務|経理|総務|人事|販売|接客|受付|窓口|広報|企画|研究の補佐|"
    "サラリーマン|OL|フリーランス|フリーター|主婦|主夫|(?<![アデ])パート|アルバイト|バイト|大工|"
    "板前|シェフ|料理人|パティシエ|バリスタ|編集|カメラマン|ミュージシャン|"
    "俳優|声優|車掌|秘書|通訳|翻訳|コンサル|コンサルタント|トレーナー|インストラクター|"
    "マネージャー|ディレクター|アナウンサー|司書|職人|清掃|介護|保育|ベテラン|責任者|ナース|アイドル|芸人|落語家|力士|選手|住職|牧師|神主|社長|役員|議員|漁師|消防士|自衛官|棋士|YouTuber|派遣|塾講師"
    "|巡査|刑事|警官|仲居|左官|とび|海女|杜氏|僧侶|船乗り|機関士|教頭|教諭|ネイリスト|スタイリスト|ダンサー|ピアニスト|ソムリエ|パイロット|キャビンアテンダント"
    "|カウンセラー|セラピスト|ケアマネ|ケアマネジャー|ヘルパー|研究職"
)
JOB = re.compile(rf"(?:{TRADES}|{TITLES})$")
NOT_JOB = re.compile(
    r"(?:.*(?:小屋|納屋|楽屋|母屋|平屋|長屋|空き家|部屋)|部屋|.*上級者|関係|就職|退職|転職|.*職場|全員|満員|会員|定員|欠員|一員|動員|"
    r".*関係|気象予報士になる|.*走り屋|営業中|身長|成長|延長|市長|.*満席|.*名言屋|(?:若い)?[女男]の.*)$"
)
TORN = re.compile(r"[ぁぃぅぇぉゃゅょっゎー]")
"""With these no word begins: where one seems to, the dictionary has torn what it does not know (あいみょん)."""

KANA = re.compile(r"[ぁ-んァ-ヴー]{2,10}")
FIRST_NAMES, PLACES = word_list("first_names.ja"), word_list("places.ja")
PLACE_WORDS = re.compile(
    r"(?:寮|マンション|アパート|団地|社宅|実家|[都道府県市区町村]|号室|一軒家|シェアハウス|海外|離島|[一-龠]島)"
)


def phrase(caught: str) -> str:
    """The noun phrase with which it ends, without words for me, for now, and for how much; "" if there is none."""
    words = list(morphemes(caught))
    if KANA.fullmatch(caught) and any(TORN.match(word.surface) for word in words):
        return caught
    while words and not _is_noun(words[-1]):
        if words[-1].part[0] not in {"助詞", "空白", "副詞", "補助記号", "感動詞", "接続詞"}:
            return ""
        words.pop()
    start = len(words)
    while start and _belongs(words, start - 1):
        start -= 1
    kept = words[start:]
    while kept and _is_idle(kept[0]) and not _is_counted(kept):
        kept = kept[1:]
    value = "".join(word.surface for word in kept).lstrip("の・とや ")
    return "" if value in HOLLOW or not value or _says_nothing(kept) else value


def _is_noun(word: Morpheme) -> bool:
    return word.part[0] in {"名詞", "接尾辞", "記号"} or (
        word.part[0] == "形状詞" and word.surface not in {"好き", "嫌い"}
    )


def _belongs(words: list[Morpheme], at: int) -> bool:
    word = words[at]
    if word.part[0] == "助詞":
        return word.surface in JOINS and at > 0 and (_is_noun(words[at - 1]))
    return _is_noun(word) or word.part[0] == "接頭辞" or word.surface in JOINS


def _is_idle(word: Morpheme) -> bool:
    is_time = (
        word.part[0] == "名詞" and "副詞可能" in word.part and word.surface not in {"夜", "朝", "冬", "夏", "春", "秋"}
    )
    return is_time or word.surface in LEADING or word.surface in JOINS


def _is_counted(words: list[Morpheme]) -> bool:
    """Whether a time is told by its number: 夕方五時."""
    return len(words) > 1 and words[0].part[0] == "名詞" and words[1].part[1] == "数詞"


def _says_nothing(words: list[Morpheme]) -> bool:
    return all(
        word.surface in HOLLOW or word.part[0] in {"助詞", "接尾辞", "接頭辞", "数詞"} or word.part[1] == "数詞"
        for word in words
    )


def place(caught: str) -> str:
    """A phrase that names a place where one can live."""
    value = _alone(phrase(caught))
    if not value:
        return ""
    known = any("地名" in word.part for word in morphemes(value)) or not PLACES.isdisjoint(value.split("の"))
    return value if known or PLACE_WORDS.search(value) else ""


def _alone(value: str) -> str:
    """A place without whoever comes along: 猫のソラと京都."""
    company, _, where = value.rpartition("と")
    is_place = [any("地名" in word.part for word in morphemes(one)) if one else False for one in (company, where)]
    return where if is_place == [False, True] else value


def job(caught: str) -> str:
    """A phrase that names an occupation."""
    if re.search(r"(?:くれ|もらっ)た", caught):
        return ""
    value = phrase(caught)
    return value if JOB.search(value) and not NOT_JOB.fullmatch(value) and not value.endswith("さん") else ""


def name(caught: str) -> str:
    """A name of somebody, of one or two words."""
    words = morphemes(caught)
    named = [word for word in words if "人名" in word.part]
    return caught if named and all(_of_name(word) for word in words) else ""


def first_name(caught: str) -> str:
    """A name with which people introduce themselves: さくら is one, too, there, and げんき is how they are."""
    state = morphemes(f"{caught}です")[0]
    if "形状詞可能" in state.part and caught not in FIRST_NAMES:
        return ""
    return caught if caught in FIRST_NAMES else name(caught)


def _of_name(word: Morpheme) -> bool:
    return word.part[0] in {"名詞", "接尾辞", "空白"} or word.surface in {"・", " "}


def doing(caught: str) -> str:
    """A noun phrase, or a short deed: 犬と出かける of 犬と出かけること."""
    words = morphemes(caught)
    if len(words) > 1 and words[-1].surface in {"こと", "の", "ん"} and words[-2].part[0] in {"動詞", "助動詞"}:
        return caught[: -len(words[-1].surface)] if len(caught) <= A_DEED else ""
    return phrase(caught)


def whole(caught: str) -> str:
    return caught.strip()
