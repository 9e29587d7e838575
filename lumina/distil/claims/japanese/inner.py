"""What Japanese says of nobody but the speaker, unless they are named or it is hearsay: what one wants, feels, thinks.
(Of others it is 行きたがる, 悲しそう, 行きたいって.)"""

import re

FEELINGS = (
    "眠|だる|しんど|嬉し|うれし|悲し|かなし|寂し|さみし|さびし|悔し|くやし|怖|こわ|辛|つら|恥ずかし|懐かし|楽しみ|心配|不安|憂鬱|ゆううつ"
    "|面倒|めんどくさ|めんど"
)
ENDS = r"(?:です|だ|や|な|よ|ね|わ|さ|けど|が|から|ので|んだ|んです|の|ねん|なあ|なぁ|[ー〜~…。!！?？])*$"
INNER = re.compile(
    rf"(?:た(?:い|くない|くなか?った|かった)|(?:ほし|欲し)(?:い|くない|かった)|(?:よ|[こそとのもろぼごお])うかな"
    rf"|と思(?:う|って(?:る|いる|います)|います)|気がする|(?:{FEELINGS})(?:い|かった|くて?)?){ENDS}"
)


def is_of_the_speaker(sentence: str) -> bool:
    """Whether its end tells what the speaker wants, feels or thinks."""
    return INNER.search(sentence) is not None
