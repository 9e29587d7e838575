"""What somebody has: what they bought to keep, drive, have at home, or have now in place of something else."""

import re
from collections.abc import Iterator

from lumina.distil.claims.japanese.clauses.nouns import LIKELY, Said, place, thing
from lumina.distil.claims.japanese.clauses.parts import Clause, Phrase

PUBLIC = re.compile(
    r"中$|電車|バス|地下鉄|新幹線|飛行機|タクシー|船|フェリー|汽車|誘い|相談|話|流れ|調子|波|軌道|便|救急車|エレベーター|トラック|除雪車"
)
CONSUMED = re.compile(
    r"弁当|パン|おにぎり|肉|魚|野菜|果物|酒|ビール|ワイン|ジュース|コーヒー|お茶|アイス|菓子|ケーキ|チョコ|券|チケット|土産|切手|薬|花|牛乳|卵|豆腐|惣菜"
    r"|ペーパー|洗剤|くじ|馬券|もの|やつ|これ|それ|の$|食材|電池|雑誌|新聞|本$|漫画|グッズ|シャンプー|プレゼント|定期|燃料|ガソリン|灯油|団子|プリン"
    r"|飛行機|新幹線|フェリー|ホテル|宿$|席$|切符|テキスト|参考書|せんべい|焼き|丼|寿司|ラーメン|うどん|そば|カレー|鍋|セット|安い"
)
LASTING = re.compile(
    r"中古|新車|新品|念願|[車機器台靴鞄計]$|家|マンション|土地|バイク|チャリ|自転車|カメラ|ピアノ|ギター|ベース|ウクレレ|テント|パソコン|スマホ|iPhone|iPad"
    r"|テレビ|ソファ|ベッド|キーボード|レンズ|ボード|ドローン|望遠鏡|着物|指輪|ジムニー|カブ|タント|アルファード|プリウス|軽トラ|軽自動車|原付|スクーター"
)


def drives(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    """バイクはカブに乗っている."""
    on = clause.by("に")
    is_plain = (
        on is not None and on.words[-1].part[0] == "名詞" and len(on.text) > 1 and not on.modified and thing(on) != ""
    )
    if on is not None and is_plain and clause.tail.startswith("て") and not PUBLIC.search(on.text) and not clause.past:
        yield Said("possession", on.text, sure=LIKELY)


def buys(clause: Clause, what: Phrase | None) -> Iterator[Said]:
    """What is bought to be kept."""
    if what is None or not clause.past or not thing(what) or CONSUMED.search(what.head) or what.modified:
        return
    if any(LASTING.search(part) for part in what.parts):
        yield Said("possession", what.text)


def owns(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    """うちにグランドピアノがある."""
    home, what = clause.by("に"), clause.by("が", "")
    at_home = home is not None and home.text in {"うち", "家", "我が家", "自宅", "部屋", "庭", "実家"}
    if at_home and what is not None and thing(what) and not what.modified and not re.search(r"用|[0-9]", what.text):
        yield Said("possession", what.text, sure=LIKELY)


def changes(clause: Clause, _what: Phrase | None) -> Iterator[Said]:
    """What somebody has now in place of what they had: Pixelに乗り換えた."""
    into = clause.by("に", "へ")
    if into is not None and clause.past and not into.modified and thing(into) and not place(into):
        yield Said("possession", into.text, sure=LIKELY)
