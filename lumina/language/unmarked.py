"""Questions in Japanese that no mark shows: 「猫の名前」, 「車出すの何日だ」, 「あの人の名前、ど忘れした」."""

import re

WORD = re.compile(
    r"(?:何(?!か|も|でも|やら|と[なか]|より|しろ|せ|なら|の気|気な|[^。、!]{1,3}も|て(?!い|名))|(?<![んみひまりえれゆせ])なに(?!か|も|より|しろ)|だれ(?!か|も|でも)|誰(?!か|も|でも)"
    r"|(?<!け)ど[こご](?!か|も|でも|ろ)|(?<![こあそどやひ])いつ(?!か(?!ら|な|い)|も|でも|の間|しか|まででも)|どっち(?!も|か|みち)|どちら(?!も|か|様|さま)|どなた(?!か|も|でも)"
    r"|どれ(?!も|か|だけ|ほど|でも)|(?<![いんーろ])どの(?!よう|み)|いくつ(?!か|も|でも)|いくら(?!か|も|でも)|なんぼ(?!か|も|でも)|どない|どんな(?!に)|どういう"
    r"|なんちゅ|なん(?=[人年歳日時曜月回匹本枚円係組番](?!で)|という|ていう|て名)|なして|なぜ(?!か)|なんで(?!も|す|し|あ)(?![ぁ-ん]{0,4}だろ))"
)
"""What asks, not what is left open as 「誰か」 or means all as 「誰も」."""

TAIL = 18
"""So many characters stand behind the word that asks at most."""

EMBEDDED = re.compile(
    r"(?<!し)か(?!な|い(?:な)?$|ね$|しら|よ?$|の[うお]?$|$|け)|(?<=.)と(?:言|話|聞|思|書|考)"
    r"|(?:くらい|ぐらい|ほど)(?!でしょう|ですか|なの|だった|だっけ)"
)
"""A question that is part of a sentence which tells: 「何を買うか決めた」."""

ALL = re.compile(r"^(?:[ぁ-ん]{0,2})(?:も|でも)")
GOES_ON = re.compile(
    r"(?:[てで]|が|けど|けれど|から|ので|のに|し|ば|と|たり|ながら|ても|って|思(?:う|った|います)|気がする|みたい(?:だ|です)?"
    r"|(?<!だろ)(?<!やろ)(?<=[こそとのもぼごよろお])うか(?:な[あー]?|ね|しら)?|らしい|だもん|んだもん|楽しみ(?:だ|です)?)$"
)
"""An end by which a sentence tells, or is not at its end."""

ATTRIBUTES = (
    r"(?:名前|なまえ|名字|苗字|日にち|日付|曜日|時間|時刻|場所|住所|値段|家賃|年齢|誕生日|血液型|品種|犬種|猫種|理由|職業|出身|趣味|最寄り駅?|担当|学部"
    r"|専攻|病名|題名|店名|行き先)"
)
BARE = re.compile(
    rf"(?:[^。!、はがをにへで]{{1,10}}の|いまの|今の|前の)?{ATTRIBUTES}(?:は|も|って)?|(?:今|いま|前)の[^。!、はがをにへでてたるいだ]{{1,8}}"
)
"""No more than what is asked for."""

FORGOTTEN = re.compile(
    rf"(?:{ATTRIBUTES}|何|なん|誰|だれ|どこ|いつ|どれ)[^。!]{{0,10}}?(?:ど忘れ(?:し(?:た|ました|ちゃった|てもた))?|思い出せ(?:ない|ん|へん|ません)"
    r"|出てこ(?:ない|ん|へん|ません)|忘れ(?:た|ました|ちゃった|ちゃいました|てしまった|てしまいました|てもた))(?:よ|わ|な[あー]?|の)?$"
)
ORDERED = re.compile(
    r"[^。!]{0,14}か[、 ]?[^。!]{0,8}(?:ください|下さい|ちょうだい|頂戴|くれ|たのむ|頼む|お願い(?:します)?"
    r"|教えて|言って)(?:よ|ね|な)?"
)
"""What stands behind the word that asks, where one wants it told."""

EDGES = " \u3000。、!…~〜ー♪w笑"


def is_unmarked_question(sentence: str) -> bool:
    """Whether a folded sentence asks by what it names, or by a word that asks, at its end."""
    bare = sentence.strip(EDGES)
    if BARE.fullmatch(bare) or FORGOTTEN.search(bare):
        return True
    return any(_asks_behind(bare[found.end() :]) for found in WORD.finditer(bare))


def _asks_behind(rest: str) -> bool:
    if ORDERED.fullmatch(rest):
        return True
    return not (len(rest) > TAIL or "、" in rest or EMBEDDED.search(rest) or ALL.match(rest) or GOES_ON.search(rest))
