"""What a person wants to be forgotten: all that is known of it, and that it was ever said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from lumina.dialogue.heeded import NOTHING, Acts, Heeded, Unit, act_on, dropping, note, units
from lumina.dialogue.meant import answers, asserted, core, labels, last_said, names_value, stands_in, words_of
from lumina.dialogue.unwanted import named_in, says_so_plainly, topic_of
from lumina.distil.claims.reading import stated
from lumina.known import ME, Claim, ClaimType, Fact, Known, Loop, Mode, Somebody, UnitState
from lumina.language.acts import Mood, asks, does, mood, smalltalk
from lumina.language.kinds import asked_kinds, told_kinds
from lumina.language.names import bare_name
from lumina.language.scripts import CJK, fold
from lumina.models import Role, Turn

DIED = words_of("lost died dead passed late death killed gone 亡くなる 亡くす 死ぬ 死んだ 亡き")
"""With which one speaks of who is mourned: whoever of them has died is meant by each."""

SAYS_NOTHING = words_of("thing things stuff said say bit part whole one everything こと 話 件 もの やつ")


@dataclass(frozen=True, slots=True)
class _Meant:
    """All that is known of what is to be forgotten, who it is, and the turns that speak of it."""

    facts: tuple[Fact, ...] = ()
    loops: tuple[Loop, ...] = ()
    people: tuple[Somebody, ...] = ()
    turns: tuple[Turn, ...] = ()

    def is_known(self, turn: Turn) -> bool:
        """Whether any of it was there before the turn that wants it forgotten."""
        spoken_of = {id_ for one in self.people for id_ in one.mentions} - {turn.id}
        return bool(self.facts or self.loops or self.turns or spoken_of)


def forget(known: Known, turn: Turn, before: Sequence[Turn], said: Sequence[Turn]) -> tuple[Heeded, Acts]:
    """What is named is revoked, or else what was asserted, or what the person said last, its loops among it. `said` is
    all that the person said: where it speaks of what is named, it is quoted no more."""
    if topic := topic_of(turn.text):
        return _forget_topic(topic, known, turn, said)
    held = [fact for fact in known.facts if fact.is_open and turn.id not in fact.evidence]
    if named := [fact for fact in held if names_value(fact, turn.text)]:
        return Heeded("forgotten", units(named)), _acts(
            _Meant(tuple(named), turns=_telling(named, said)), core(named[0]), turn
        )
    return _told_itself(known, turn) or _forget_last(held, known, turn, before, said)


def _forget_last(
    held: Sequence[Fact], known: Known, turn: Turn, before: Sequence[Turn], said: Sequence[Turn]
) -> tuple[Heeded, Acts]:
    """What the person said last, or was answered with."""
    last = last_said(before)
    told, loops = _told_by(last, held, known)
    meant = told or ([] if loops else [fact for fact in asserted(known, before) if fact.is_open])
    if not told and len({(fact.about, fact.kind) for fact in meant}) > 1:
        return Heeded("unclear", units(meant)), []
    if not (meant or loops):
        if change := _forget_quoted(held, turn, before, said):
            return change
        last = _last_stated(turn, before)
        told, loops = _told_by(last, held, known)
        meant = told
    words = [*units(meant), *(Unit("", loop.what) for loop in loops), *_words(last if not meant else None)][
        : len(meant) + len(loops) or 1
    ]
    if not words:
        that = "それ" if CJK.search(turn.text) else "that"
        return Heeded("unheard of", (Unit("", that),)), _acts(_Meant(), that, turn)
    hidden = (last,) if last and (told or not meant) else _telling(meant, said)
    return Heeded("forgotten", tuple(words)), _acts(
        _Meant(tuple(meant), tuple(loops), turns=hidden), words[0].value, turn
    )


def _told_itself(known: Known, turn: Turn) -> tuple[Heeded, Acts] | None:
    """What the turn tells first, beside that it is to be forgotten."""
    facts = tuple(fact for fact in known.facts if fact.is_open and fact.evidence[:1] == (turn.id,))
    loops = tuple(loop for loop in known.loops if loop.state == "open" and loop.evidence[:1] == (turn.id,))
    people = tuple(one for one in known.people if one.mentions[:1] == (turn.id,))
    told = (*units(facts), *(Unit("", loop.what) for loop in loops), *(Unit("", one.name) for one in people))
    if not told:
        return None
    shown = units(facts) or told
    return Heeded("forgotten", shown), _acts(_Meant(facts, loops, people), shown[0].value, turn)


def _told_by(source: Turn | None, held: Iterable[Fact], known: Known) -> tuple[list[Fact], list[Loop]]:
    """What a turn told of what holds and is open."""
    facts = [fact for fact in held if source and source.id in fact.evidence]
    return facts, [loop for loop in known.loops if loop.state == "open" and source and source.id in loop.evidence]


def _forget_quoted(
    held: Sequence[Fact], turn: Turn, before: Sequence[Turn], said: Iterable[Turn]
) -> tuple[Heeded, Acts] | None:
    """What was just quoted to the person, who had asked or greeted."""
    last, given = last_said(before), answers(before)
    if last is None or not (asks(last.text) or smalltalk(last.text)):
        return None
    quoted = tuple(one for one in said if any(fold(word.value) in given for word in _words(one)))
    if not quoted:
        return None
    facts = tuple(fact for fact in held if {*fact.evidence} & {one.id for one in quoted})
    words = _words(quoted[0])
    return Heeded("forgotten", units(facts) or tuple(words)), _acts(_Meant(facts, turns=quoted), words[0].value, turn)


def _last_stated(turn: Turn, before: Sequence[Turn]) -> Turn | None:
    """What the person said last, greetings and mere questions aside; none where they wanted that forgotten already."""
    said = [one for one in before if one.role is Role.PERSON and not smalltalk(one.text) and _words(one)]
    last = last_said(said)
    near = last and (last is last_said(before) or last.thread == turn.thread)
    return last if last and near and not does("forgets", last.text) else None


def _words(last: Turn | None) -> list[Unit]:
    """What it states first besides greetings."""
    said = [one for one in stated(last.text) if not smalltalk(one)] if last else []
    return [Unit("", one.strip(" .。")) for one in said[:1]]


def _telling(facts: Iterable[Fact], said: Iterable[Turn]) -> tuple[Turn, ...]:
    evidence = {id_ for fact in facts for id_ in fact.evidence}
    return tuple(one for one in said if one.id in evidence)


def _forget_topic(topic: str, known: Known, turn: Turn, said: Sequence[Turn]) -> tuple[Heeded, Acts]:
    said = [one for one in said if one.id != turn.id]
    meant = _meant(topic, known, turn, said)
    if not meant.is_known(turn):
        if not says_so_plainly(turn.text) and not CJK.search(topic):
            return NOTHING, []
        return Heeded("unheard of", (Unit("", topic),)), _acts(meant, topic, turn)
    shown = [fact for fact in meant.facts if fact.is_open]
    open_ = [loop for loop in meant.loops if loop.state == "open" and not any(loop.what in one.value for one in shown)]
    told = (*units(shown), *(Unit("", loop.what) for loop in open_))
    return Heeded("forgotten", told or (Unit("", topic),)), _acts(meant, topic, turn)


def _meant(topic: str, known: Known, turn: Turn, said: Sequence[Turn]) -> _Meant:
    """What has all its words, or is of its kind; or else what each of several that it names means; of people among
    several always each."""
    whole, each = _of(topic, known, said), [_of(one, known, said) for one in named_in(topic)]
    if len(each) > 1 and (people := [one for one in each if one.people]):
        return _all_of([whole, *people])
    for meant in (whole, _kinds_of(topic, known, said), _all_of(each)):
        if meant.is_known(turn):
            return meant
    return whole


def _acts(meant: _Meant, topic: str, turn: Turn) -> Acts:
    """Every fact is revoked, every loop dropped, everybody unknown again; and a note of the turns that spoke of it, the
    one that wants it forgotten among them, is taken back, so that none of them is quoted."""
    hides = replace(note(topic), text="")
    return [
        *((turn, act_on(fact, Mode.FORGETS)) for fact in meant.facts),
        *((turn, dropping(loop)) for loop in meant.loops),
        *((turn, Claim(ClaimType.PERSON, ME, "", one.name, "", 1.0, Mode.FORGETS)) for one in meant.people),
        *((one, hides) for one in (*meant.turns, turn)),
        (turn, replace(hides, value="", mode=Mode.FORGETS, replaces=topic, target=turn.id)),
    ]


def _of(topic: str, known: Known, said: Sequence[Turn]) -> _Meant:
    """All that has the words of a topic, or is about whom it names."""
    words = words_of(topic) - SAYS_NOTHING
    people = [one for one in known.people if _is_called(one, topic)]
    called = {fold(name) for one in people for name in (one.name, *one.aliases)} - {""}
    theirs = [one for one in known.people if any(stands_in(name, fold(one.relation)) for name in called)]
    people = [*people, *(one for one in theirs if one not in people)]

    def speaks(text: str) -> bool:
        own = words_of(text)
        mourned = words - DIED if words & DIED and mood(text) is Mood.GRIEF else words
        return (bool(mourned) and mourned <= own) or any(stands_in(name, fold(text)) for name in called)

    facts = [
        fact
        for fact in known.facts
        if fact.state is not UnitState.REVOKED
        and (fold(fact.about) in called or speaks(fact.value) or (bool(words) and _is_within(fact, words)))
    ]
    loops = [loop for loop in known.loops if loop.state != "dropped" and speaks(loop.what)]
    turns = dict.fromkeys([*(one for one in said if speaks(one.text)), *_telling(facts, said)])
    if words & DIED:
        facts += [fact for fact in known.facts if fact not in facts and _is_death_in(fact, turns)]
    people += [one for one in known.people if one not in people and _is_only_in(one, turns, known, facts)]
    return _Meant(tuple(facts), tuple(loops), tuple(people), tuple(turns))


def _is_only_in(somebody: Somebody, turns: Iterable[Turn], known: Known, away: Sequence[Fact]) -> bool:
    """Whether nobody spoke of somebody but in these turns, and nothing is known of them when these facts are away."""
    if not somebody.mentions or not {*somebody.mentions} <= {one.id for one in turns}:
        return False
    names = [fold(name) for name in (somebody.name, *somebody.aliases)]
    held = (fact for fact in known.facts if fact.is_open and fact not in away)
    return not any(stands_in(name, fold(f"{fact.about} {fact.value}")) for fact in held for name in names)


def _is_death_in(fact: Fact, turns: Iterable[Turn]) -> bool:
    """Whether it is that somebody died, and nothing but these turns tells it."""
    dies = bool(words_of(fact.value) & DIED) and fact.state is not UnitState.REVOKED
    return dies and {*fact.evidence} <= {one.id for one in turns}


def _is_called(somebody: Somebody, topic: str) -> bool:
    """Whether a topic is somebody, by a name or by what they are to the person."""
    folded = fold(bare_name(topic))
    return any(
        folded == fold(bare_name(name)) for name in (somebody.name, *somebody.aliases, somebody.relation) if name
    )


def _is_within(fact: Fact, words: frozenset[str]) -> bool:
    """Whether a topic has all words of a value that has no number: the move to York has York."""
    own = words_of(core(fact))
    return bool(own) and own <= words and not any(word.isdigit() for word in own)


def _kinds_of(topic: str, known: Known, said: Sequence[Turn]) -> _Meant:
    """Of a topic that is no more than a kind of fact, what of the person's own is of it: my job, where I live."""
    asked = {*asked_kinds(topic), *told_kinds(topic)}
    own = [fact for fact in known.facts if fact.about == ME and fact.state is not UnitState.REVOKED]
    labelled = [fact for fact in own if fold(topic) in map(fold, labels(fact))]
    facts = labelled or [fact for fact in own if fact.kind in asked]
    return _Meant(tuple(facts), turns=_telling(facts, said))


def _all_of(some: Iterable[_Meant]) -> _Meant:
    each = [*some]
    return _Meant(
        tuple(dict.fromkeys(fact for one in each for fact in one.facts)),
        tuple(dict.fromkeys(loop for one in each for loop in one.loops)),
        tuple(dict.fromkeys(somebody for one in each for somebody in one.people)),
        tuple({turn.id: turn for one in each for turn in one.turns}.values()),
    )
