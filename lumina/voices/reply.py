"""What a character says without a language model: from what was recalled and what was just said, and nothing else."""

import re
from collections.abc import Collection, Sequence
from datetime import date, datetime

from lumina.language.acts import (
    LAUGHTER,
    PICTURES,
    Mood,
    asks,
    asks_all,
    does,
    mood,
    only_asks,
    smalltalk,
)
from lumina.language.kinds import asked_kinds
from lumina.language.moods import REMEMBERED_LINES, answered_mood, is_quiet
from lumina.language.questions import asks_unmarked, is_check, is_musing, muses_unmarked, seeks_counsel, surely_muses
from lumina.language.scripts import CJK
from lumina.language.tokens import fold
from lumina.language.when.dated import Dated
from lumina.language.when.moments import moments
from lumina.voices.about_one import told_of_one
from lumina.voices.aiming import answers_surely, asks_why_it_was
from lumina.voices.all_known import all_known
from lumina.voices.answering import SURE, Answer, answer_of, is_in_reach
from lumina.voices.at_its_time import told_since
from lumina.voices.chaining import chained
from lumina.voices.checking import UNCHECKED, Verdict, verdict
from lumina.voices.counselling import advised, counsel
from lumina.voices.counting import counted, how_often
from lumina.voices.courtesies import OPENINGS, consoling, courteous, phrase_alone, proposed
from lumina.voices.facts import facts_for, is_of_another_time
from lumina.voices.fitting import (
    bearing_out,
    goes_on,
    is_of_nobody_told,
    latest_of,
    not_overruled,
    takes_further,
    told_beside,
)
from lumina.voices.following import HAPPENS, QUOTES, is_replaced, not_of_another_day, put_off_to
from lumina.voices.granting import granted
from lumina.voices.hearing import SORRY, asks_about, heard, is_wish, taken_as
from lumina.voices.in_full import in_full
from lumina.voices.kinship import kinship
from lumina.voices.listing import asks_for_all
from lumina.voices.matching import answers_plainly, own_statements, shared_words, tells_of_kind
from lumina.voices.material import Evidence, Material, Notice, Read, Told
from lumina.voices.musing import mused
from lumina.voices.next_question import ASIDE, last_name, new_name
from lumina.voices.of_itself import asked_of_itself, is_of_somebody, is_put_to_it, of_itself, without_own_name
from lumina.voices.of_whom import HOLDS_AT_ONCE, family
from lumina.voices.picking import pick
from lumina.voices.pointed import is_untold
from lumina.voices.quoting import day, opened, quotable, quotes, shortened
from lumina.voices.ranking.whose import HEAD, whose
from lumina.voices.stating import IS_TO_ONE, is_as_told
from lumina.voices.voice import Phrases
from lumina.voices.wanted import met, topic_words
from lumina.voices.weighty import weighed, weight
from lumina.voices.withheld import without_cries

CAPITAL = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")
"""A name within an English sentence."""

TIMES = {"ja": "聞いたかぎりでは{}回。", "en": "As far as I know: {}."}
TIMES_IN_WORDS = {1: "once", 2: "twice"}
MOVED = {"ja": "変更後は{}。", "en": "It was moved to {}."}
SUMMED_UP = 8
THERE_IS = re.compile(
    r"(?:(?:が|は)?(?:あるん?|あります)|な[んの]|(?<=[一-龠ァ-ヶー]))(?:だ|です)?(?:よね?|ね|さ|の|けど|から)?[。、]?$"
    r"|(?<=[うくぐすつぬぶむる])(?:んだ|ん)?(?:わ|よ|ね|さ|ぜ|ぞ|から|けど|の)+[。、]?$"
)


DENIED = 0.1
"""How likely a line has to answer, for it not to be said that nobody told of somebody."""

DEEDS = {
    "taken back": "takes_back",
    "set right": "sets_right",
    "over": "ends",
    "forgotten": "forgets",
    "unclear": "asks_which",
    "unheard of": "finds_nothing",
    "noted": "reminds",
}
NUMBER = re.compile(
    r"[0-9一二三四五六七八九十]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|a couple|dozen)\b"
)
DATE = re.compile(
    r"[0-9]+(?:月|日|/[0-9]|時)|\b(?:[0-9]{1,2}(?:st|nd|rd|th)|(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b|曜"
)
OWN = frozenset({"likes", "dislikes", "birthday", "allergy", "partner", "pet", "hobby"})
"""Kinds of facts that nobody asks about the world."""

WORDS_TO_SAY = re.compile(r"(?<=「)[^「」]+(?=」)|(?<=“)[^“”]+(?=”)|(?<=\")[^\"]+(?=\")")
QUOTATION = re.compile(r"[「“]")
LIST_ENDS = re.compile(r"(?m)^(- .*)\n(?!- )")
"""What follows a list in Markdown without a blank line belongs to its last item."""

CALL = r"(?:ねえ|ねぇ|なあ|hey|hi|hello|so|ok)?[\s,、，]*"
NO_CALL = "".join(rf"(?<!\b{word})" for word in ("at", "of", "it", "them", "after"))
"""Behind what "all" calls nobody: at all."""

AT_END = "(?:\\s+" + "".join(f"|(?<={end})" for end in ("思う", "かな", "よね", "てる", "どう")) + ")"
"""What stands before a name at the end."""

TOO = re.compile(r"[ぁ-んァ-ヶ一-龠]{2,8}も[。!！ね]*")
"""A mere name with 「も」."""

HONORIFIC = r"(?:-?(?:さん|ちゃん|くん|君|様|san|chan))?"


def reply(material: Material, voice: Phrases) -> str:
    """The whole answer. The same material gives the same answer."""
    said = _meant(_without_names(material["said"], material), material)
    before = material["told"][-REMEMBERED_LINES:]
    parts = _parts(said, answered_mood(said, before), material, voice)
    shown = [_quieted(part) if is_quiet(said, before) else part for part in parts if part]
    return LIST_ENDS.sub(r"\1\n\n", "\n".join(shown))


def _meant(said: str, material: Material) -> str:
    """What is said to whom it names as 「ノクスも…」: small talk as it is to anybody; and who says no more than that
    wants the same as of the one before."""
    rest = without_own_name(said, material)
    if TOO.fullmatch(rest) and material["told"]:
        return _without_names(material["told"][-1], material)
    return rest if rest != said and smalltalk(rest) and not smalltalk(said) else said


def _quieted(part: str) -> str:
    """Without cheer; what is quoted stays as it was said."""
    plain = PICTURES.sub("", part).strip()
    return plain if QUOTATION.search(plain) else plain.replace("!", ".").replace("！", "。")


def _parts(said: str, felt: Mood, material: Material, voice: Phrases) -> list[str]:
    if material["notice"]:
        return [_unasked(material["notice"], material, voice)]
    insists = felt is Mood.DANGER and does("insists", said)
    if mood(said) >= Mood.VIOLENCE or insists:
        return [pick(voice, "stays" if Mood.DANGER in (mood(said), felt) else "shelters", material), material["help"]]
    if material["deed"]:
        consoled = [] if mood(said) is Mood.LIGHT else [pick(voice, consoling(felt), material)]
        return [*_heeded(material, voice), *consoled]
    if is_put_to_it(said, material):
        return [of_itself(said, material, voice)]
    given = (
        chained(said, felt, material, voice)
        or granted(said, felt, material, voice)
        or advised(said, felt, material, voice)
    )
    told = [given] if given else weighed(said, _fresh(material), material, voice)
    return [*(told or _said_to(said, felt, material, voice)), *_asks(material, voice)]


def _said_to(said: str, felt: Mood, material: Material, voice: Phrases) -> list[str]:
    """To whoever gives their name first of all that they are welcome, or that they will be called so."""
    if is_wish(said, wish := last_name(material)):
        return [pick(voice, "calls_so", material, name=wish)]
    name, kind = new_name(material) if felt is Mood.LIGHT else "", phrase_alone(said, felt)
    welcome = [pick(voice, "welcomes_name", material, name=name)] if name else []
    if welcome and (not kind or kind in OPENINGS or kind == "welcomes"):
        return [*welcome, *(_answer(said, material, voice) if asks(said) and not kind else _asks_on(material, voice))]
    if kind:
        is_else = is_of_somebody(kind, said, material)
        return [*welcome, of_itself(said, material, voice) if is_else else courteous(kind, material, voice)]
    if topic := proposed(said) if felt is Mood.LIGHT else "":
        taken_up = pick(voice, "takes_up", material, topic=topic)
        return [taken_up[:1].upper() + taken_up[1:]]
    if (asks(said) or muses_unmarked(said)) and _is_unasked(said, material):
        return mused(said, felt, material, voice)
    is_question = asks(said) or asks_unmarked(said) or takes_further(said, material)
    return (_answer if is_question else _acknowledge)(said, material, voice)


def _is_unasked(said: str, material: Material) -> bool:
    """Whether a line only sounds like a question, and nothing that was told plainly answers it."""
    if not is_musing(said) or asked_of_itself(said, material):
        return False
    fresh = _fresh(material)
    if goes_on(said) and told_beside(fresh, material):
        return False
    if asks_why_it_was(said, own_statements(fresh)):
        return False
    known, bare = asked_kinds(said) and facts_for(material), LAUGHTER.sub("", said)
    return surely_muses(said) or not (known or answer_of(bare, fresh, material).near)


def _asks_on(material: Material, voice: Phrases) -> list[str]:
    """What was told besides the name is asked about, else what there is to talk about; not where it is asked how what
    was left open went."""
    if material["due"]:
        return []
    return [asks_about(material, voice) or pick(voice, "opens", material)]


def _unasked(notice: Notice, material: Material, voice: Phrases) -> str:
    """What a program tells, with its name; of what the character is asked to say, the words in quotation marks, or
    where there are none, a word to begin with."""
    if notice["who"]:
        text = " ".join(notice["text"].split())
        return pick(voice, "tells", material, who=notice["who"], text=shortened(text, len(text)))
    words = [found[0].strip() for found in WORDS_TO_SAY.finditer(notice["text"])]
    return " ".join(word for word in words if word) or pick(voice, "greets", material)


def _asks(material: Material, voice: Phrases) -> list[str]:
    """How what was left open went; what is to be done is said, and not asked about."""
    due = material["due"]
    if due is None:
        return []
    if due["reminder"] and (due["ahead"] or due["today"]):
        return [pick(voice, "reminds_ahead" if due["ahead"] else "reminds_today", material, what=due["what"])]
    if due["reminder"]:
        return [pick(voice, "reminds_late", material, what=due["what"], day=due["day"])]
    kind = "asks_gently" if does("illness", due["what"]) else "asks_today" if due["today"] else "asks_how"
    return [pick(voice, kind, material, what=quotable(THERE_IS.sub("", due["what"])))]


def _heeded(material: Material, voice: Phrases) -> list[str]:
    """What the person's words did to what is known."""
    facts = (", " if material["language"] == "en" else "、").join(material["heeded"])
    if material["deed"] == "kept":
        return [pick(voice, "keeps", material), f"「{facts}」" if material["language"] == "ja" else f"“{facts}”"]
    if material["deed"] == "noted" and material["on"]:
        return [pick(voice, "reminds_on", material, facts=facts, day=material["on"])]
    return [pick(voice, DEEDS[material["deed"]], material, facts=facts)]


def _without_names(said: str, material: Material) -> str:
    """What is said, without the names of those it is said to at its beginning and end; empty for a mere call. Without a
    comma, the end has the name of the one who answers: else it is of somebody else."""
    everyone = {"all", "みんな", "全員"}
    name, own = (_any_of({*names, *everyone}) for names in (material["names"], _own_names(material)))
    rest = re.sub(rf"^(?:\s*{CALL}{name}(?:[、,，!！…~〜ー\s]+|$|(?=[?？]+\s*$)))+", "", said, flags=re.IGNORECASE)
    last = rf"(?:[、,，]\s*{name}|{AT_END}{own})\s*([。.!！?？…]*)\s*$"
    return re.sub(NO_CALL + last, r"\1", rest, flags=re.IGNORECASE).strip()


def _own_names(material: Material) -> Sequence[str]:
    return material["cast"].get(material["character"], material["names"])


def _any_of(names: Collection[str]) -> str:
    """One expression for any of these names, with an honorific or after an @."""
    return rf"[@＠]?(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))}){HONORIFIC}"


def _answer(said: str, material: Material, voice: Phrases) -> list[str]:
    """To a question: what the person told, best first, with who said it when; what documents say; or that it is not
    known. Where something comes near, nothing is denied."""
    bare, (said, material) = said, in_full(said, material)
    fresh = _fresh(material)
    facts = facts_for(material)
    of_character = asked_of_itself(said, material)
    is_told = not (of_character or seeks_counsel(said))
    nobody_told = is_of_nobody_told(bare, fresh) and not kinship(material).knows(bare)
    untold = nobody_told or is_untold(said, own_statements(fresh))
    untold = untold and not (CJK.search(said) is None and _is_met(said, fresh, material))
    nobody = [pick(voice, "unknown", material)] if is_told and not facts and untold else []
    relatives = opened("remembers", [kin], material, voice) if is_told and (kin := family(material)) else []
    if (
        found := nobody
        or relatives
        or _summed_up(said, fresh, material, voice)
        or _counted(said, fresh, material, voice)
        or (told_of_one(said, fresh, material, voice) if is_told else [])
    ):
        return found
    if asks_all(said) and is_told:
        return all_known(fresh, facts, material, voice)
    if read := _read(material, fresh):
        return _read_aloud(read, material, voice)
    if not is_told:
        return [(of_itself if of_character else counsel)(said, material, voice)]
    checked = verdict(said, fresh, facts, material) if is_check(said) else UNCHECKED
    if checked.kind in ("untold", "contradicts"):
        return [pick(voice, checked.kind, material), *quotes(checked.quoted, material, voice)]
    return _recalled(checked, answer_of(said, fresh, material), fresh, facts, material, voice)


def _is_met(said: str, fresh: Sequence[Evidence], material: Material) -> bool:
    """Whether a line that may answer has what an English question is about besides whom."""
    asked, topic = whose(said).relations, {word for word in topic_words(said, frozenset()) if not whose(word).relations}
    answer = answer_of(said, fresh, material) if topic else None
    if answer is None or answer.chance < DENIED:
        return False
    theirs = [(one["text"], whose(one["text"][: HEAD["en"]]).relations) for one in answer.quoted]
    return any(met(topic, text) and (not asked or not of or asked & of) for text, of in theirs)


def _recalled(
    checked: Verdict,
    answer: Answer,
    fresh: Sequence[Evidence],
    facts: Sequence[Told],
    material: Material,
    voice: Phrases,
) -> list[str]:
    """What was told that answers; what bears out a yes goes before it."""
    said = material["said"]
    beside = told_beside(fresh, material) if not answer.near and not facts and goes_on(said) else []
    both = [piece for piece in answer.quoted if piece in checked.quoted]
    in_japanese = [*answer.quoted] if answer.plain and CJK.search(said) else []
    if quoted := beside or both or in_japanese or [*(checked.quoted or answer.quoted)]:
        if answer.turned:
            facts = [fact for fact in facts if _is_said(fact, answer.quoted)]
        if answer.plain and not checked.quoted:
            facts = [fact for fact in facts if _goes_with(fact, quoted, said)]
        return _with_quotes(quoted, answer, checked.kind, facts, material, voice)
    return _without_quotes(said, checked.kind, fresh, facts, material, voice)


def _with_quotes(
    chosen: list[Evidence],
    answer: Answer,
    yes: str,
    facts: Sequence[Told],
    material: Material,
    voice: Phrases,
) -> list[str]:
    """What is known, and what was said that answers, as sure as it is; behind a yes, where there is one."""
    said = material["said"]
    is_now = any(is_of_another_time(fact, material) for fact in material["facts"])
    strong = material["grade"] == "strong" and tells_of_kind(said, chosen[0]["text"])
    likely = (
        answer.chance >= SURE if material["language"] == "en" else answers_plainly(said, chosen[0]["text"]) or strong
    )
    sure = answer.near and not is_now and (likely or answer.plain)
    opening = yes or ("remembers" if _is_sure(sure, facts, chosen, material) else "hedges")
    if line := _put_off(chosen, material):
        return [pick(voice, opening, material), line, *quotes(chosen, material, voice)]
    if not answer.turned:
        chosen, facts = _as_known(chosen, answer, facts, material)
    facts = _beside(facts, chosen, material)
    unsaid = [fact for fact in facts if not (is_as_told(fact, material["language"]) and _is_said(fact, chosen))]
    bears_out = bool(unsaid) and not answer.plain and not (chosen and is_replaced(chosen)) and not does("past", said)
    quoted = _borne_out(unsaid, chosen, material) if bears_out else chosen
    if asks_for_all(said):
        quoted = [*quoted, *(piece for piece in chosen if piece not in quoted)][:QUOTES]
    remarks = [f"({remark})" for remark in material["remarks"]] if not facts and material["grade"] != "strong" else []
    return [*opened(opening, unsaid[:QUOTES], material, voice), *quotes(quoted, material, voice), *remarks]


def _as_known(
    chosen: Sequence[Evidence], answer: Answer, facts: Sequence[Told], material: Material
) -> tuple[list[Evidence], Sequence[Told]]:
    """What is quoted, and the facts beside it, without what the one makes of the other no more so."""
    said = material["said"]
    latest = latest_of(chosen, said)
    chosen = not_of_another_day(latest if is_replaced(latest) else bearing_out(latest, material), material)
    if answer.chance >= SURE:
        own = own_statements(_fresh(material))
        facts = [fact for fact in facts if not told_since(fact, chosen, own, material)]
    return [*not_overruled(chosen, facts, said)], facts


def _is_sure(sure: bool, facts: Sequence[Told], chosen: Sequence[Evidence], material: Material) -> bool:
    """Whether what is told is remembered, and not held out: a yes, only where all of the question was told."""
    said = material["said"]
    if material["language"] != "en" or not does("yes_no", said):
        return sure or any(fact["sure"] for fact in facts)
    topic = topic_words(said, frozenset())
    told = [*(f"{fact['about']} {fact['label']} {fact['value']}" for fact in facts if fact["sure"])]
    told += [piece["text"] for piece in chosen]
    return any(met(topic, text) == len(topic) for text in told)


def _beside(facts: Sequence[Told], chosen: Sequence[Evidence], material: Material) -> Sequence[Told]:
    """The facts that are told beside these lines: where the first of them surely answers, those that it says."""
    said = material["said"]
    if material["language"] != "en" or not chosen or does("yes_no", said):
        return facts
    sure, replaced = answers_surely(said, chosen[0], material), is_replaced(chosen)
    return [
        fact for fact in facts if not (sure or (replaced and fact["kind"] in HAPPENS)) or _is_said(fact, chosen[:1])
    ]


def _put_off(chosen: Sequence[Evidence], material: Material) -> str:
    """The day to which what is asked about was put off, if it is asked when it is."""
    moved = put_off_to(chosen) if does("when", material["said"]) else None
    if not moved:
        return ""
    now, language = datetime.fromisoformat(material["now"]).date(), material["language"]
    return MOVED[language].format(day(moved[0], Dated(moved[0], moved[1]).called(language, now), language))


def _borne_out(facts: Sequence[Told], chosen: Sequence[Evidence], material: Material) -> list[Evidence]:
    """What is quoted beside facts: the words that told one of them, else what has the question's words."""
    said = material["said"]
    told = [piece for piece in chosen if any(_is_said(one, [piece]) for one in facts)] or [
        piece for piece in own_statements(_fresh(material)) if any(_is_said(one, [piece]) for one in facts)
    ]
    if told:
        return [max(told, key=lambda piece: shared_words(said, piece["text"]))]
    near = [piece for piece in chosen if shared_words(said, piece["text"])]
    return (near or [*chosen] if all(is_as_told(one, material["language"]) for one in facts) else near)[:1]


def _goes_with(fact: Told, quoted: Sequence[Evidence], said: str) -> bool:
    """Whether a fact is told beside a line that plainly answers: of nobody else than is asked about, and either what is
    asked for, or said in that line."""
    if fact["about"] and fold(fact["about"]) not in fold(said):
        return False
    is_asked = fact["kind"] in asked_kinds(said) and fact["kind"] not in HOLDS_AT_ONCE | IS_TO_ONE
    return is_asked or _is_said(fact, quoted)


def _is_said(fact: Told, quoted: Sequence[Evidence]) -> bool:
    """Whether a fact stands in what is quoted, word for word."""
    return any(fold(ASIDE.sub("", fact["value"])) in fold(piece["text"]) for piece in quoted)


def _summed_up(said: str, fresh: Sequence[Evidence], material: Material, voice: Phrases) -> list[str]:
    """Of a span of time: its summary, else what was told in those days or of them, or that nothing was."""
    if not does("sums_up", said) or not material["span"]:
        return []
    if material["summary"]:
        return [pick(voice, "recounts", material), *material["summary"][:SUMMED_UP]]
    first, last = map(date.fromisoformat, material["span"])
    told = [piece for piece in fresh if _tells_of(piece, first, last)]
    if CJK.search(said):
        told = sorted((one for one in told if one["who"] == "you"), key=lambda one: -weight(one["text"]))
    told = told[:QUOTES]
    if told:
        return [pick(voice, "recounts", material), *quotes(told, material, voice)]
    return [pick(voice, "nothing_then", material)]


def _counted(said: str, fresh: Sequence[Evidence], material: Material, voice: Phrases) -> list[str]:
    """How often something happened, with the words by which it is counted."""
    times = counted(said, fresh)
    if not times:
        return []
    often, language = how_often(times), material["language"]
    line = TIMES[language].format(often if language == "ja" else TIMES_IN_WORDS.get(often, f"{often} times"))
    return [pick(voice, "remembers", material), line, *quotes(times, material, voice)]


def _tells_of(piece: Evidence, first: date, last: date) -> bool:
    """Whether something was said on one of these days, and of no other day, or names one of them; to ask is to tell
    nothing."""
    if only_asks(piece["text"]) or does("sums_up", piece["text"]):
        return False
    at = datetime.fromisoformat(piece["at"])
    named = [one.first for one in moments(piece["text"], at) if one.precision in ("day", "week")]
    return any(first <= day <= last for day in named or [at.date()])


def _without_quotes(
    said: str, yes: str, fresh: Sequence[Evidence], facts: Sequence[Told], material: Material, voice: Phrases
) -> list[str]:
    """What is known though nobody said it in words that fit; else that another has said it, or that it is not known."""
    if facts:
        opening = "remembers" if _is_sure(facts[0]["sure"], facts, (), material) else "hedges"
        return opened(yes or opening, facts[:QUOTES], material, voice)
    if not fresh and material["evidence"] and material["answered"] and material["grade"] != "weak":
        return [pick(voice, "agrees", material, name=material["answered"][-1][0])]
    loss = _at_a_loss(said)
    if loss in {"unknown", "general"} and is_in_reach(said, fresh, material):
        loss = "escapes"
    return [pick(voice, loss, material)]


def _at_a_loss(said: str) -> str:
    """The kind of phrase where nothing answers: what was never told, what no memory has, or what is the character's."""
    requests = does("requests", said)
    of_memory = does("recalls", said) and not requests
    if does("wonders", said) and (not of_memory or does("supposes", said)):
        return "wonders"
    if requests:
        return "declines"
    return "unknown" if of_memory or OWN & {*asked_kinds(said)} or _is_of_their_life(said) else "general"


def _is_of_their_life(said: str) -> bool:
    """Whether it is asked in English of the person, or of somebody of theirs."""
    asked = whose(said)
    names_one = CAPITAL.search(said) is not None
    return CJK.search(said) is None and (asked.own or asked.third or bool(asked.relations) or names_one)


def _read(material: Material, fresh: Sequence[Evidence]) -> Read | None:
    """What a document says, if it has more of the question's words than what was said (that it was asked before is no
    answer)."""
    said = max(
        (shared_words(material["said"], piece["text"]) for piece in fresh if not only_asks(piece["text"])), default=0
    )
    best = max(material["knowledge"], key=lambda read: shared_words(material["said"], read["text"]), default=None)
    return best if best and shared_words(material["said"], best["text"]) > said else None


def _read_aloud(read: Read, material: Material, voice: Phrases) -> list[str]:
    """The passage and its source, which a character's own phrase may not name."""
    said = pick(voice, "reads", material, text=quotable(read["text"]), source=read["source"])
    return [said if read["source"] in said else f"{said} ({read['source']})"]


def _acknowledge(said: str, material: Material, voice: Phrases) -> list[str]:
    """To a statement: that it was heard, what goes with it if that is certain, and a question about what is new."""
    fresh = [piece for piece in _fresh(material) if piece["who"] == "you" and not piece["here"]]
    is_near = fresh and material["grade"] == "strong" and shared_words(material["said"], fresh[0]["text"])
    if is_near and taken_as(said) not in SORRY:
        quoted = quotes(fresh[:1], material, voice)
        return [pick(voice, taken_as(said), material), pick(voice, "connects", material), *quoted]
    return heard(said, material, voice)


def _fresh(material: Material) -> list[Evidence]:
    """Evidence that nobody has quoted in answer to this, and that quotes nothing itself, as a character's answer from
    memory does."""
    seen = [fold(text) for text in (material["said"], *(text for _, text in material["answered"]))]
    found: dict[str, Evidence] = {}
    for piece in without_cries(material["evidence"], material["said"]):
        text = fold(quotable(piece["text"]))
        second_hand = piece["who"] != "you" and QUOTATION.search(piece["text"])
        if text and not second_hand and not any(text in other for other in seen):
            found.setdefault(text, piece)
    return list(found.values())
