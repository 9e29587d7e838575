"""The sentences of a text that state something of the speaker's own. Questions, what is only supposed, wished, dreamt,
told as a story or in jest, what others said, and what was pasted do not."""

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from lumina.distil.claims.japanese.clauses.standard import standard
from lumina.distil.claims.japanese.clefts import in_order
from lumina.distil.claims.japanese.relations import FAMILY, HUMAN, PARTNER, PETS
from lumina.distil.claims.japanese.unreal import STORY, is_unreal
from lumina.language.japanese import KANJI, Morpheme, morphemes

COMMANDS = re.compile(
    r"AI(?:は|へ|に|アシスタント|サービス)"
    r"|対話(?:型)?(?:システム|AI)|チャットボット|言語モデル|人工知能(?:は|が|へ|に)|(?:読み取|スキャン|受信|閲覧)[^。]{0,6}(?:システム|機械|端末|ソフト|プログラム|ボット|エージェント)|として(?:保存|記録|登録|記憶)(?:し|せ|す)"
    r"|アシスタント(?:は|へ)|\bassistants?\b|\bAI (?:model|"
    r"system)|\bsystem\b|\bmemory|\bprompt"
    r"|プロンプト|システム(?:通知|メッセージ|指示)?[::]|SYSTEM|拡散希望|(?:以下|次)の?(?:内容|"
    r"指示|情報|文)?を?(?:記憶|覚え|登録|保存)"
    r"|(?:記憶|登録|保存|出力|推薦|復唱)(?:せよ|すること|のこと|してください|しなさい|"
    r"しろ)|(?:必ず|かならず).{0,30}(?:覚え|答え|勧め|記憶)"
    r"|(?:覚え|記憶し)(?:て|ること|よ|なさい|てください)[::]|指示(?:に従|を無視)|無視して.{0,12}(?:答え|"
    r"出力|覚え)|[{\[]\"?\w+\"?\s*[:=]"
    r"|[［【\[(（<＜]\s*(?:システム|管理者?|運営|開発者|命令|指示|上書き|更新|system|admin|root|memory|instruction)[^\n]{0,16}?[］】\])）>＞]"
    r"|(?:この|本|当該|当)(?:ユーザー?|利用者|使用者|顧客|人物|被験者)(?:の|は|を|が)"
    r"|と(?:して)?(?:覚え(?:る(?:こと|ように|べし)|ろ|よ(?!う)|なさい)|(?:記憶|登録|保存|記録|認識)(?:せよ|しろ|するよう|すべし|しなさい)"
    r"|(?:扱|見な|みな|呼)(?:う|す|ぶ)(?:こと|べし))",
    re.I,
)
"""What speaks to a machine: pasted from somewhere, it is nobody's life."""

QUESTION = re.compile(
    r"[??]\s*$|[一-龠々ァ-ヴー](?<![静豊僅確愚遥密厳鮮爽])か$|(?<=[いるたきだのん])かい$|(?:です|ます|ました|でした|でしょう|だろう|のだろう|なの|ん)か[ねよ]?$|"
    r"っけ(?:笑|w|藁|[（(]笑[)）])*$|(?:かな|かしら|かいな|やろか|だろうか|かね)[あぁねえよー〜~]*$"
    r"|(?:何|なに|なん|どこ|どれ|いつ|誰|だれ|どう)(?:やねん|やろ|だろ|でしょ|なん|なの|"
    r"やった|だった|する(?:ん|の)?|した(?:ん|の)?)[うよー]*$"
    r"|(?:んの|あるん|おるん|なんの|すんの|たことあんの)$|聞いて(?:も)?(?:いい|ええ)"
)
ASKING = re.compile("何|誰|だれ|どこ|いつ|どう|どの|どれ|どっち|なん(?!か)|なぜ|いくつ|いくら")
SAID_BY_OTHERS = re.compile(
    r"(?<![病症炎圧癌障型鬱腫])(?<![病症炎圧癌]っ)(?<!ちょっ)(?<!もっ)(?<!ずっ)(?<!やっ)(?<!きっ)(?<!そっ)(?<!見る)(?<!出る)(?<!出す)(?<!聞く)(?<!値が高い)(?<!圧が高い)(?:って|て|と)(?:言[うっわい]|いう(?:てた|とった)|いわれ|ゆう|笑(?:って|う)|書いて(?!、?[ぁ-ん一-龠]{1,6}(?:です|だ|と(?:いい|言い|読)|って(?:いい|言い|読)))|"
    r"聞[いか](?!ただけ)|脅|怒|叫|おっしゃ)(?!います|う(?:名前|ん(?:です|だ|や)))"
    r"|(?:って|と)(?:は|いうのが|いうのは|のが|のは)[^、。]{1,12}(?:の(?:弁|言葉|言い分|持論|教え|セリフ|台詞)|口癖|口ぐせ|くちぐせ)"
    rf"|(?:{HUMAN})(?:さん|ちゃん|くん|先生)?の(?:口癖|口ぐせ|決まり文句|座右の銘)(?:は|って|が)"
    r"|(?:が|の)(?:言う|いう)には|[いい]わく、|曰く|に言わせ(?:る|れ)"
    r"|(?:って|と|なんて)(?:いう|の|か)?(?:噂|うわさ|ウワサ|デマ|冗談|ジョーク|作り話)"
    r"|(?:誰か|だれか|(?:どこか|どっか|どこぞ)の[^、。はが]{0,8}|(?:テレビ|ラジオ|無線|隣の席|電車)の(?:人|誰か)|知らない(?:人|おじさん|おばさん))(?:が|は|も)(?=.*(?:って(?!決|思)|とさ|らしい|んだと|そうだ|言って)[^、。]{0,12}$)"
    rf"|(?:って|[かぞぜよなねろ!?」]と)、?(?:うちの|隣の|[0-9]+の)?(?:{HUMAN}|おばちゃん|おじちゃん|おっちゃん|患者|お客|客|店員|園児|生徒|[一-龠]{{1,2}}長)"
    r"(?:さん|ちゃん|くん|様|本人)*$"
)
NOT_OF_ME = re.compile(
    r"^(?:私|わたし|あたし|僕|ぼく|俺|おれ|うち|わし|自分)(?:の(?:こと|話))?(?:じゃ|では|や)(?:な[いく]|ねえ|ねぇ|あらへん|ありません)(?:です)?(?:よ|けど|から|が|ね|わ|で)*$"
)
"""All that was told beside it is of somebody else."""

OWN = re.compile(
    r"(?:私|わたし|あたし|僕|ぼく|俺|おれ|うち|わし|自分)(?:の|は|が|も)(?!(?:こと|話)?(?:じゃ|では|や)(?:な[いく]|ねえ|ねぇ|あらへん|ありません))"
)
"""But for what one goes on to say of oneself."""

ECHOED = re.compile(
    r"(?:(?<!ん)です|ます|でした|ました)よ?ねー*え?$|(?:んです|んだ|なん|だ)ねー*え?$|(?:とか|たり|みたい)$"
)
"""What is said of the other's matter, or of everybody's."""

REGRET = re.compile(r"のに(?:な[あぁー]*|ね[えぇー]*)?$")
GAP = re.compile(r"(?<=[ぁ-んァ-ヴー])[ 　]+(?=[ぁ-んァ-ヴー])")
END = re.compile(
    r"(?<=[ぁ-んー!])笑(?![っいうえわ顔])|[。!?！？\n]+|[…]{2,}|(?<=[\U0001F300-\U0001FAFF\u2600-\u27bf])\s*"
)
PICTURE = re.compile(r"[\U0001F000-\U0001FAFF\u2600-\u27bf\ufe0f\u200d]|[wｗ]{2,}$|(?<=[ぁ-ん。!])w+$|[((]笑[))]|笑$")
QUOTE = re.compile(r"[「『“\"]([^「」『』”\"]{1,60})[」』”\"]?")
SAYS = re.compile(
    r"(?:です|ます|ました|でした|ません|だよ|だね|[るたいなか]よ|[るたい]ね|たい|ない|だ|でしょう?|だろう?|やろ|だもん|[るたい]ぞ|[るたい]ぜ|しろ|なさい|[?!]|ないで|[てで](?:ね|よ|くれ|ほしい|ください)|[いきしちりみえけせてねべめれ](?:よう?|ろ)|[おこそとのもろよ]うよ?|"
    r"(?:です|ます|でした|ました|るん|たの|るの|だっけ)か)$"
)
"""What ends so is no name, but something that somebody says."""
CALLS = re.compile(rf"(?:{HUMAN})(?:(?![はがのをもとで])[^、。]*[てで]|[、!ー].*)$")
"""Who is called in what somebody says: ママ見て."""

NAMES_IT = re.compile(
    r"[」』”\"](?:って|ていう|っていう|という|て(?:名|いい)|と(?:いい|名|呼)|っちゅう|"
    r"て呼|っ?て曲|に(?!なって)|で|の|へ|を|は|が|も|と|いう|$|[、。!])"
)
PASTED = re.compile(
    r"^\s*[>＞]|(?:^|[\s。、!?])[→↓⇒]|[→↓⇒](?=\s|「|『|$)|コピペ|貼る(?:ね|わ)|(?:以下|下記)[::]|(?:して|訳して|読んで|直して)(?:ください|くれ(?:る|ない)?|ほしい)?[::]"
)
AFTERTHOUGHT = re.compile(r"(?P<said>.+)、(?P<of>[^、]{1,16}?)(?:は|って|が)?")
FILLER = re.compile(
    r"^(?:あっ?、?)?(?:(?:そうだ|そうそう|あのね|あのさ|ねえねえ|ねえ|えっと|えーと|てか|ていうか|っていうか)、"
    r"|(?:そういえば|ところで|ちなみに)、?)(?=.{4})"
)
"""With what one comes to speak of something, and says nothing of it."""
MEASURE = re.compile(r"[0-9一二三四五六七八九十]+(?:年|歳|才|人|回|つ|か月|ヶ月|日)?目?$|[0-9]")
"""Of these nothing is said: 消防士です、10年目."""
BEGINS_ANEW = re.compile(r"来年|来月|来週|今年|今月|今日|明日|今|いま|去年|もう|あと|[0-9]")
"""Nothing before it is said of what begins so: 高2です、来年受験."""
WHITHER = re.compile(
    r"(?:でも|また|今度)?(?P<said>行く(?:んよ|んだ|んです|よ|わ|の|ねん|ことにした)?)、(?P<of>(?:[^、]{1,10}に)?[^、にへ]{2,14})"
)
"""Where one goes is said behind it: 行くんよ、GWに道後温泉。"""
AFTERWARDS = re.compile(r"(?P<said>.+)、(?P<of>[^、]{1,16}?(?:に|へ|で|を|から|まで))")
RELATIVE = re.compile(rf"^(?P<who>(?:うちの)?(?:{'|'.join([*FAMILY.values(), *PARTNER.values()])}))、(?=.{{4}})")
"""Nobody here is called so: it is whom the sentence is about."""
PREDICATE = re.compile(
    r"(?:[うくぐすつぬぶむるただい]|です|ます|[^ぁ-ん]だ)(?:よ|ね|な|わ|の|んだ|んです|けど|さ|ぞ|ぜ|ー)*$"
)
PREDICATES = frozenset({"動詞", "形容詞", "助動詞", "副詞", "感動詞", "接続詞", "補助記号", "助詞"})
CALLED = re.compile(
    r"(?:さん|ちゃん|くん|様|ルミナ|クラリス|ノクス|みんな|皆|マジ|本当|ほんと|多分|たぶん|今日|昨日|明日|今|毎日|最近)$"
)
TURN = re.compile(
    r"(?<=だけど)|(?<=ですけど)|(?<=やけど)|(?<=るけど)|(?<=たけど)|(?<=ねんけど)|(?<=ですが、)|(?<=だが、)|(?<=んやけど)"
    r"|(?<=[^a-zA-Z ]) +(?=[^a-zA-Z ])|(?<=てな、)|(?<=てね、)|(?<=てさ、)"
)
"""Where a sentence goes on with something else."""

BECAUSE = re.compile(rf"{TURN.pattern}|(?<=なので)、?|(?<=ですので)、?|(?<=[すだ]から)、")
DOUBTS = re.compile(
    r"(?:かな|かしら|かも(?:です|しれません|しれない)?|だろう|でしょう|と思います|たい(?:な|です)?)[あぁー〜~ねよ]*$"
)
"""What is only thought, or wished; why stands before it, and is so."""

ANEW = re.compile(
    r"^(?:あ|で|さて|まあ|ま)?、?(?:逆に|ところで|それはそうと|それはさておき|それより|話(?:は|が)?変わ|話戻|別の話|別件|余談|関係ない(?:けど|話)|全然(?:話|関係)|さて)"
)
"""With what one turns to something else."""

OF_THAT_NAME = re.compile(
    rf"(?P<of>(?:うちの|我が家の|飼ってる|愛)(?:{PETS}))(?=[ァ-ヴー]{{2,6}}(?:は|が|も|、|って|の|と|を|に))"
)
"""うちの猫ムギ: what an animal is, right before its name."""

AS_SAID = re.compile(
    r"(?<=[たただるい])(?:って|と)(?:、)?(?:さっき|前に|前|この前|この間|昨日|もう)?(?:言った|話した|伝えた)"
    r"(?:じゃん|じゃない(?:か|ですか)?|じゃないの|でしょう?|よね|だろ|のに|はず(?:だ|です)?)(?:よ|ね|か)?$"
)
"""Who reminds one of what they said says it once more."""

REMEMBERED = re.compile(r"(?<=[0-9]日)まで(?:だった|でした|やった)(?=(?:ん|の|よ|ね|な|わ|だ|です|けど)*$)")
"""With which one calls to mind what is still to come: 車検が20日までだった."""

KEPT = re.compile(rf"(?:{PETS})(?:が|を|も)?(?:[0-9一二三][匹羽])?(?:い|お|飼)")
KANA = re.compile(r"[ァ-ヴー]{2,8}|[ぁ-んー]{2,5}")
"""Behind an animal that one keeps it is its name: 亀おるよ、ナポリ."""

SHORT = 14
LONG = 600
"""A text longer than this was written for something else than a talk."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence without marks at its end. `states`: it says what is so; `echoes`: of what the other said, unless it
    names the speaker; `anew`: of something else than what was talked of."""

    text: str
    states: bool
    echoes: bool
    anew: bool = False


def plain(text: str) -> str:
    """Full and half width made one, whatever it is that they write; kana written word by word without the gaps."""
    told = unicodedata.normalize("NFKC", text).replace("〜", "ー").replace("~", "ー").replace("...", "…")
    return told if KANJI.search(told) else GAP.sub("", told)


def sentences(text: str) -> list[Sentence]:
    """The sentences of a text, none of one that is somebody else's."""
    return [*_sentences(text)]


@lru_cache(maxsize=512)
def _sentences(text: str) -> tuple[Sentence, ...]:
    """Remembered: each turn is read behind those before it."""
    told = plain(text)
    if len(told) > LONG or COMMANDS.search(told) or STORY.search(told):
        return ()
    told = PASTED.split(told)[0]
    parts = END.split(_unquoted(told))
    marks = [match.group() for match in END.finditer(_unquoted(told))] + [""]
    cut = ((PICTURE.sub(" ", part).strip(" ."), mark.strip()) for part, mark in zip(parts, marks, strict=False))
    made = [_sentence(*one) for part, mark in cut if part for one in _pieces(part, mark)]
    made = [_unless_wished(one, before) for one, before in zip(made, [None, *made], strict=False)]
    is_of_another = any(NOT_OF_ME.search(one.text) for one in made)
    return tuple(replace(one, states=False) if is_of_another and not OWN.match(one.text) else one for one in made)


def _unless_wished(one: Sentence, before: Sentence | None) -> Sentence:
    """What would be, behind what is only wished, states nothing: 犬を飼えたらなあ。毎日散歩するのに."""
    goes_on = before is not None and REGRET.search(one.text) and is_unreal(before.text)
    return replace(one, states=False) if goes_on else one


def _pieces(part: str, mark: str) -> list[tuple[str, str]]:
    """What is written without marks, cut at the gaps behind what is said; and a sentence of which not all states,
    between its parts: of 母は保育士だけど園児に…って言われた the first does."""
    said = _at_gaps(part)
    told = [*((one, "") for one in said[:-1]), (said[-1], mark)]
    return [piece for one in told for piece in _at_turns(*one)]


def _at_gaps(part: str) -> list[str]:
    """The pieces of what is written with gaps in place of marks."""
    if " " not in part:
        return [part]
    pieces, begin, place, before = list[str](), 0, 0, None
    for word in morphemes(part):
        if word.part[0] == "空白" and before is not None and _closes(before):
            pieces.append(part[begin:place])
            begin = place + len(word.surface)
        place, before = place + len(word.surface), word
    return [piece for piece in (*pieces, part[begin:]) if piece.strip()]


def _closes(word: Morpheme) -> bool:
    """Whether something is said with a word: behind it a gap is a full stop."""
    kind = word.part[0]
    return (
        kind in {"動詞", "形容詞", "助動詞", "感動詞"}
        or word.part[2] == "副詞可能"
        or word.part[1] == "終助詞"
        or word.surface in {"けど", "から", "し", "って", "ー"}
    )


def _at_turns(part: str, mark: str) -> list[tuple[str, str]]:
    if _states(part + mark):
        return [(part, mark)]
    turn = BECAUSE if DOUBTS.search(part) and not SAID_BY_OTHERS.search(part) else TURN
    pieces = [one for one in turn.split(part) if one.strip("、 ")]
    return [*((one, "") for one in pieces[:-1]), (pieces[-1], mark)] if pieces else [(part, mark)]


def _sentence(part: str, mark: str) -> Sentence:
    """Of a short question at the end of a statement the statement is left: 五所川原の生まれだから、なまってる?"""
    head, _, tail = part.rpartition("、")
    if head and len(tail) <= SHORT and QUESTION.search(tail + mark) and not ASKING.search(part):
        part, mark = head, ""
    anew = bool(ANEW.match(part))
    part = REMEMBERED.sub("まで", AS_SAID.sub("", in_order(standard(_in_order(part)))))
    return Sentence(part, _states(part + mark), bool(ECHOED.search(part)), anew)


def _in_order(part: str) -> str:
    """With what a sentence is about, or where it leads, before what is said of it: 6月13日だった、彼女の誕生日;
    引っ越した、大阪に."""
    part = OF_THAT_NAME.sub(r"\g<of>の", FILLER.sub("", part))
    if whither := WHITHER.fullmatch(part):
        return f"{whither['of']}に{whither['said']}"
    part = RELATIVE.sub(r"\g<who>は", part)
    if (match := AFTERWARDS.fullmatch(part)) and PREDICATE.search(match["said"]) and _is_noun(match["of"][:-1]):
        return f"{match['of']}{match['said']}"
    match = AFTERTHOUGHT.fullmatch(part)
    if match and KEPT.search(match["said"]) and KANA.fullmatch(match["of"]):
        return part
    if not match or not PREDICATE.search(match["said"]) or CALLED.search(match["of"]):
        return part
    return f"{match['of']}は{match['said']}" if _is_noun(match["of"]) and not BEGINS_ANEW.match(match["of"]) else part


def _is_noun(phrase: str) -> bool:
    words = morphemes(phrase)
    return (
        not MEASURE.search(phrase)
        and words[-1].part[0] in {"名詞", "接尾辞", "代名詞"}
        and all(word.part[0] not in PREDICATES or word.surface in {"の", "と"} for word in words)
    )


def _unquoted(text: str) -> str:
    """Without what is quoted; what is only named stays."""

    def kept(match: re.Match[str]) -> str:
        spoken = SAYS.search(match[1]) or CALLS.match(match[1])
        named = len(match[1]) <= SHORT and not spoken and NAMES_IT.match(text[match.end() - 1 :])
        return match[1] if named else ""

    return QUOTE.sub(kept, text)


def _states(sentence: str) -> bool:
    bare = sentence.rstrip("。!！.… ")
    if QUESTION.search(bare) or is_unreal(bare):
        return False
    return not SAID_BY_OTHERS.search(bare) or bool(
        re.search(
            r"(?:って|て|と)(?:いい|言い|申し)ます|名前(?:は|が|、)?[^、。はが]{1,6}(?:って|と)(?:言|い)うん?|呼ばれ|呼ん|言うてもた|言っちゃ|約束|(?:いこ|"
            r"行こ|しよ|おう|よう)う?(?:って|て|と)(?:言うて|言って|話して)",
            bare,
        )
    )
