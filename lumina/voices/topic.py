"""What is new in a statement, and could be asked about: by its words alone."""

import re

from lumina.language.acts import PICTURES
from lumina.language.concepts import topics
from lumina.language.focal import focal
from lumina.language.tokens import fold
from lumina.voices.material import Material
from lumina.voices.next_question import POLITE

TOPIC_LENGTH = 16

DETERMINED = (
    r"\b(my|our|the|an?|that|this|his|her|their) "
    r"((?:(?!(?:name's|it's|that's|\w+n['’]t|won|i[sn]|was|are|were|has|had|and|or|of|on|at|to|got|just|that|will|for)\b)"
    r"[\w'’-]+ ){{0,2}}?{})\b"
)
YOURS = {"my": "your", "our": "your", **dict.fromkeys(("a", "his", "her", "their"), "the"), "an": "the", "this": "that"}

PASSING = re.compile(
    r"^the .*\b(?:i|cause|cos|suppose|lot|bit|way|thing|things|time|day|night|week|morning|evening|evenings|paper|place"
    r"|moment|point|end|news|truth|sides?|same|other|rest|patient|head)\b|^your (?:head|mind|feet|eyes?|back|life"
    r"|god|arse)\b"
)
"""What is named in passing: nobody wants to be asked about it."""

KIND_OF = (
    r"{} (?:food|cuisine|curry|takeaway|restaurant|place|class(?:es)?|lessons?|films?|music|course|cake|bread|shop)\b"
)
"""What an adjective that is written as a name is said of: Thai food."""

FILES = re.compile(r"[(（](?:image: |画像：).*[)）]\s*$")
"""The names of the files of what was shown, which stand behind the words."""


def topic_of(said: str, material: Material) -> str:
    """What is new in it: the last of its topics that nobody has spoken of yet in this talk."""
    earlier, said = fold("\n".join(material["earlier"])), FILES.sub("", said)
    new = [topic for topic in topics(said) if fold(topic) not in earlier and len(topic) <= TOPIC_LENGTH]
    if material["language"] == "ja":
        own = "\n".join(_own(material))
        found = focal([topic for topic in new if fold(topic) not in own], said)
        return PICTURES.sub("", POLITE.get(found, found))
    named = [name for name in (_named(topic, said) for topic in new) if name]
    mentioned = [name for name in named if not PASSING.search(name) and not name.startswith("the ")]
    return PICTURES.sub("", mentioned[-1]) if mentioned else ""


def _own(material: Material) -> set[str]:
    """What the person is called."""
    told = (*material["facts"], *material["learnt"])
    return {fold(fact["value"]) for fact in told if fact["kind"] == "name" and not fact["about"]}


def _named(topic: str, said: str) -> str:
    """How somebody else speaks of it, as "your driving test"; "" for what no article tells from a mere word."""
    if found := re.search(DETERMINED.format(re.escape(topic)), said, flags=re.IGNORECASE):
        being = "being " if re.search(rf"\b(?:i'm|i am) {re.escape(found[0])}", said, flags=re.IGNORECASE) else ""
        return being + (found[0] if being else f"{YOURS.get(found[1].lower(), found[1].lower())} {found[2]}")
    if re.search(rf"\b(?:i'm|i am|name is|name's|call me) {re.escape(topic)}\b", said, flags=re.IGNORECASE):
        return ""
    if whole := re.search(KIND_OF.format(re.escape(topic)), said):
        return whole[0]
    return topic if topic[:1].isupper() and not said.startswith(topic) else ""
