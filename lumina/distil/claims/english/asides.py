"""What stands in a sentence beside what it says, or shows whose it is."""

import re

from lumina.language.plain_english.words import NAME, RELATION

PROVERB = re.compile(r"\b(?:you know what they say|as they say|as the saying goes|they (?:always|do) say)\b", re.I)
"""What everybody says is nobody's own."""
TOLD_THEM = re.compile(
    r"^(?:and |but |so )?I(?:'ve)? (?:told|said to) (?:her|him|them|my \w+|the \w+) (?:that )?"
    r"(?=I (?:hate|love|like|loathe|can't|don't|prefer|adore|never)\b)",
    re.I,
)
"""What one has told others, too, is so."""
HELD = re.compile(
    r"I (?:(?:do|still|really|honestly|firmly|genuinely|truly|always) )*(?:hold|believe|maintain|contend)(?: that)? "
    r"(?!(?:I|it|this|you|he|she|they|we)\b)(?:(?!(?:if|unless|might|may|could|wish|hope|maybe|perhaps)\b)[\w'-]+ )+?"
    r"(?:ought|should)\b",
    re.I,
)
"""What somebody holds to be right."""
ASIDE = re.compile(
    rf"^(?P<who>(?:(?:my|me|our|the) (?:{RELATION})(?:,? {NAME})?|{NAME}))(?:, (?:(?:god|lord) (?:love|help|rest|bless)"
    r" (?:her|him|them|us)|bless (?:her|him|them)(?: \w+)?|mind you|by contrast|of course|however|naturally"
    r"|meanwhile|for once"
    r"|(?:on the other hand|as ever|god knows how|fair play to (?:him|her)|poor (?:thing|love|soul|lad|lass|man|woman)"
    r"|the (?:poor|lucky|daft|silly|old|clever|little) \w+)))+,(?= (?:can|can't|is|isn't|has|was|won't|does|doesn't"
    r"|\w{2,}s)\b)",
    re.I,
)
"""What is put in between who is spoken of and what is said of them."""

SAID_OF_ME = re.compile(
    r"^(?:(?:and|but|so|well|no|hey|why|wait)\b,? )*(?:you(?:'ve| have| guys| all| three)?|(?:(?:your|the|this|that"
    r"|its)"
    r" (?:memory|notes?|records?|profile|files?|app|page|list|summary|facts?)|it|lumina|nox|clarisse)(?: still)?)"
    r" (?:(?:just|still|always|all|also|already|wrongly|once|seem to|seems to) )*"
    r"(?:says?|said|thinks?|thought|(?:keeps?|kept) (?:saying|telling|thinking)|told (?:me|us)|wrote|written"
    r"|claims?|claimed"
    r"|believes?|believed|has me|have me|got me|remembers?|remembered|assumes?|assumed|shows?|lists?|listed)\b"
    r"(?! (?:yes|no|hi|hello|sorry|so|to|thank)\b)(?!.*\b(?:remind|right|correct)\b)",
    re.I,
)
"""What the person was told of themselves, or is held to be, is nothing that they say."""
TOLD = re.compile(r"^(?:oh |and )?did I (?:tell|mention to) you (?:that )?(?=I\b|I')(?P<told>.*)\?+$", re.I)
"""A question with which something is told."""
BEHIND = re.compile(
    r"^(?!(?:I|we|he|she|it|they|my|our|the|that|this|with|to|for|from|like|not|no)\b)(?P<what>[^,]{3,40}), me$", re.I
)
"""Who is it stands behind it: "a nurse, me"."""
EMOJI = re.compile(
    r"[\U0001F000-\U0001FFFF\u2600-\u27bf\ufe0f\u2190-\u21ff]+|(?<!\S)(?:[:;=]'?-?[()\[\]DPpO/|*3]+|[xX]D|<3|\^\^|[:;]_[:;]|T_T)(?=\s|$)"
)
"""Pictures and faces of signs: they end a sentence."""
