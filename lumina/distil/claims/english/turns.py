"""What a turn in English claims."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from lumina.distil.claims.english.ages import OLDEST, ages_beside, and_still
from lumina.distil.claims.english.ailing import whose_illness
from lumina.distil.claims.english.answers import answered, favourites, landed, told_who
from lumina.distil.claims.english.antecedents import is_called_otherwise, last_mentioned, one_mentioned, to_be_named
from lumina.distil.claims.english.begun import begun_in, coupled
from lumina.distil.claims.english.beliefs import others_beliefs
from lumina.distil.claims.english.changing import changing_in, new_things
from lumina.distil.claims.english.clauses import Clause, clauses, plain, sentences
from lumina.distil.claims.english.corrections import corrected, put_otherwise
from lumina.distil.claims.english.couples import couples_in
from lumina.distil.claims.english.dated import with_facts, without_undated
from lumina.distil.claims.english.dates import birthdays_in
from lumina.distil.claims.english.deaths import deaths_in, is_told_by_pronoun, whose_death
from lumina.distil.claims.english.ended import ended_in, unless_replaced
from lumina.distil.claims.english.facts import facts_in
from lumina.distil.claims.english.fragments import completed, goes_on
from lumina.distil.claims.english.gone import gone_in, without_what_ended
from lumina.distil.claims.english.heard import heard
from lumina.distil.claims.english.hiring import seeks, with_day, work_in
from lumina.distil.claims.english.introducing import introduced, is_out_of, of_nobody, renamed
from lumina.distil.claims.english.kin_is import unless_names
from lumina.distil.claims.english.laid_down import laid_down_in
from lumina.distil.claims.english.loops import loops_in
from lumina.distil.claims.english.mended import mended_in
from lumina.distil.claims.english.misread import as_meant
from lumina.distil.claims.english.moving import finest_home, kin_away, moves_in
from lumina.distil.claims.english.no_more import no_more_in
from lumina.distil.claims.english.owners import with_owners
from lumina.distil.claims.english.parting import denied_in, parted_in, unless_apart
from lumina.distil.claims.english.people import PRONOUN_CALLED, RENAMED, parents_in, people_in
from lumina.distil.claims.english.posts import posted
from lumina.distil.claims.english.reactions import reactions_in
from lumina.distil.claims.english.recounted import recounted_in
from lumina.distil.claims.english.replies import replied
from lumina.distil.claims.english.stated import stated as kept_as_stated
from lumina.distil.claims.english.subjects import spoken_of
from lumina.distil.claims.english.there import said_there, turned
from lumina.distil.claims.english.verbs import PAST
from lumina.distil.claims.english.when_said import by_when
from lumina.distil.claims.tagged.claims import ASKED_ABOUT, is_faint, tagged, unless_faint
from lumina.known import ME, Claim, ClaimType, Mode
from lumina.language.plain_english.casing import with_names_heard
from lumina.language.plain_english.words import RELATION
from lumina.language.tokens import split_sentences
from lumina.models import Role, Turn

NEARBY = 3
"""Turns before among which is looked for what a day without a word for it is about: what the person said, and what they
were asked."""
SOMEBODY = re.compile(rf"(?:\w+ )?(?:{RELATION})\b(?!'s \w)", re.I)
THINGS = ("workplace", "likes", "dislikes", "allergy")
"""Kinds of what is nobody, whatever it is called."""
PLACES = ("home", "hometown", "workplace")
SCHOOLED = re.compile(r"\b(?:went to|was at|at) school with\b", re.I)
NO_PLACE = re.compile(r"^(?-i:[a-z])\w+ed\b|\b(?-i:I|we|he|she)\b")
"""What tells of somebody who does something is no place, whatever stands in it."""
NO_HOME = re.compile(r"(?:the |this |my |that )?(?:office|work|gym|pub|hospital|airport|library|studio|shops?|station)")
"""Where one spends one's days, and lives but in jest."""
TITLES_ALONE = frozenset({"Dr", "Mr", "Mrs", "Ms", "Prof", "Doctor"})
NO_MATTER = re.compile(r"(?:he|she|they|it|you|we)(?:'|\b)|start(?:ing)? \(", re.I)
"""No name of what is planned, or happened."""
KEPT_PAST = frozenset(
    (
        *("gave", "given", "quit", "stopped", "used", "got", "had", "read", "left"),
        *("cut", "need", "feed", "deleted", "uninstalled", "deactivated", "logged", "knocked", "laid"),
        *("retired", "bed", "made", "did"),
    )
)
"""With them a habit may be told, or its end."""
LATELY = 4
"""Turns of the person among which whoever is meant by a pronoun is looked for."""


def claims_in_english(
    text: str, at: datetime, before: Sequence[Turn], lately: Sequence[Turn] = (), names: Iterable[str] = ()
) -> list[Claim]:
    """What the text claims, behind the turns before it; what it puts right was told lately. Those of the names are
    known."""
    text = with_names_heard(told_who(text, before), [turn.text for turn in before], names)
    before = [replace(one, text=with_names_heard(one.text, (), names)) for one in before]
    stated = clauses(text)
    claims = [
        claim for place, clause in enumerate(stated) for claim in _claims(clause, stated[:place], text, at, before)
    ]
    near = [_heard(turn) for turn in before[-NEARBY:]]
    open_ = loops_in(sentences(text), at, near)
    owned = with_owners([*open_], stated, lambda clause, earlier: _alone_meant(clause, earlier, text, before))
    claims += as_meant([*with_facts([*owned], at.date())])
    claims += [
        *introduced(stated, claims, of_nobody(before)),
        *renamed(plain(text)),
        *favourites(text),
        *landed(stated),
        *new_things(stated),
        *turned(sentences(text)),
    ]
    claims += [*answered(text, stated, claims, before, at), *ages_beside(stated, claims)]
    if not any(one.kind == "allergy" for one in claims):
        claims += reactions_in(sentences(text), _meant(stated[0], (), text, before)[1] if stated else "")
    claims = by_when(text, claims)
    claims = replied(stated, claims, before)
    last = next((turn for turn in reversed(before) if turn.role is Role.PERSON), None)
    if last and (right := corrected(stated, at, lambda: claims_in_english(last.text, last.at, ()))):
        return right
    if right := put_otherwise(stated, claims, lambda: _told_before(lately or before)):
        return [*right, *(one for one in claims if one.kind not in {again.kind for again in right})]
    return unless_replaced([*_sifted(with_day(without_undated([*dict.fromkeys(claims)])))])


def _heard(turn: Turn) -> str:
    """What a turn may have named: of a character's only what it asks, as its own words are nobody's life."""
    if turn.role is Role.PERSON:
        return plain(turn.text)
    return " ".join(plain(one) for one in split_sentences(turn.text) if one.rstrip().endswith("?"))


def _told_before(before: Sequence[Turn]) -> Iterator[Sequence[Claim]]:
    """What each of the person's turns claimed, the latest first."""
    for at in reversed(range(len(before))):
        if before[at].role is Role.PERSON:
            yield claims_in_english(before[at].text, before[at].at, before[:at])


def _sifted(claims: Sequence[Claim]) -> Iterator[Claim]:
    """Without the person's own name, where they work, or what they like, as somebody, without somebody, or what is had
    on a day, as a thing that is owned, and without what another has on a day that is left open: what is open moves with
    its day."""
    named = [one for one in claims if one.type is ClaimType.FACT and one.kind == "name" and one.about == ME]
    own = {name for one in named for name in (one.value, one.replaces) if name}
    booked = tuple(f"{one.value.partition(' (')[0]} " for one in claims if one.kind == "event" and " (" in one.value)
    places = {one.value for one in claims if one.kind in THINGS and one.about == ME and one.value}
    dated = {one.text for one in claims if one.type is ClaimType.LOOP and one.until}
    roles = {f"new {one.kind}" for one in claims if one.type is ClaimType.PERSON and one.kind}
    for one in map(_as_meant_of, claims):
        unknown = one.type is ClaimType.PERSON and not one.kind
        is_own = unknown and (one.value in own or any(one.value in place for place in places))
        is_dated = (
            one.kind in ("event", "plan") and one.about != ME and one.text in dated and not (one.since or one.until)
        )
        is_nothing = one.kind == "allergy" and one.value.lower() == "allergic"
        is_nothing = is_nothing or is_out_of(one) or _is_no_age(one)
        is_nothing = is_nothing or (one.type is ClaimType.PERSON and one.value in TITLES_ALONE)
        is_nothing = is_nothing or (one.kind in ("plan", "event") and bool(NO_MATTER.match(one.value)))
        is_no_thing = one.kind == "possession" and (
            f"{one.value} ".startswith(booked) or SOMEBODY.match(one.value) or one.value in roles
        )
        is_no_place = one.kind in PLACES and bool(NO_PLACE.search(one.value))
        is_no_place = is_no_place or (one.kind == "home" and NO_HOME.fullmatch(one.value) is not None)
        if not (is_own or is_nothing or is_no_thing or is_no_place or is_dated):
            yield replace(one, about=ME) if one.about in own else one


def _is_no_age(one: Claim) -> bool:
    """Whether it is one that nobody reaches: "I'm 900 today"."""
    return one.kind == "age" and one.value.isdigit() and int(one.value) > OLDEST


def _as_meant_of(one: Claim) -> Claim:
    """What is told as done is no habit: it is something that happened, and is rather asked about; where one was at
    school one does not work."""
    if one.kind == "workplace" and SCHOOLED.search(one.text):
        return replace(one, kind="school")
    verb = one.value.split()[0].lower() if one.value else ""
    past = verb in PAST or (verb.endswith("ed") and len(verb) > len("need") and verb not in KEPT_PAST)
    is_done = one.kind == "habit" and one.mode is Mode.IS and past and verb not in KEPT_PAST
    return replace(one, kind="event", confidence=min(one.confidence, ASKED_ABOUT)) if is_done else one


def _claims(
    clause: Clause, earlier: Sequence[Clause], text: str, at: datetime, before: Sequence[Turn]
) -> Iterator[Claim]:
    near, meant = _meant(clause, earlier, text, before)
    own = [plain(turn.text) for turn in before if turn.role is Role.PERSON]
    if is_told_by_pronoun(clause):
        near = meant = whose_death(clause, _own_before(clause, text), own)
    of = goes_on(clause, earlier, meant) or spoken_of(clause.text, meant)
    found = [
        claim for spoken in (*of, *completed(clause, earlier, meant, before)) for claim in facts_in(spoken, clause, at)
    ]
    found += [
        *birthdays_in(clause, meant, at, earlier),
        *deaths_in(clause, meant, at, [*own[-2:], *_own_before(clause, text)]),
    ]
    found += and_still(clause, earlier, meant)
    lately = [plain(turn.text) for turn in before[-2:]]
    found += people_in(
        clause,
        _whom(clause, near, _own_before(clause, text), lately, earlier) or coupled(clause, meant),
        earlier,
        meant,
    )
    found += [*parents_in(clause), *others_beliefs(clause, meant)]
    apart = [*parted_in(clause, at), *denied_in(clause)]
    found += [
        *work_in(clause, of, before, at, earlier),
        *moves_in(clause, of, at),
        *kin_away(clause),
        *couples_in(clause, of),
        *apart,
    ]
    heard_of = tagged(clause.sentence, "en", heard(clause, of, meant, found))
    found += [one for one in heard_of if not (is_faint(one) and one.mode is Mode.ENDS)]
    of_others = any(one.about != ME for one in spoken_of(earlier[-1].text, "")) if earlier else False
    found += posted(clause, found)
    kept = [*kept_as_stated(clause, of, [one for one in found if not is_faint(one)], of_others)]
    begins = any(one.mode is Mode.COMES and one.kind == "workplace" for one in found)
    told = unless_apart(finest_home([*unless_faint(found, kept), *kept]), apart)
    told = unless_names(without_what_ended(told, clause), clause)
    over = [*gone_in(clause, of, meant), *told, *ended_in(clause)]
    over += [*no_more_in(clause, of), *mended_in(clause, of), *begun_in(clause, of, earlier)]
    over += recounted_in(clause, of)
    over += said_there(clause, of, [*_own_before(clause, text), *(one.said for one in earlier)], lately)
    over = [*whose_illness(over, clause, _own_before(clause, text), own)]
    for one in as_meant([*changing_in(clause, of), *laid_down_in(clause, of), *over]):
        if not seeks(clause, one) and not (begins and one.kind == "plan"):
            yield one


def _meant(clause: Clause, earlier: Sequence[Clause], text: str, before: Sequence[Turn]) -> tuple[str, str]:
    """Whom the turn itself named before, whom a pronoun means; else the one person whom the person named lately; who is
    called what may have been said a turn ago."""
    near = last_mentioned([one.said for one in earlier], clause.text)
    if is_called_otherwise(near, [one.said for one in earlier], clause.text):
        return "", ""
    lately = [plain(turn.text) for turn in before if turn.role is Role.PERSON][-LATELY:]
    asked = [
        plain(turn.text) for turn in before[-1:] if turn.role is not Role.PERSON and turn.text.rstrip().endswith("?")
    ]
    return near, (
        near
        or one_mentioned(_own_before(clause, text)[-1:], clause.text)
        or one_mentioned(asked, clause.text)
        or one_mentioned(lately, clause.text)
    )


def _alone_meant(clause: Clause, earlier: Sequence[Clause], text: str, before: Sequence[Turn]) -> str:
    """Whom a pronoun means where one alone may be meant."""
    near, meant = _meant(clause, earlier, text, before)
    return one_mentioned([one.said for one in earlier], clause.text) if near else meant


def _own_before(clause: Clause, text: str) -> Sequence[str]:
    """The sentences of the turn before that of the clause."""
    told = sentences(text)
    return told[: told.index(clause.sentence)] if clause.sentence in told else []


def _whom(clause: Clause, near: str, own: Sequence[str], lately: Sequence[str], earlier: Sequence[Clause]) -> str:
    """Whom a pronoun at the beginning of the clause means, of whom it may tell the name."""
    if PRONOUN_CALLED.match(clause.text) and not RENAMED.search(clause.text):
        return to_be_named([*lately, *(one.said for one in earlier)], clause.text)
    return near or one_mentioned(own[-1:], clause.text) or last_mentioned(lately, clause.text)
