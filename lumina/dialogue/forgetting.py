"""What a person wants to be forgotten: all that is known of it, and that it was ever said."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from lumina.dialogue.heeded import NOTHING, Acts, Heeded, Unit, act_on, dropping, note, units
from lumina.dialogue.meant import answers, asserted, core, labels, last_said, names_value, stands_in, words_of
from lumina.distil.claims.reading import stated
from lumina.known import ME, Claim, ClaimType, Fact, Known, Loop, Mode, Somebody, UnitState
from lumina.language.acts import Mood, asks, does, mood, smalltalk
from lumina.language.kinds import asked_kinds, told_kinds
from lumina.language.names import bare_name
from lumina.language.scripts import CJK, fold
from lumina.models import Role, Turn

FORGOTTEN = "(?:忘れ|(?:聞か)?なかったことに|(?:記[憶録]から)?(?:消し|削除|消去))"
TOPIC = (
    re.compile(
        r"\b(?:forget|delete|erase|wipe|remove|don't (?:remember|keep)|scratch)\b(?P<plainly>[^.!?]*?"
        r"\b(?:said|told|mentioned|know|remember|have|got|everything|anything|all|stuff|things?)\b)?"
        r"[^.!?]*?\b(?:about|regarding|concerning) (?P<topic>[^.,;:!?]+)",
        re.I,
    ),
    re.compile(
        r"(?P<topic>[^。!！?？、,\s]{1,20}?)(?:(?:について|に関して)(?P<plainly>[^。、]{0,8})|の|って)(?:言った|話した|した)?"
        rf"(?:こと|話|件)(?:は|を|も)?、?(?:もう|全部|ぜんぶ|すべて)?{FORGOTTEN}"
    ),
    re.compile(r"(?P<topic>[^。!！?？、,\s]{1,15}?)[はを](?:もう|全部|ぜんぶ|すべて)?忘れ"),
    re.compile(
        r"\b(?P<plainly>mention(?:ing)?|bring(?:ing)? up|talk(?:ing)? about|going on about|speak (?:of|about)"
        r"|rais(?:e|ing)|remind(?:ing)? me (?:of|about)|bring(?:ing)?(?= [^.,;:!?]+ up\b)) (?P<topic>[^.,;:!?]+)",
        re.I,
    ),
    re.compile(
        r"(?P<topic>[^。!！?？、,\s]{1,20}?)(?:の(?:話題?|こと|件)|について)(?P<plainly>は|を|も|には)?、?"
        r"(?:もう|二度と|これ以上|絶対に?|今後|あまり)*"
        r"(?:(?:し|話さ|言わ|出さ|持ち出さ|触れ|ふれ|蒸し返さ|思い出さ|口にし|思い出させ)ない|やめて)"
    ),
    re.compile(
        r"(?P<plainly>\b(?:please|can you|could you|will you|would you|you to) (?:please )?)?\bforget (?:about )?"
        r"(?P<topic>(?!(?:that|what|whatever|everything|anything|all|i|the (?:things?|stuff|bit|part) (?:that )?i)\b)"
        r"[^.,;:!?]+)",
        re.I,
    ),
)
POINTS = re.compile(
    r"^(?:(?:that|this)(?: one| stuff| thing)?|it|it all|him|her|them|me|everything|.*\b(?:that|it)$"
    r"|[そあこ]|(?:それ|これ|あれ|今|いま|さっき|その|この|あの|先ほど)(?:の)?(?:話題?|こと|件|やつ)?|[そあこ]の(?:子|人|方|話題?|こと|件|やつ|辺|へん))$"
)
"""What names nothing by itself."""

AROUND = re.compile(
    r"^(?:my|our|the|that|this|his|her|their|all|having|being) |^(?:もう|やっぱり|ごめん|お願いだから)"
    r"|(?: (?:please|now|ok|okay|then|thanks|too|up|(?:ever )?again|any ?more|from now on|for good|altogether|ever))+$",
    re.I,
)
BOTH = re.compile(r"\s*(?:の(?:こと|話|件)[もとや]|,|&|\band\b|\bor\b|や|と(?=[^。]))\s*")
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


def topic_of(text: str) -> str:
    """What a text that wants something forgotten says that to be; "" where it only points."""
    found = (AROUND.sub("", match["topic"].strip()) for one in TOPIC for match in one.finditer(text))
    return next((topic for topic in found if topic and not POINTS.match(fold(topic))), "")


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
    if change := _told_itself(known, turn) or _forget_quoted(held, turn, before, said):
        return change
    last = _last_stated(turn, before)
    told = [fact for fact in held if last and last.id in fact.evidence]
    loops = [loop for loop in known.loops if loop.state == "open" and last and last.id in loop.evidence]
    meant = told or ([] if loops else [fact for fact in asserted(known, before) if fact.is_open])
    if not told and len({(fact.about, fact.kind) for fact in meant}) > 1:
        return Heeded("unclear", units(meant)), []
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
    """What the person said last, greetings aside; none where they wanted that forgotten already."""
    said = [one for one in before if one.role is Role.PERSON and not smalltalk(one.text)]
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
        plainly = any((found := one.search(turn.text)) and found.groupdict().get("plainly") for one in TOPIC)
        if not plainly and not CJK.search(topic):
            return NOTHING, []
        return Heeded("unheard of", (Unit("", topic),)), _acts(meant, topic, turn)
    shown = [fact for fact in meant.facts if fact.is_open]
    open_ = [loop for loop in meant.loops if loop.state == "open" and not any(loop.what in one.value for one in shown)]
    told = (*units(shown), *(Unit("", loop.what) for loop in open_))
    return Heeded("forgotten", told or (Unit("", topic),)), _acts(meant, topic, turn)


def _meant(topic: str, known: Known, turn: Turn, said: Sequence[Turn]) -> _Meant:
    """What has all its words, or is of its kind; or else what each of several that it names means; of people among
    several always each."""
    whole, each = _of(topic, known, said), [_of(one, known, said) for one in BOTH.split(topic) if one]
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
    return _Meant(tuple(facts), tuple(loops), tuple(people), tuple(turns))


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
