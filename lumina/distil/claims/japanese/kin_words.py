"""What somebody is to the speaker whom two kin words introduce (妻のお母さんの久子 is a mother-in-law), and the word
by which one of several children is told apart (次男の樹)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lumina.distil.claims.japanese.relations import FAMILY, PARTNER, normal
from lumina.known import ME, Claim, ClaimType

OF_THE_SPOUSES = {"母": "義母", "父": "義父", "姉": "義姉", "兄": "義兄", "妹": "義妹", "弟": "義弟"}
OF_A_PARENTS = {"兄": "叔父", "弟": "叔父", "姉": "叔母", "妹": "叔母", "母": "祖母", "父": "祖父"}
OF_KIN = {"夫": OF_THE_SPOUSES, "妻": OF_THE_SPOUSES, "母": OF_A_PARENTS, "父": OF_A_PARENTS}
KIN = "|".join(sorted("|".join([*FAMILY.values(), *PARTNER.values()]).split("|"), key=len, reverse=True))
OF_TWO = re.compile(rf"(?P<of>{KIN})(?:の|方の)(?P<r>{KIN})(?:の|、|は|が)?$")
APART = re.compile(r"(?P<r>長男|次男|三男|長女|次女|三女|(?:上|下|真ん中)の(?:子|息子|娘))の$")


def as_kin(claims: Iterable[Claim]) -> Iterator[Claim]:
    """The claims of a turn, with what those are who are introduced."""
    claims = [*claims]
    people = {one.value: one for one in claims if one.type is ClaimType.PERSON and one.kind}
    kinds = {who: kind for who, one in people.items() if (kind := _kind(one))}
    for one in claims:
        who, _, of = one.value.partition("（")
        if one.type is ClaimType.PERSON and who in kinds:
            yield replace(one, kind=kinds[who])
        elif one.type is ClaimType.PERSON and who in people and (apart := APART.search(_before(one))):
            yield replace(one, names=(*one.names, apart["r"]))
        elif one.type is ClaimType.FACT and one.about == ME and who in kinds and of:
            if "の" not in kinds[who]:
                yield replace(one, value=f"{who}（{kinds[who]}）")
        else:
            yield one


def _before(one: Claim) -> str:
    return one.text[: max(one.text.find(one.value), 0)]


def _kind(one: Claim) -> str:
    """What two kin words tell of whoever is introduced behind them; "" where they do not."""
    match = OF_TWO.search(_before(one))
    if not match or one.kind != normal(match["r"]):
        return ""
    of = normal(match["of"])
    return OF_KIN.get(of, {}).get(one.kind, f"{of}の{one.kind}")
