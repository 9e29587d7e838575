"""What a short answer says: of which kind it is, and of whom, the question tells."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from lumina.distil.claims.japanese.clauses.naming import is_torn
from lumina.distil.claims.japanese.clauses.nouns import DISEASE, GRADE
from lumina.distil.claims.japanese.living import DATE
from lumina.distil.claims.japanese.phrases import HOLLOW, name, place
from lumina.distil.claims.japanese.relations import HUMAN, PETS, normal
from lumina.distil.claims.japanese.sentences import Sentence
from lumina.known import ME, Claim, ClaimType
from lumina.language.japanese import morphemes
from lumina.language.when.japanese_calendar import NUMBER, number

YEARS = re.compile(
    rf"(?:(?:この|今年の)?(?:春|夏|秋|冬)で|{NUMBER}月(?:{NUMBER}日)?で|誕生日で|数えで|満|ちょうど|ついに|とうとう|たしか)*"
    rf"(?P<n>{NUMBER})(?:歳|才|さい)?(?![0-9年月日時分人回つ個円度])"
)
LONG_NAME = 6
GROWN = range(4, 111)
SINCE = re.compile(r"ー?の?[1-6一二三四五六]年目$")
CLASS = re.compile(rf"{GRADE.pattern}|[小中高大]?[1-6一二三四五六](?:年生?|ねん(?:せい)?|回生?)")


def years(caught: str) -> str:
    """An age."""
    match = YEARS.match(caught)
    is_one = match is not None and number(match["n"]) in GROWN
    return (
        f"{match['n']}歳" if match and is_one else caught if re.fullmatch(r"[1-9一二三四五六七八九]つ", caught) else ""
    )


def called(caught: str) -> str:
    """A name, by the dictionary or by being no word of it."""
    return name(caught) or (caught if len(caught) < LONG_NAME and is_torn(caught) else "")


def noun(caught: str) -> str:
    """What is nothing but a noun phrase, and nobody's name."""
    words = morphemes(caught)
    is_one = all(
        word.part[0] in {"名詞", "接尾辞", "接頭辞", "記号", "形状詞"} or word.surface in {"の", "と", "・"}
        for word in words
    )
    told = any(word.part[0] == "名詞" and "副詞可能" not in word.part and word.part[1] != "数詞" for word in words)
    return (
        caught
        if words
        and "の" not in {words[0].surface, words[-1].surface}
        and is_one
        and told
        and caught not in HOLLOW
        and not name(caught)
        else ""
    )


def grade(caught: str) -> str:
    return caught if CLASS.fullmatch(caught) else ""


def school(caught: str) -> str:
    """Where one goes to school: a phrase with its class, or one that ends as schools do."""
    is_one = re.search(rf"(?:{CLASS.pattern}|[高中大専院校園塾]|学科|学部|[一-龠]科|高専|短大|夜間)$", caught)
    return noun(SINCE.sub("", caught)) if is_one or SINCE.search(caught) else ""


def date(caught: str) -> str:
    """A day of the year, with the year where it is said."""
    match = re.fullmatch(rf"(?:(?:昭和|平成|令和|大正|西暦)?(?:{NUMBER}|元)年の?)?(?:{DATE})", caught)
    return caught if match else ""


def illness(caught: str) -> str:
    return caught if DISEASE.search(caught) else ""


def animal(caught: str) -> str:
    """An animal, with how many there are."""
    return caught if re.fullmatch(rf"(?:{PETS})(?:を|が)?(?:[0-9一二三四五六七八九]+[匹羽頭])?", caught) else ""


Taken = Callable[[str], str]
TABLE: tuple[tuple[str, str, Taken], ...] = (
    (r"(?:名前|何て呼|なんて呼|何とお呼び|どう呼)[^。]{0,30}(?:[??]|か。?$|教えて)", "name", called),
    (
        r"地方(?:なの|です)|(?:どちら|どこ|どの辺|どのあたり)[^。]{0,8}(?:お住まい|住ん|すま|暮ら)|お住まいは|今は(?:どこ|どちら)",
        "home",
        place,
    ),
    (
        r"(?:どちら|どこ)[のに](?:農園|お?店|会社|学校|大学|病院|工場|職場|教室|ジム)|何(?:屋|のお?店)|なんのお?店",
        "workplace",
        noun,
    ),
    (r"出身|生まれ(?:は|た)どこ|(?:どちら|どこ)から|お国は|地元は|実家は", "hometown", place),
    (
        r"(?:仕事|職業|しごと|バイト)(?:は|って|を|だ|[??]|です|され)|(?:何|なに|なん|どんな)の?(?:仕事|お仕事|職業|バイト)"
        r"|何を?(?:されて|なさって|して)(?:いる方|る人|いらっしゃる|いる人|るん(?:だ|です))|何屋",
        "job",
        noun,
    ),
    (r"(?:勤務地|職場|配属先?|会社|勤め先?)は(?:。|[??]|どこ|どちら|$)|どこ(?:で|に)(?:働|勤)", "workplace", noun),
    (r"何年生|何回生|なんねんせい|なん年生|学年", "school", grade),
    (
        r"学校(?:は|って|、)?(?:どこ|どちら|。|[??]|$)|どこの(?:学校|高校|大学|中学)|どこ(?:に|の学校に)通|(?:高校|大学|専門)(?:は|って)(?:どこ|どちら|。|[??]|$)",
        "school",
        school,
    ),
    (r"何歳|なんさい|おいくつ|(?<!を)いくつ(?:です|だ|なの|になり|[??]|$)|年齢|お年(?:を|は|、)", "age", years),
    (
        r"(?:ご)?趣味は|集めて(?:いる|る)(?:もの|の)は|コレクションは|(?:お?楽しみ|道楽|息抜き)は|休み(?:の日)?は(?:。|[??]|$)|休みの日は(?:何|なに)|(?:何|なに|なん|どんな)の?(?:楽器|部活?|スポーツ|習い事|サークル)",
        "hobby",
        noun,
    ),
    (
        r"誕生日(?:は|って|も|、|いつ|を(?:聞|伺|教))|いつ(?:生まれ|お生まれ)|生まれの?(?:月|日)|何月(?:何日)?生まれ|生年月日",
        "birthday",
        date,
    ),
    (r"専攻|(?:何|なに|なん)の?(?:学部|学科|科目?|勉強|研究)", "school", noun),
    (r"(?:何|なん)の?(?:病気|手術)|持病|お?加減は|どこが悪", "health", illness),
    (r"アレルギー(?:は|って|が|とか)|(?:何|なん)の?アレルギー", "allergy", noun),
    (
        r"(?:何|なに|どれ|どんな[^。]{1,8})が(?:一番|いちばん|特に)?お?好き|(?:お?好き|お気に入り)な[^。、]{1,10}は|推しは|お気に入りは|ご?贔屓は|好物は|いちばんの味",
        "likes",
        noun,
    ),
    (r"(?:苦手|嫌い|お嫌い)な[^。、]{1,10}(?:は|って)|(?:何|なに)が(?:苦手|嫌い)", "dislikes", noun),
    (r"特技(?:は|って|、)|得意な[^。、]{1,8}(?:は|って)|何が(?:お)?得意", "skill", noun),
    (r"日課(?:は|って)|習慣(?:は|って)", "habit", noun),
    (r"お宝は|宝物は|愛車は", "possession", noun),
    (r"(?:何か|何を|なにか|なにを|ペット|動物)[^。]{0,6}飼", "pet", animal),
    (r"(?:何|なに|なん)(?:に|を)乗|(?:何|なん)の車|車種", "possession", noun),
)
ASKED = tuple((re.compile(pattern), kind, taken) for pattern, kind, taken in TABLE)
TAIL = re.compile(
    r"(?:を(?:ほんの|少し)?(?:少々|少しだけ|ちょっと)|だな|でございます|でござる|になります|になりました|なんです(?:けど)?|なんだ(?:けど)?|です[ねよが]?|ですけど|だよ|だね|だもんで?|だもの|だけど|だから|でね|でして|だ|やで|やねん|やけど|やわ|や"
    r"|じゃ|っす|どす|だわ|かな|なの|なん|の(?:方|ほう|人|人間|もん)|の生まれ|生まれ|[よねな!。ー〜~])++$"
)
HEAD = re.compile(
    r"^(?:えっと|えーと|はい|うん|ええ|んー|そう|いや|いえ|ああ|あー|もう|まだ|(?:先週|先月|今月|今年|昨日|今日)で|今は|いまは|今|私は|僕は|俺は|わしは|うちは|実家は|生まれは|誕生日は|学校は)+、?"
)
OF_THEN = re.compile(
    r"(?:何歳|いくつ|おいくつ)[^。]{0,6}(?:だった|でした|とき|時|頃|ころ|から|まで|で(?!す|い|し))|当時"
)
"""How old one was then is asked, not how old one is."""

PLACES = frozenset({"home", "hometown", "workplace", "school"})
SHORT = 18
ANSWER = 0.75
POLITE = {
    "奥様": "妻",
    "奥さま": "妻",
    "ご主人": "夫",
    "旦那様": "夫",
    "旦那さま": "夫",
    "お子さん": "子",
    "お子さま": "子",
    "お子様": "子",
    "お孫さん": "孫",
    "お母さま": "母",
    "お母様": "母",
    "お父さま": "父",
    "お父様": "父",
}
"""What only others call the speaker's people."""

AT_ONCE = frozenset({"likes", "dislikes", "hobby", "skill", "habit", "possession", "allergy", "pet", "health"})
A_FEW = 4
"""Of these the answer comes at once, or behind a word or two."""

OTHERS = re.compile(rf"(?P<r>{'|'.join(POLITE)}|{HUMAN})(?:さん|ちゃん|くん|様)?(?:は|も|の|って|が)")
TOPIC = re.compile(
    rf"(?P<r>{'|'.join(POLITE)}|{HUMAN})(?:さん|ちゃん|くん|様)?"
    r"(?:は|も|って|が|の(?=お?ご?(?:仕事|職業|出身|名前|年|歳|誕生日|住まい|勤め|職場|学校)))"
)
ANYBODYS = frozenset(["先生", "店長", "部下", "親方", "社長", "所長", "監督", "院長", "園長", "先輩"])
"""So the other may address whoever they ask."""

ABOUT_ANOTHER = re.compile(rf"(?:{HUMAN})(?:さん|ちゃん|くん)?[がはも]")


def answers(told: Sequence[Sentence], question: str) -> list[Claim]:
    """What a short sentence at the beginning says as the answer to a question."""
    about = asked_of(question)
    question = "" if OF_THEN.search(question) else question
    found = (
        Claim(ClaimType.FACT, about, kind, value, one.text, ANSWER)
        for pattern, kind, taken in ASKED
        if pattern.search(question) and not (kind == "name" and about != ME)
        for one in (told[:1] if kind in AT_ONCE and len(told[0].text) > A_FEW else told[:2])
        if one.states and (value := taken(_bare(one.text))) and not (about == ME and value.endswith("つ"))
    )
    return [*found][:1]


def _bare(sentence: str) -> str:
    """The first words of an answer, without what only leads to it and what only ends it."""
    first = HEAD.sub("", sentence).split("、")[0].split(" ")[0]
    return TAIL.sub("", first) if len(first) <= SHORT and not ABOUT_ANOTHER.search(first) else ""


def asked_of(question: str) -> str:
    """Whom a question is about: somebody of the person's, or the person."""
    match = OTHERS.search(question)
    return _relation(match["r"]) if match else ME


def whom_asked(question: str) -> str:
    """Whom a question has for its topic: somebody of the person's, or the person."""
    match = TOPIC.search(question) if re.search(r"[??]$|か。?$|は。?$", question) else None
    return _relation(match["r"]) if match else ME


def _relation(called: str) -> str:
    relation = POLITE.get(called) or normal(called)
    return ME if relation in ANYBODYS else relation


def but_answered(claims: Iterable[Claim], answered: Sequence[Claim]) -> Iterator[Claim]:
    """The claims without those of another kind that take for a place of its own what is a piece of an answer."""
    for one in claims:
        is_piece = one.kind in PLACES and any(
            other.kind in PLACES and other.kind != one.kind and one.text == other.text and one.value in other.value
            for other in answered
        )
        if not is_piece:
            yield one
