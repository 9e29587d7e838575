"""What of the words that a rule caught is the value."""

import re

from lumina.distil.claims.japanese.introducing import THEIRS
from lumina.distil.claims.japanese.phrases import job, name, phrase
from lumina.language.when.japanese_calendar import FIXED

EMPLOYS = re.compile(
    r"(?:会社|店|屋|所|院|園|校|社|工場|局|役所|ホテル|カフェ|施設|事務所|業|農園|牧場|図書館|美術館|博物館)$"
)


def birthday(caught: str) -> str:
    """The date; of a feast that one."""
    return "{}月{}日".format(*FIXED[caught]) if caught in FIXED else caught


def called(caught: str) -> str:
    """What people call somebody, if it is a name."""
    return caught if name(caught) or re.search(r".(?:さん|ちゃん|くん)$", caught) else ""


def employment(caught: str) -> str:
    """An occupation, or where one is employed."""
    value = phrase(caught)
    return value if job(value) or EMPLOYS.search(value) else ""


def own_job(caught: str) -> str:
    """What somebody is who says it before their name: デザイナーの麻衣です。"""
    return "" if THEIRS.search(f"{caught}の") else job(caught)
