"""What may be the value of a fact, and what of a value is left without what only leads to it or follows it."""

import re

EDGE = re.compile(
    r"^(?:(?:the|a|an|my|me|our|some|any|all|about|just|really|actually|being) )+|(?: (?:at all|a lot|so much"
    r"|very much|really|more|most|together|to bits|to be honest|honestly|though|anyway|lol|too|either|there|here"
    r"|ever))+$",
    re.I,
)
STUMP = re.compile(
    r"\b(?:to|in|of|with|at|on|for|the|a|an|and|into|about|from|up|out|this|that)$|^(?:making|playing|doing"
    r"|watching|going|being|getting|having|seeing|trying|using|learning|talking|working|thinking|spending"
    r" time|holding \w+|giving|taking|putting)$",
    re.I,
)
EMPTY = re.compile(
    r"^(?:|it|this|that|them|you|him|her|one|ones|things?|stuff|something|anything|nothing|everything|someone"
    r"|people|here|there|me|home|town"
    r"|way|place|lot|bit|time|day|new|own|same|best|other|idea|fun|life|work|love|it all|all|so|not|that one"
    r"|(?:lucky|poor|silly|clever) (?:old )?(?:me|us|you)|no|much|going|good|great|fine|right|better|sure|everyone"
    r"|myself|yourself)$",
    re.I,
)
LONG, LONGER = 8, 14
"""Words of a value at most; of one that is told in a clause of its own."""
PLACES = frozenset(("home", "hometown", "workplace"))
NO_PLACE = re.compile(
    r"^(?:that|this|these|those|his|her|their|(?-i:it)|there|future|past|round|around|nearby|barn$|peanuts|tips|free$"
    r"|nothing$|denial|fear|dread|squalor|luxury|chaos|(?:dressing gown|pyjamas|pjs|joggers|leggings|jeans|slippers"
    r"|trackies|hoodie|wellies|head|bubble|tip)$|moon|internet|planet|stone age"
    r"|(?:long )?line\b|least|last|most|once|first|peace|ease|random|all|same"
    r"|different|next|another|bed|person|general"
    r"|(?:couch|sofa|shed|bench|floor|back|front|attic|ward|altos?|sopranos?|tenors?|basses|keyboards?|drums|days"
    r"|nights"
    r"|earlies|lates|(?:spare|other|next) (?:room|bed)|side of the family)$)\b",
    re.I,
)
WHEN = re.compile(
    r"^\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|weeks?|months?|years?)\b"
    r"|^(?:january|february|march|april|may|june|july|august|september|october|november|december|autumn|spring|summer"
    r"|winter|christmas|easter)$",
    re.I,
)
BAD_JOB = re.compile(
    r"^(?:yes|no|thanks|dear|hi|hello|sorry|best|worst|better|only|favou?rite|fellow)\b|\b(?:terrible|bad|good|great"
    r"|rubbish|awful|amazing|wonderful|lousy|slow|fast|nervous|careful|mess"
    r"|natural|born|decent|true|real|proper|fan|lover|member|friend|believer|sucker|beginner|teenager|foreigner"
    r"|stranger"
    r"|loner|riser|winner|loser|thinker|sleeper|eater|drinker|smoker|talker|listener|survivor|sufferer|parent|patient"
    r"|client|customer|owner|supporter|skier|runner|swimmer|climber|reader|gamer|cyclist|knitter|hiker|surfer"
    r"|(?<!the )number"
    r"|matter|disaster|brother|sister|mother|father|daughter|grandmother|grandfather|wonder|vegetarian|giant"
    r"|monster|minor|newcomer|regular|visitor|passenger|christian|person|elephant|important|christian)\b",
    re.I,
)


def clean(value: str) -> str:
    """A value without articles and what trails off."""
    before = ""
    while before != value:
        before, value = value, EDGE.sub("", value).strip(" ,.!'\"")
    return value
