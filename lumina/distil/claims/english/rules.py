"""Rules: a pattern over a clause, and the fact that it states."""

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from lumina.known import Mode
from lumina.language.lexicon import word_list
from lumina.language.plain_english.words import JOB, LITTLE, NAME, NUMBER, RELATION, SPECIES

END = (
    r"(?=\s*(?:$|[,.!?;:()…]|\b(?:and|but|so|cos|because|since|for|with|when|while|which|who|that|if|though"
    r"|too|as|now|again|at the moment"
    r"|these days|at present|any ?more|nowadays|instead|as well|currently|tonight|today|tomorrow|yesterday"
    r"|every|each|till|until|after|before|apparently|honestly|still|ever|already|lately|then|by|this|last"
    r"|next|or|mind|love|mate)\b))"
)
PLACE_END = (
    r"(?=\s*(?:$|[,.!?;:()…]|\b(?:and|but|so|cos|because|since|for|with|when|while|which|who|that|if|though"
    r"|too|as|now|again|at|these|any ?more|nowadays|instead|currently|last|this|next|on|in|two|three|four"
    r"|five|six|seven|eight|nine|ten|\d|about|almost|over|until|till|from|by|to|after|before|years?|a (?:year"
    r"|month|week)|back|yesterday|today|tomorrow|then|where|temporarily|permanently|off|near|every|each|off"
    r"|because|full|together|anyway|actually|myself|ourselves|alone)\b))"
)

LANGUAGES = (
    *("English", "French", "German", "Spanish", "Italian", "Portuguese", "Russian", "Arabic", "Mandarin", "Cantonese"),
    *("Chinese", "Japanese", "Korean", "Thai", "Vietnamese", "Hindi", "Urdu", "Punjabi", "Turkish", "Greek", "Latin"),
    *("Dutch", "Swedish", "Norwegian", "Danish", "Finnish", "Icelandic", "Polish", "Czech", "Hungarian", "Romanian"),
    *("Ukrainian", "Hebrew", "Welsh", "Gaelic", "Irish", "Swahili", "Esperanto", "BSL", "British Sign Language"),
)


def _words(name: str) -> str:
    """Any word of a list, the longest first; an underscore is a space."""
    return "(?:" + "|".join(sorted(word_list(name), key=len, reverse=True)).replace("_", " ") + ")"


SUBJECTS = (
    r"law|medicine|nursing|midwifery|dentistry|pharmacy|veterinary(?: science| medicine)?|physiotherapy|radiography"
    r"|theology"
    r"|divinity|history|(?:modern |ancient |art )?history|english(?: lit(?:erature)?)?|french|german|spanish|italian"
    r"|japanese"
    r"|classics|linguistics|maths?|mathematics|statistics|physics|chemistry|biochemistry|(?:marine )?biology|zoology"
    r"|botany"
    r"|geography|(?:structural )?geology|economics|accounting|accountancy|finance|business(?: studies| management)?"
    r"|marketing"
    r"|philosophy|politics|psychology|sociology|anthropology|archaeology|criminology|social work|journalism"
    r"|media(?: studies)?"
    r"|film(?: studies)?|photography|(?:fine )?art|graphic design|fashion|textiles|design|architecture|music|drama"
    r"|dance"
    r"|education|computing|computer science|data science|(?:(?:mechanical|civil|electrical|electronic|chemical|software"
    r"|aerospace|structural|marine) )?engineering|mech(?:anical)?|agriculture|forestry|horticulture"
    r"|environmental science"
    r"|sports? science|catering|joinery|carpentry|plumbing|hairdressing|tourism|hospitality"
)
"""What is studied."""
MONTH = "(?:jan|feb|mar(?:ch)?\\b|apr|may\\b|june?\\b|july?\\b|aug|sept?|oct|nov|dec)"
PIECES = {
    "<I>": rf"^(?:I|we|me and (?-i:[A-Z])\w+|(?-i:[A-Z])\w+ and I) {LITTLE}",
    "<I'M>": rf"^(?:I'm|I am|we're|we are|me and (?-i:[A-Z])\w+ are|(?-i:[A-Z])\w+ and (?:I|me) are) {LITTLE}",
    "<I'VE>": rf"^(?:I've|I have|we've|we have|I|we|me and (?-i:[A-Z])\w+ have|me and (?-i:[A-Z])\w+) {LITTLE}",
    "<DID>": rf"^(?:(?:I've|I have|we've|we have|I|we|me and (?-i:[A-Z])\w+(?: have)?) )?{LITTLE}",
    "<MY>": r"(?:my|me|our)",
    "<THING>": rf"(?P<value>[^\W\d_][^,.!?;:()…]{{1,58}}?){END}",
    "<LIKED>": rf"(?P<value>[^\W\d_][^,.!?;:()…]{{1,58}}?){END.replace('and|but|', 'and (?:I|it|that|they|we)|but|')}",
    "<PLACE>": rf"(?P<value>(?:the |our |my |me )?[^\W\d_][\w'’&-]*(?: (?!(?:and|but|so|for|with|since|now|at|on|in"
    rf"|last|this|next)\b)[\w'’&-]+){{0,4}}?(?: in (?!{MONTH})(?-i:[A-Z])[\w-]+)?){PLACE_END}",
    "<JOB>": rf"(?P<value>(?:(?!not\b|in\b|on\b|at\b|the\b|that\b|and\b|with\b|of\b|to\b|big\b)[\w'/-]+"
    rf" ){{0,3}}?{JOB})\b(?! to\b(?! trade)| of mine)",
    "<AGENT>": r"(?P<value>(?:(?!not\b|in\b|on\b|at\b|the\b|that\b|and\b|with\b|of\b|to\b)[\w'/-]+ ){0,3}?"
    r"[a-z]{3,}(?:er|or|ist|ian|eer|ant|man|woman|smith|wright|ress|nurse))\b",
    "<WITH>": r"(?:together |(?:together )?with (?:my |me |our |the )?[\w'-]+(?: (?-i:[A-Z])[\w'-]+)? )?",
    "<WAY>": r"(?:(?:over|up|down|out|back|still|away|here) )?",
    "<GOING>": r"^(?:I'm|we're|me and (?-i:[A-Z])\w+ are|(?-i:[A-Z])\w+ and I are|I am|we are) "
    r"(?:just |also |finally )?",
    "<MOVER>": r"(?:^|\b(?:I|we|I've|we've|have|had|who|and|then|just|since|when|recently|finally"
    r"|also|both|all|now|before|got|been) )",
    "<DRIVEN>": r"(?:bus|buses|lorry|lorries|taxis?|cabs?|trains?|trams?|vans?|trucks?|coach|coaches"
    r"|ambulances?|forklifts?|cranes?"
    r"|gritters?|diggers?|excavators?|tractors?|combine|hearse|tanker|dumper|bulldozer"
    r"|snowplou?gh|snowplows?|plows?|school bus|dump truck|food truck"
    r"|bin wagon|ferry|minibus)",
    "<EATEN>": r"(?:chips|food|milk|bread|lunch|dinner|breakfast|coffees?|teas?|drinks?|beers?"
    r"|pints?|rounds?|ice creams?|sandwich(?:es)?"
    r"|pizzas?|cakes?|flowers|tickets?|petrol|groceries|snacks?|sweets|crisps|fish)",
    "<NO_DRUG>": r"(?:(?:the |an? |my )?(?:waiting )?(?:list|course|plan|days?|nights?|earl(?:y|ies)"
    r"|lates?|shifts?|weekends?|rota|call|hold|speaker"
    r"|loudspeaker|keyboards?|drums|bass|guitar|vocals|tills?|reception|desk|team|door|bar|spot|front|stage|telly|tv"
    r"|radio|probation|leave|notice|trial|committee|board|train|bus|plane|phone|blast|mute|show|bench|diet))",
    "<BODY>": r"(?:ankle|arm|back|bone|collarbone|dis[ck]|elbow|eardrum|fingers?|foot|feet|hand|heel"
    r"|hips?|jaw|knees?|leg|ligaments?"
    r"|meniscus|muscle|nerve|neck|nose|pelvis|retina|ribs?|shoulder|skull|tendon|thumb|toes?|tooth|teeth|vertebrae?"
    r"|wrist"
    r"|hamstring|calf|cartilage|achilles|acl|(?:rotator )?cuff|appendix|prostate|heart|arter(?:y"
    r"|ies)|valve|liver|spleen"
    r"|bladder|bowel|lung|ulcer|vein|kneecap|kneecap|tibia|fibula|femur|clavicle|scaphoid|metatarsal|cheekbone|aorta"
    r"|ear|eye|groin|hernia|humerus|sternum|tailbone|coccyx)",
    "<KEPT>": rf"(?:{SPECIES})s?|bees|quail|pigeons|doves|birds|ponies|reptiles|fish|worms|silkworms"
    rf"|allotment|(?:scrap|note|sketch)book|diary|journal|gratitude list"
    r"|bonsai|orchids|ferrets|poultry|livestock|aquariums?|hives?|score|wicket",
    "<MONTH>": MONTH,
    "<SUBJECT>": rf"(?:{SUBJECTS})",
    "<GIVEN>": f"(?P<value>(?-i:{'|'.join(sorted(name.title() for name in word_list('names.en')))}))",
    "<JOBS>": JOB,
    "<ILL>": f"(?P<value>{_words('ills.en')})",
    "<ILLS>": _words("ills.en"),
    "<BELONGING>": _words("belongings.en"),
    "<MAKE>": _words("makes.en"),
    "<ALLERGEN>": rf"(?:{_words('allergens.en')}(?:s|es)?)",
    "<PASTIMES>": _words("pastimes.en"),
    "<PASTIME>": f"(?P<value>{_words('pastimes.en')})",
    "<WORKER>": rf"(?:[\w'/-]+ ){{0,3}}?{JOB}",
    "<NAME>": f"(?P<value>{NAME})",
    "<NUMBER>": f"(?P<value>{NUMBER})",
    "<RELATION>": f"(?:{RELATION})",
    "<SPECIES>": f"(?:{SPECIES})",
    "<LITTLE>": LITTLE,
    "<LANGUAGE>": rf"(?P<value>(?-i:(?:{'|'.join(LANGUAGES)})))",
}


OPENINGS = ("<I>", "<I'M>", "<I'VE>", "<DID>", "<GOING>")
"""Pieces with which the clauses of many rules begin: where one is not found, none of its rules is looked for."""


@dataclass(frozen=True)
class Rule:
    """A fact of this kind, in this mode, where the pattern is found. `says` is the pattern as it is written, with
    pieces in it. `dated`: it holds since the day that the clause
    names, or for as long as it says. `own`: only of the person, `others`: only of somebody else.
    `general`: silent where another rule has told of the same. `subject`: the value opens the clause, and is no name.
    `form` is how the value reads, `instead` what it takes
    the place of where the clause does not say."""

    kind: str
    says: str
    mode: Mode = Mode.IS
    confidence: float = 0.8
    dated: bool = False
    own: bool = False
    others: bool = False
    form: str = "{value}"
    instead: str = ""
    general: bool = False
    subject: bool = False

    def catches(self, group: str) -> bool:
        """Whether the pattern has a group of this name."""
        return f"?P<{group}>" in self._whole

    @cached_property
    def opening(self) -> str:
        """The one of the openings without which it is not found, or ""."""
        begins = next((one for one in OPENINGS if self.says.startswith(one)), "")
        return begins if _is_anchored(self._whole) else ""

    @cached_property
    def found_in(self) -> Callable[[str], re.Match[str] | None]:
        """Looks for it in a text: at the beginning alone, where it can match nowhere else. Compiled when it is first
        looked for: there are hundreds, and one talk has use for a few of them."""
        pattern = re.compile(self._whole, re.I)
        return pattern.match if _is_anchored(self._whole) else pattern.search

    @cached_property
    def _whole(self) -> str:
        """The pattern with its pieces put in."""
        says = self.says
        for name, piece in PIECES.items():
            says = says.replace(name, piece)
        return says


CLOSEST = "rules.toml"
"""What is said so plainly that it is told of whatever else is."""
FILES = (CLOSEST, "circumstances.toml", "doings.toml", "in_passing.toml", "in_other_words.toml")


@cache
def rules() -> tuple[Rule, ...]:
    """All rules of the files, in their order."""
    return tuple(_rule(kind, {"general": name != CLOSEST} | row) for name in FILES for kind, row in _rows(name))


def _rows(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    table = tomllib.loads(files("lumina.distil.claims.english").joinpath(name).read_text(encoding="utf-8"))
    return ((kind, row) for kind, rows in table.items() for row in rows)


def _rule(kind: str, row: dict[str, Any]) -> Rule:
    mode = Mode(row.pop("mode", "is"))
    return Rule(row.pop("kind", kind), row.pop("say"), mode, **row)


def openings_of(text: str) -> frozenset[str]:
    """The openings with which a clause begins."""
    return frozenset(name for name, pattern in _openings() if pattern.match(text))


@cache
def _openings() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(PIECES[name], re.I)) for name in OPENINGS)


def _is_anchored(pattern: str) -> bool:
    """Whether it can match at the beginning alone: then nowhere else is looked."""
    depth = 0
    for at, character in enumerate(pattern):
        if pattern[at - 1 : at] != "\\":
            depth += (character == "(") - (character == ")")
            if character == "|" and depth == 0:
                return False
    return pattern.startswith("^")
