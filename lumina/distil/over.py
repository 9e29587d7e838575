"""What is over together with what is said to be: an illness of a part of the body, and what belonged to a class or a
band."""

from datetime import datetime

from lumina.distil import lasting
from lumina.distil.values import words_of
from lumina.known import Claimed, Fact
from lumina.language.scripts import fold


def well_again(one: Claimed, ills: list[Fact]) -> None:
    """What ailed the named part of the body lately is over; without one, what was told of last."""
    named = fold(one.claim.value)
    lately = [
        at
        for at, fact in enumerate(ills)
        if fact.is_open and one.at - fact.said <= lasting.LONG and fact.said < one.at and named in fold(fact.value)
    ]
    for at in lately if named else lately[-1:]:
        ills[at] = lasting.ended(ills[at], one)


def end_of_what_it_was(one: Claimed, hobbies: list[Fact], habits: list[Fact]) -> None:
    """Of a class that is given up by all its words (guitar lessons) what a sentence with these told of it is over: the
    guitar, and Thursdays at the lessons. Of a band what one did in it is, and the rehearsals told with it."""
    words, group = words_of(one.claim.value), lasting.is_group(one.claim.value)
    days = set[datetime]()
    for fact in (*hobbies, *habits):
        told = fact.said != one.at and words_of(fact.text) >= words
        if group and told and (fact.is_open or fact.history[-1].at == one.at):
            days.add(fact.said)

    def is_over(fact: Fact) -> bool:
        told = words_of(fact.text) >= words and (group or (len(words) > 1 and words & words_of(fact.value)))
        beside = fact.kind == "habit" and fact.said in days and lasting.is_rehearsal(fact)
        return fact.is_open and fact.said != one.at and bool(told or beside)

    for here in (hobbies, habits):
        here[:] = [lasting.ended(fact, one) if is_over(fact) else fact for fact in here]
