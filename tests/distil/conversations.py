"""Conversations of our own that distillation is tried on."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from lumina.models import EVERYBODY, Role, Turn, derived_id

NOON = datetime(2026, 5, 10, 12, tzinfo=UTC)
CHARACTERS = frozenset({"ルミナ", "クラリス", "ノクス", "Lumina", "Clarisse", "Nox"})


def turns(*lines: tuple[str, str]) -> Sequence[Turn]:
    """Turns of (speaker, text), a minute apart."""
    return [
        Turn(
            id=derived_id(position, speaker, text),
            person="me",
            room="cli",
            thread=derived_id("conversation"),
            speaker=speaker,
            role=Role.CHARACTER if speaker in CHARACTERS else Role.PERSON,
            text=text,
            at=NOON + timedelta(minutes=position),
            witnesses=frozenset({EVERYBODY}),
            position=position,
        )
        for position, (speaker, text) in enumerate(lines)
    ]


MOVE = turns(
    ("陽菜", "こんばんは！"),
    ("ルミナ", "こんばんは、陽菜さん！ 今日はどんな一日だった？"),
    ("陽菜", "実は来月、金沢に引っ越すことになったんだ。会社の転勤で。"),
    ("ルミナ", "えっ、金沢！ 兼六園の近くかな？"),
    ("陽菜", "まだ決めてない。でも友だちの美咲さんと離れるのはすごく寂しい…"),
    ("ルミナ", "そうだよね。美咲さんとはどのくらいの付き合いなの？"),
)
DOG = turns(
    ("拓海", "先週から柴犬を飼い始めました！名前はコタロウ😊"),
    ("ルミナ", "わあ、かわいい！ 何歳ですか？"),
    ("拓海", "三か月です。夜鳴きがひどくて、あまり眠れないんですけどね笑"),
    ("クラリス", "夜鳴きには、寝床に飼い主の匂いのする布を置くとよいと言われます。"),
    ("拓海", "なるほど、やってみます。"),
    ("拓海", "妻は猫派なんですが、コタロウにすっかり夢中です。"),
)
GREETINGS = turns(("陽菜", "おはよう"), ("ルミナ", "おはよう！"), ("陽菜", "元気？"), ("ルミナ", "うん、元気だよ！"))
PUPPY = turns(
    ("Anna", "Hi Lumina!"),
    ("Lumina", "Hey there! How was your weekend?"),
    ("Anna", "Oh, it was busy. I adopted a puppy named Biscuit from the shelter in Leeds."),
    ("Lumina", "That's wonderful! What breed is Biscuit?"),
    (
        "Anna",
        "She's a beagle mix. My sister Emma is allergic to dogs, so she can't visit us any more, which makes me sad.",
    ),
    ("Lumina", "I'm sorry to hear that. Maybe an air purifier would help?"),
)
EXAM = turns(
    ("Ben", "I finally passed my nursing exam!! I'm so proud and happy."),
    ("Nox", "Congratulations."),
    ("Ben", "Thanks. I start at the children's hospital on Monday, on the night shift."),
    ("Nox", "Night shifts are hard on sleep."),
)
ALL = (MOVE, DOG, GREETINGS, PUPPY, EXAM)
