"""The words that the English rules are made of: relations, pets, names, and the pieces of patterns."""

import re
from functools import lru_cache

from lumina.language.lexicon import word_list

ROLES = (
    *("agent", "solicitor", "lawyer", "midwife", "consultant", "surgeon", "physio", "instructor", "lodger", "tenant"),
    *("carer", "cleaner", "nanny", "babysitter", "childminder", "barber", "hairdresser", "vicar", "priest", "pastor"),
    *("bandmate", "teammate", "student", "pupil", "principal", "headteacher", "headmaster", "director", "editor"),
    *("publisher", "plumber", "builder", "electrician", "mechanic", "social worker", "captain", "opponent", "lecturer"),
    *("professor", "conductor", "accountant", "nurse", "optician", "personal trainer", "business partner", "sponsor"),
    *("roomie", "classmate", "desk mate", "lab partner", "pen pal", "godfather", "godchild", "twin", "in-law"),
)
"""Who somebody is to the person in a role that says itself what it is."""

WHICH = "wee|big|little|eldest|oldest|youngest|elder|older|younger|middle|baby|teenage"

RELATIONS = {
    "mother": "mum|mom|mam|mummy|mommy|mama|mother|mumsy|maw",
    "father": "dad|daddy|papa|pops|da|father|old man",
    "brother": "(?:(?:wee|little|big|older|younger|elder|baby|twin|kid) )?(?:brother|bro)",
    "sister": "(?:(?:wee|little|big|older|younger|elder|baby|twin|kid) )?(?:sister|sis)",
    "half-brother": "half[- ]brother",
    "half-sister": "half[- ]sister",
    "son": f"(?:(?:{WHICH}) )?(?:son|boy|laddie)|(?:little|wee|young) lad|young fella|lad",
    "daughter": f"(?:(?:{WHICH}) )?(?:daughter|girl|lass|lassie)",
    "child": "(?:eldest|oldest|youngest|first-?born|kid|child|toddler|baby|little one|bairn|wean)",
    "grandmother": "nan|nana|nanna|gran|granny|grandma|grandmother|grandmum",
    "grandfather": "grandad|granddad|grandpa|gramps|grandfather",
    "great-grandson": "great[- ]?grandson",
    "great-granddaughter": "great[- ]?granddaughter",
    "great-grandchild": "great[- ]?grandchild",
    "grandson": "grandson",
    "granddaughter": "granddaughter",
    "grandchild": "grandchild|grandkid|grandbaby|grandbairn",
    "aunt": "(?:great[- ])?(?:aunt|auntie|aunty)",
    "uncle": "(?:great[- ])?uncle",
    "cousin": "cousin",
    "niece": "niece",
    "nephew": "nephew",
    "sister-in-law": "sister[- ]in[- ]law",
    "brother-in-law": "brother[- ]in[- ]law",
    "mother-in-law": "mother[- ]in[- ]law",
    "father-in-law": "father[- ]in[- ]law",
    "son-in-law": "son[- ]in[- ]law",
    "daughter-in-law": "daughter[- ]in[- ]law",
    "stepmother": "step[- ]?(?:mum|mom|mother)",
    "stepfather": "step[- ]?(?:dad|father)",
    "stepson": "step[- ]?son",
    "stepdaughter": "step[- ]?daughter",
    "stepbrother": "step[- ]?brother",
    "stepsister": "step[- ]?sister",
    "goddaughter": "god[- ]?daughter",
    "godson": "god[- ]?son",
    "godmother": "god[- ]?mother",
    "husband": "husband|hubby",
    "wife": "wife|missus",
    "partner": "partner|other half|better half",
    "boyfriend": "boyfriend|fella|bloke|bf",
    "girlfriend": "girlfriend|gf",
    "fiancé": "fianc[eé]",
    "fiancée": "fianc[eé]e",
    "ex": "ex(?:[- ](?:husband|wife|boyfriend|girlfriend|partner|fianc[eé]e?))?",
    "best friend": "best (?:friend|mate|pal|bud|buddy)|bestie|bff",
    "friend": "(?:(?:good|great|close|old|dear|drinking|fishing|gym|school|childhood|uni|work|college|family) )?"
    "(?:friend|mate|pal|buddy)",
    "colleague": "colleague|co-?worker|workmate|work (?:wife|husband|bestie|bff|mum|mom|dad|pal|buddy)",
    "boss": "(?:new |old )?(?:boss|manager|line manager|team leader)",
    "supervisor": "(?:(?:thesis|phd|new) )?supervisor",
    "flatmate": "flatmate|housemate|roommate|room-mate",
    "neighbour": "(?:next[- ]door )?neighbou?r",
    "teacher": "(?:\\w+ )?teacher",
    "tutor": "tutor",
    "coach": "coach|trainer",
    "mentor": "mentor",
    "landlord": "landlord",
    "landlady": "landlady",
    "therapist": "therapist|counsellor|counselor|psychologist",
    "doctor": "doctor|gp",
    "dentist": "dentist",
    "assistant": "assistant|apprentice|trainee",
    **{role: role for role in ROLES},
}
PARTNERS = {"husband", "wife", "partner", "boyfriend", "girlfriend", "fiancé", "fiancée"}
MATE = r"(?:boyfriend|girlfriend|bf|gf|husband|hubby|wife|missus|partner|fella|bloke|fianc[eé]e?|other half)"
"""Whom one is a couple with, as they are called."""
FRIENDS = {
    *("best friend", "friend", "colleague", "boss", "supervisor", "flatmate", "neighbour", "teacher", "tutor"),
    *("coach", "mentor", "landlord", "landlady", "therapist", "doctor", "dentist", "assistant"),
    *(set(ROLES) - {"godfather", "godchild", "twin", "in-law"}),
}
WORDS_FOR = {"mother": ("mum", "mother"), "father": ("dad", "father")}
"""Relations of which everybody has one for good: the words for them are names of that one."""

PLAYS = (
    r"drummer|bassist|(?:bass|guitar|keyboard|keys|sax|trumpet|fiddle) player|(?:(?:lead|rhythm) )?guitarist"
    r"|(?:lead )?singer|vocalist|front ?(?:man|woman)|keyboardist|pianist|saxophonist|trumpeter|fiddler"
    r"|percussionist|cellist|violinist"
)
PLAYS_BALL = r"goalie|goalkeeper|striker|pitcher|catcher|quarterback|point guard|shortstop|setter|winger|midfielder"
"""Whoever is that in one's band, or in one's team."""
FELLOWS = (
    (re.compile(rf"band|{PLAYS}", re.I), "bandmate"),
    (re.compile(rf"team|{PLAYS_BALL}", re.I), "teammate"),
)

TITLES = {
    "Auntie": "aunt",
    "Aunty": "aunt",
    "Aunt": "aunt",
    "Uncle": "uncle",
    "Nana": "grandmother",
    "Nan": "grandmother",
    "Nanna": "grandmother",
    "Gran": "grandmother",
    "Granny": "grandmother",
    "Grandma": "grandmother",
    "Grandad": "grandfather",
    "Granddad": "grandfather",
    "Grandpa": "grandfather",
}
KIN = "mum|mom|mam|mummy|dad|daddy|nan|nana|nanna|gran|granny|grandma|grandad|granddad|grandpa"
"""Who needs no "my" before them."""

SPECIES = (
    "cat|dog|kitten|puppy|pup|rabbit|bunny|hamster|guinea pig|gerbil|budgie|parrot|parakeet|cockatiel|canary"
    "|goldfish|tortoise|turtle"
    "|gecko|snake|lizard|bearded dragon|ferret|pony|horse|donkey|goat|greyhound|labrador|lab|terrier|jack"
    " russell|spaniel|collie"
    "|border collie|whippet|lurcher|poodle|dachshund|beagle|pug|bulldog|boxer|rottweiler|dalmatian|husky"
    "|corgi|chihuahua"
    "|alsatian|german shepherd|golden retriever|retriever|cockapoo|labradoodle|cavapoo|shih tzu|yorkie|tabby"
    "|siamese|maine coon"
    "|ginger tom|tomcat|hedgehog|chicken|hen|axolotl|chinchilla|rat|mouse|degu|llama|alpaca|tarantula|stick"
    " insect|hermit crab|staffie|schnauzer|setter|pointer|mastiff|great dane|saint bernard|springer|cocker"
    "|python|corn snake|cavapoo|sheepdog|sausage dog|westie|wolfhound|bloodhound|pomeranian|frenchie|doodle"
    "|parrotlet|lovebird|finch|newt|frog|toad|crow|owl|falcon|stick insect|sugar glider|malamute|samoyed|akita"
    "|huntaway|kelpie|heeler|cattle dog|saluki|basset hound|red setter|airedale|weimaraner|vizsla"
    "|pit ?bull|bichon|maltese|shiba"
    "|bantam|rooster|cockerel|chook|turkey|quail|guinea fowl|peacock|pigeon|gerbils|budgerigar|clydesdale|shetland|cob"
    "|ragdoll|moggy|duck|goose|sheep|pig|cow|chick|koi|terrapin|iguana|cockatoo|macaw|mutt|mongrel"
)
MANY = (
    rf"kids|children|twins|boys|girls|lads|lasses|sons|daughters|brothers|sisters|parents|friends|mates|cousins|nieces"
    rf"|nephews|aunts"
    rf"|uncles|neighbou?rs|colleagues|workmates|roommates|teammates|godparents|grandsons|granddaughters|grandkids"
    rf"|grandchildren|flatmates|housemates|ponies|bunnies|puppies"
    rf"|(?:{SPECIES})s"
)
NOT_NAMES, GIVEN_NAMES = word_list("not_name.en"), word_list("given_names.en")
NUMBERS = {
    word: at
    for at, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
TENS = {
    word: at
    for at, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
UNITS = "one|two|three|four|five|six|seven|eight|nine"

RELATION = "|".join(sorted(RELATIONS.values(), key=lambda one: ("in[- ]law" in one, len(one)), reverse=True))
NORMAL = tuple((re.compile(pattern, re.I), normal) for normal, pattern in RELATIONS.items())
NAME = (
    r"(?-i:(?:(?:Dr|Mrs?|Ms|Miss|Prof|Professor|Auntie|Aunty|Aunt|Uncle|Nana|Nanna|Nan|Granny|Grandma|Grandad"
    r"|Grandpa)\.? )?"
    r"(?:[A-Z][a-zà-ÿ]+|(?:De|La|Ja|Da|Mc)[A-Z][a-zà-ÿ]+)(?:[-'][A-Z][a-zà-ÿ]+)?)(?!\w)(?!'(?:m|ve|ll|d|re|t)\b)"
)
NUMBER = (
    rf"(?>\d{{1,3}}|(?:{'|'.join(TENS)})(?:[- ](?:{UNITS})\b)?|(?:{'|'.join(sorted(NUMBERS, key=len, reverse=True))}))"
)
"""A number as far as it goes: eighty-three is never eighty."""
JOB = "(?:" + "|".join(sorted(word_list("jobs.en"), key=len, reverse=True)) + ")"
LITTLE = (
    r"(?:(?:really|just|also|still|actually|always|now|currently|only|even|properly|basically|officially"
    r"|mostly|mainly|usually|normally|generally|kinda|sorta|secretly|probably|hopelessly|madly|mildly|severely"
    r"|deathly|terribly"
    r"|finally|recently|do|quite|proper|absolutely|totally|definitely|literally|honestly|already|ever|kind of"
    r"|sort of|so|very|both|all|well) )*"
)


@lru_cache(maxsize=4096)
def normal_relation(words: str) -> str:
    """The normal form of a relation as it is said: me mum is mother. "" where it is none."""
    return next((normal for pattern, normal in NORMAL if pattern.fullmatch(words.strip())), "")


def number_of(words: str) -> int | None:
    """Thirty-four is 34."""
    if words.isdigit():
        return int(words)
    first, _, second = words.lower().replace("-", " ").partition(" ")
    if first in TENS:
        return TENS[first] * 10 + NUMBERS.get(second, 0)
    return NUMBERS.get(first)


def is_name(word: str) -> bool:
    """Whether a capitalised word may be somebody's name."""
    return bool(word) and not any(part in NOT_NAMES and part not in TITLES for part in word.split())


def is_given(word: str) -> bool:
    """Whether it may be one right behind what somebody is: my son Leo."""
    return word in GIVEN_NAMES or is_name(word)
