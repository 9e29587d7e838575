"""しりとり: a chain of words, each of which begins with the last sound of the one before."""

import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Final

from lumina.language.acts import Mood
from lumina.language.japanese import morphemes, reading
from lumina.language.lexicon import word_list
from lumina.language.scripts import CJK
from lumina.voices.material import Material
from lumina.voices.picking import pick
from lumina.voices.voice import Phrases

BEGINS: Final = re.compile(
    r"しりとり(?:を)?、?(?:し(?:よう?|ない|ませんか|ましょう|たい)|する[?？。]*$|やろう?|やりたい|はじめ|始め|勝負)"
)
WORD: Final = re.compile(r"[ぁ-んァ-ヶー一-龠々]{1,12}")
LEADS: Final = re.compile(
    r"^(?:じゃあ?|では|えっと|えーと|うーん|んー|なら|ほな|わたし(?:から)?|僕(?:から)?|俺(?:から)?)、?"
)
TRAILS: Final = re.compile(r"[。!！?？…~〜♪wｗ笑]+$|(?:です|だ|で|かな)[。!！]*$")
SMALL: Final = str.maketrans("ぁぃぅぇぉゃゅょゎっ", "あいうえおやゆよわつ")
FIRST: Final = "しりとり"
PLAYED: Final = re.compile(r"「(?P<word>[ぁ-んー]{2,10})」[^「」]*「(?P<kana>[ぁ-ん])」[^「」]*$")
"""With what a character goes on: its word, and the sound that is next, whatever its phrase is."""


def chained(said: str, felt: Mood, material: Material, voice: Phrases) -> str:
    """The next word, where somebody wants to play, or goes on with it; "" else."""
    if felt is not Mood.LIGHT or material["language"] != "ja" or not CJK.search(said):
        return ""
    before = [text for text in material["earlier"] if text != said]
    played = [one for text in before if (one := _played(text))]
    word = _word(re.split(r"[。!！?？、\s]+", TRAILS.sub("", said.strip()))[-1])
    if BEGINS.search(said):
        return _answer(word if word and not BEGINS.search(word) else FIRST, (), material, voice)
    last = _played(before[-1]) if before else ""
    if not last or not word or word != _word(LEADS.sub("", TRAILS.sub("", said.strip()))):
        return ""
    if _kana(word)[:1] != _last(last):
        return pick(voice, "chains", material, word=last, kana=_last(last))
    return _answer(word, played, material, voice)


def _answer(word: str, played: Collection[str], material: Material, voice: Phrases) -> str:
    sound = _last(_kana(word))
    if sound == "ん":
        return pick(voice, "wins_chain", material)
    mine = next((one for one in _words().get(sound, ()) if one not in played and one != word), "")
    return (
        pick(voice, "chains", material, word=mine, kana=_last(mine)) if mine else pick(voice, "loses_chain", material)
    )


def _played(text: str) -> str:
    """The word that a character said in the game by such a text."""
    found = PLAYED.search(text)
    return found["word"] if found and _last(found["word"]) == found["kana"] else ""


def _word(text: str) -> str:
    """A text that is one noun; "" else."""
    if not WORD.fullmatch(text):
        return ""
    return text if all(one.part[0] in ("名詞", "接頭辞", "接尾辞") for one in morphemes(text)) else ""


def _kana(word: str) -> str:
    return reading(word).translate(SMALL)


def _last(kana: str) -> str:
    """The sound that the next word begins with: a long one is none."""
    return kana.rstrip("ー")[-1:].translate(SMALL)


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    """By the first sound."""
    words = sorted(word_list("chain.ja"))
    return {sound: tuple(one for one in words if one[0] == sound) for sound in {one[0] for one in words}}
