"""What is said around an operation, an examination or an illness and is no fact of the speaker's: the hospital, the
doctor, whoever wakes up. Whose it is where nobody is named: going_on.py."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lumina.distil.claims.japanese.relations import FAMILY, PARTNER, PETS, normal
from lumina.known import ME, Claim, ClaimType, Mode

CARE = (
    r"(?:再|精密|定期|術後|追加)?(?:手術|オペ|検査|検診|健診|入院|退院|転院|通院|治療|診断|診察|受診|生検|抗がん剤|放射線|透析|点滴|リハビリ|麻酔|再発|転移|術後|余命|腫瘍|病名"
    r"|ワクチン|予防接種|レントゲン|CT|MRI|エコー|カテーテル|内視鏡|人工関節)"
)
ILL = (
    rf"(?:{CARE}|癌|がん(?!ば)|ガン|病気|容態|具合|体調|骨折|倒れ|肺炎|脳梗塞|心臓|腎臓|肝臓|認知症|救急|事故|手足|発作"
    r"|数値|結果)"
)
KIN = "|".join(sorted("|".join([*FAMILY.values(), *PARTNER.values()]).split("|"), key=len, reverse=True))
OWN_BODY = re.compile(r"健康診断|人間ドック|妊婦健診|マンモ|会社の(?:健診|検診)")
"""What one has done to oneself, whoever else is ill."""

AT_A_HOSPITAL = re.compile(r"病院|医院|クリニック|医療センター|医大")
WORKS = re.compile(r"働|勤|仕事|職場|バイト|パート|看護|事務|受付|就職|転職|配属|夜勤|シフト|内定|採用|異動|上司|同僚")
DOCTORS = re.compile(r"^(?:主治医|先生|医者|お医者さん|獣医|担当医|看護師|院長)$")
IS_ILL = re.compile(r"(?:先生|医者|獣医|主治医)(?:も|が|は)、?(?:風邪|体調|入院|倒れ|病気|骨折|亡くな)")
DONE = frozenset({"event", "plan", "habit", "hobby", "health"})
VERB = re.compile(r"[うくぐすつぬぶむるただ]$")
GUESSED = 0.75


def of_the_ill(claims: Iterable[Claim], text: str) -> Iterator[Claim]:
    """The claims of a turn that says `text`."""
    for one in claims:
        if one.type is ClaimType.FACT and (_is_where_one_is_treated(one, text) or _is_of_a_doctor(one)):
            continue
        if whose := _who_follows(one):
            yield replace(one, about=whose)
        else:
            yield one


def _is_where_one_is_treated(one: Claim, text: str) -> bool:
    """Whether a hospital is taken for a place of work where somebody is only treated there."""
    is_place = one.kind in {"workplace", "job"} and one.mode in {Mode.IS, Mode.WAS} and AT_A_HOSPITAL.search(one.value)
    return bool(is_place) and bool(re.search(ILL, text)) and not WORKS.search(text)


def _who_follows(one: Claim) -> str:
    """Who it is of whom one speaks, by what is taken for the speaker's own: 麻酔から覚めた母の第一声."""
    is_own = one.type is ClaimType.FACT and one.about == ME and one.kind in DONE and one.confidence <= GUESSED
    if not is_own or not one.value:
        return ""
    done = "" if VERB.search(one.value) else r"(?:した|する|して(?:い)?る|中の|予定の)"
    match = re.search(rf"{re.escape(one.value)}{done}(?P<who>{KIN}|{PETS})", one.text)
    return normal(match["who"]) if match else ""


def _is_of_a_doctor(one: Claim) -> bool:
    """Whether what a doctor said of somebody is taken to be the doctor's health."""
    is_theirs = one.kind in {"health", "allergy"} and DOCTORS.match(one.about)
    return bool(is_theirs) and not IS_ILL.search(one.text)
