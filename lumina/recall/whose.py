"""Whose matter a question asks for: the asker's own, or that of somebody whom it names."""

import re
from collections.abc import Collection, Iterable, Iterator

from lumina.known import ME, Known
from lumina.language.scripts import fold
from lumina.language.tokens import analyse

OWN = re.compile(
    r"\b(?:i|my|me|mine|we|our|us|i'm|i've|i'd)\b|わたし|私|あたし|僕|ぼく|俺|おれ|うち(?!に)|わし|自分|"
    + fold("アタシ|ボク|オレ")
)
OWN_MATTER = re.compile(
    r"(?:わたし|私|あたし|僕|ぼく|俺|おれ|うち|わし|自分|わたくし)の(?:お?仕事|職業|職場|誕生日|年齢|歳|住所|住まい|出身|趣味|学校|勤め先|血液型|星座|特技)"
    r"|\bmy (?:(?:own|new|old|last|current) )*"
    r"(?:job|work|birthday|age|address|hobby|hobbies|school|star sign|blood type)\b"
    r"|\b(?:do|did) i (?:do|live|work|stay|study|earn|grow up|come from)\b"
    r"|\bam i (?:working|living|studying|allergic|from)\b"
    r"|\bwas i (?:born|raised|brought up)\b"
)
"""What is asked of the asker's own, and of nobody who belongs to them."""

HONORIFIC = "(?:さん|ちゃん|くん|君|様|先生|先輩)"
RELATION = (
    "(?:お)?[父母兄姉](?!弟|妹|の日)|[弟妹](?!子)|息子|娘|[長次]男|[長次]女|夫|妻|旦那|嫁|家内|祖[父母]|孫|[叔伯][父母]|従[兄姉][弟妹]"
    "|甥|姪|彼氏|彼女|恋人|友達|友人|親友|同僚|上司|部下"
)
OF_SOMEBODY = (
    re.compile(rf"([一-龠ぁ-んー々]{{1,8}}){HONORIFIC}の"),
    re.compile(rf"((?:{RELATION})(?:さん|ちゃん)?)の(?!こと|話)"),
    re.compile(r"(?:\b(?:my|our) )?\b([a-z]{2,})'s (?!got\b|been\b|going\b|the\b|a\b)"),
    re.compile(r"\b(?:does|did|is|was|has|will) (?:(?:my|our) )?([a-z]{2,})\b(?='s| )"),
)
"""Who is asked about, over folded text: the first groups may be anybody's names, or words that are none."""

NOBODY = re.compile(
    r"what|who|where|when|why|how|which|that|there|here|it|s?he|this|they|let|today|tomorrow|the|my|our|your|his|her"
    r"|their|you|any(?:one|body)?|some(?:one|body)|every(?:one|body)|one|an|all"
)


def others_asked(question: str, known: Known, person: str) -> frozenset[str]:
    """The names, folded, of those whose matter is asked for in place of the asker's own; of nobody where the asker is
    named, or nobody is."""
    folded = fold(question)
    own = own_names(known, person)
    owned = {name for name in _possessors(folded, known) if not _is_own(name, own)}
    rest = _without_mine(folded, owned) if owned else folded
    return frozenset() if OWN.search(rest) or any(name in rest for name in own) else frozenset(owned)


def _without_mine(folded: str, owned: Iterable[str]) -> str:
    """Whose is asked for, whosever that one is: "my sister's", 私の妹の."""
    whose = "|".join(map(re.escape, owned))
    return re.sub(
        rf"\b(?:my|our) (?=(?:{whose})\b)|(?:わたし|私|あたし|僕|ぼく|俺|おれ|うち)の(?=(?:{whose})の)", "", folded
    )


def own_names(known: Known, person: str) -> frozenset[str]:
    """What the person is called, folded: whole, and word by word."""
    names = [person, *(fact.value for fact in known.facts if fact.about == ME and fact.kind == "name")]
    parts = (word.shown for name in names for word in analyse(name).content)
    return frozenset(name for name in map(fold, [*names, *parts]) if len(name) > 1)


def _is_own(name: str, own: Collection[str]) -> bool:
    return any(name.endswith(one) or one in name for one in own)


def _possessors(folded: str, known: Known) -> Iterator[str]:
    for pattern in OF_SOMEBODY:
        yield from (name for name in pattern.findall(folded) if not NOBODY.fullmatch(name))
    yield from _named(folded, known.names)


def _named(folded: str, names: Iterable[str]) -> Iterator[str]:
    """Known names that are the subject, or have what is asked for."""
    for name in names:
        if len(name) > 1 and name in folded and re.search(rf"{re.escape(name)}{HONORIFIC}?(?:の|は|って)", folded):
            yield name
