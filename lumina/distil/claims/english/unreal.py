"""What is told in English and is not so: a dream, a story, a role in a game, a joke."""

import re

OF_TALES = (
    r"(?:(?:half[- ])?(?:orc|elf|elves|ogre|dragon|goblin|dwarf|giant)|wizard|witch|vampire|werewolf|zombie|pirate"
    r"|mermaid|unicorn|fairy|troll|superhero|villain|paladin|necromancer|sorcerer|warlock|druid|bard|ninja|jedi|sith|halfling|gnome"
    r"|alien|robot|cowboy|highwayman|(?:evil|wicked) \w+)"
)
"""What nobody is but in a tale or a game."""
FICTION = re.compile(
    r"\b(?:dreamt|dreamed|dreaming|(?:had|have|having) (?:\w+ ){0,3}dreams?|in (?:my|a) dreams?"
    r"|dreams? (?:last night|about"
    r"|where|that|in which)|\w+ dream:|nightmares|(?:had|have|having) (?:\w+ ){1,3}nightmare"
    r"|in (?:the|this|my|that|a) (?:film|movie|book|novel|game|story"
    r"|series|show|episode|play|dream|sims)"
    r"|that's the (?:film|movie|book|game|plot)|(?:picture|imagine) me\b|in another universe|(?:I'm|he's|she's) this"
    r" (?:[\w-]+ ){0,2}(?:man|woman|guy|girl|boy|lady|fella|king|queen|prince|princess|spy|cop|detective|baron|lord)\b"
    r"|my sims?\b|(?:I'm|I am|I was|I play(?:ed)?|he's|she's|the kids have me playing) (?:an? |the |his |her |their )"
    rf"(?:[\w-]+ ){{0,3}}?{OF_TALES}\b|my character|i play as|role[- ]?play\w*|\bact(?:ed|ing)? (?:it |this "
    r"|that |them )?out\b|in (?:a|the|our) (?:sketch|panto|skit)\b|watching"
    r" that|the plot|once upon a time|fairy tale|in a past life"
    r"|in another life|let's say|let's play|(?:^|[.!?] )(?:just |so |ok,? )?(?:imagine|pretend)|let's pretend"
    r"|hypothetically|writing an? (?:\w+ )?(?:whodunn?it|thriller|screenplay|musical|sitcom|murder mystery)"
    r"|fan ?fic\w*|writing a (?:story"
    r"|novel|scene)|horoscope says|april fools?)\b",
    re.I,
)
JOKE = re.compile(
    r"\b(?:joking|jokes|just kidding|only kidding|jk|kidding|knock knock|(?:not really|as if)(?= *(?:[!.,]|$))"
    r"|(?:that's|that was|it's|it was|is|was) (?:a|my|the) (?:\w+ )?joke|in jest|(?:only|just) teasing|badum tish)\b"
    r"|\bnot!\s*$",
    re.I,
)
