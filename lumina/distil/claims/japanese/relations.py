"""What people call those around them, with the normal form and the kind of fact that each gives."""

from collections.abc import Mapping

FAMILY: Mapping[str, str] = {
    "両親": "両親|親",
    "母": "母|お母さん|母さん|おかあさん|母親|おかん|オカン|ママ|お袋|おふくろ|母ちゃん|かあちゃん",
    "父": "父|お父さん|父さん|おとうさん|父親|おとん|オトン|パパ|親父|おやじ|父ちゃん",
    "姉": "姉|姉ちゃん|お姉ちゃん|お姉さん|姉さん|姉貴|ねえちゃん|ねーちゃん",
    "兄": "兄|兄ちゃん|お兄ちゃん|お兄さん|兄さん|兄貴|にいちゃん|にーちゃん",
    "妹": "妹|妹ちゃん|いもうと",
    "弟": "弟|弟くん|おとうと",
    "祖母": "祖母|おばあちゃん|ばあちゃん|お婆ちゃん|ばあば|おばあさん|婆ちゃん",
    "祖父": "祖父|おじいちゃん|じいちゃん|お爺ちゃん|じいじ|おじいさん|爺ちゃん",
    "息子": "息子|上の息子|下の息子|長男|次男|三男|末っ子",
    "娘": "娘|上の娘|下の娘|長女|次女|三女",
    "子": "赤ちゃん|赤ん坊|うちの子|うちの子ども|うちの子供|上の子|下の子",
    "孫": "孫|孫娘",
    "いとこ": "いとこ|イトコ|従兄弟|従姉妹|従兄|従弟|従姉|従妹",
    "甥": "甥|甥っ子",
    "姪": "姪|姪っ子",
    "叔母": "叔母|伯母|叔母さん|伯母さん",
    "叔父": "叔父|伯父|叔父さん|伯父さん",
    "義母": "義母|姑|お義母さん|義理の母|義理のお母さん|姑さん",
    "義父": "義父|舅|お義父さん|義理の父|義理のお父さん",
    "義姉": "義姉|義理の姉",
    "義兄": "義兄|義理の兄",
    "義妹": "義妹|義理の妹",
    "義弟": "義弟|義理の弟",
}
PARTNER: Mapping[str, str] = {
    "夫": "夫|旦那|旦那さん|だんな|ダンナ|主人|亭主",
    "妻": "妻|嫁|嫁さん|奥さん|家内|カミさん|かみさん|女房",
    "彼氏": "彼氏|カレシ|彼ピ",
    "彼女": "彼女|カノジョ",
    "元恋人": "元カレ|元カノ|元彼|元彼女|元恋人|元夫|元妻",
    "恋人": "恋人|パートナー|相方",
    "婚約者": "婚約者|フィアンセ",
}
FRIEND: Mapping[str, str] = {
    "親友": "親友|大親友|ベストフレンド",
    "友達": "友達|友だち|ともだち|友人|連れ|ダチ|ツレ|マブダチ",
    "幼なじみ": "幼なじみ|幼馴染|幼馴染み",
    "同僚": "同僚",
    "同期": "同期",
    "先輩": "先輩",
    "後輩": "後輩",
    "上司": "上司|ボス",
    "部下": "部下",
    "店長": "店長",
    "先生": "先生|教授|指導教員|指導教官|担任|恩師|師匠|コーチ",
    "隣人": "隣人|お隣さん",
    "大家": "大家|大家さん",
    "弟子": "弟子|お弟子さん",
    "教え子": "教え子",
    "主治医": "主治医",
    "ルームメイト": "ルームメイト|同居人|ルームメート",
}
PET: Mapping[str, str] = {
    "犬": (
        "犬|ワンコ|わんこ|いぬ|イヌ|愛犬|保護犬|子犬|仔犬|柴|柴犬|プードル|トイプードル|"
        "トイプー|チワワ|ポメラニアン|ダックス|コーギー|パグ|ラブラドール"
    ),
    "猫": "猫|ネコ|ねこ|ニャンコ|にゃんこ|愛猫|保護猫|子猫|仔猫|三毛猫|茶トラ|黒猫|白猫|キジトラ",
    "ハムスター": "ハムスター",
    "うさぎ": "うさぎ|ウサギ|兎",
    "インコ": "インコ|セキセイインコ|オカメインコ",
    "文鳥": "文鳥",
    "亀": "亀|カメ|クサガメ|リクガメ|ミドリガメ",
    "金魚": "金魚",
    "メダカ": "メダカ|めだか",
    "熱帯魚": "熱帯魚|グッピー",
    "モルモット": "モルモット",
    "フェレット": "フェレット",
    "ハリネズミ": "ハリネズミ",
    "トカゲ": "トカゲ|レオパ|ヤモリ",
    "チンチラ": "チンチラ",
}
KINDS = {"family": FAMILY, "partner": PARTNER, "friend": FRIEND, "pet": PET}

NORMAL = {word: normal for table in KINDS.values() for normal, words in table.items() for word in words.split("|")}
KIND_OF = {normal: kind for kind, table in KINDS.items() for normal in table}


def _any(*tables: Mapping[str, str]) -> str:
    words = [word for table in tables for words in table.values() for word in words.split("|")]
    return "|".join(sorted(words, key=len, reverse=True))


RELATION = _any(FAMILY, PARTNER, FRIEND, PET)
PETS = _any(PET)
HUMAN = _any(FAMILY, PARTNER, FRIEND)
PARTNERS = _any(PARTNER)


def normal(word: str) -> str:
    """The relation in its normal form: 姉ちゃん is 姉, 旦那さん is 夫."""
    return NORMAL.get(word, word)


def kind_of(relation: str) -> str:
    """The kind of fact that having somebody of this relation is, or "" """
    return KIND_OF.get(relation, "")
