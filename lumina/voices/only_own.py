"""Of what a model says, what is the character's own: small models write names before words, and go on as others do."""

import re
from collections.abc import AsyncGenerator, AsyncIterator, Collection
from contextlib import aclosing
from dataclasses import dataclass, field

CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""What no database and no terminal wants."""

BEGINS = r"(?:\A|[\n!?。！？…」』”]|(?<!\d)[.)）])[ \t\u3000]*"
"""Where somebody may begin to speak: a line, or behind a sentence; in a list a number or a dash stands there."""

CONTEXT = 16
"""Characters of what was said already that tell whether a sentence ended with them."""


async def only_own(pieces: AsyncIterator[str], mine: Collection[str], others: Collection[str]) -> AsyncGenerator[str]:
    """The pieces without control characters, without a "Name:" of one's own (`mine`), and without all that follows
    where somebody else ("Name:" of `others`) begins to speak, once anything was said. What may still become a name is
    held back."""
    sieve = _Sieve(frozenset(map(str.casefold, mine)), frozenset(map(str.casefold, others)))
    async with aclosing(_closing(pieces)) as whole:
        async for piece in whole:
            if told := sieve.take(piece):
                yield told
            if sieve.is_over:
                return
    if told := sieve.take("", last=True):
        yield told


async def _closing(pieces: AsyncIterator[str]) -> AsyncGenerator[str]:
    async for piece in pieces:
        yield piece


@dataclass(slots=True)
class _Sieve:
    """What has come of an answer: the end of what was `said`, and what is `held` back."""

    mine: frozenset[str]
    others: frozenset[str]
    is_over: bool = False
    _said: str = ""
    _held: str = ""
    _name: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        names = sorted({*self.mine, *self.others}, key=len, reverse=True)
        self._name = re.compile(
            rf"{BEGINS}(?P<named>[*_]{{0,2}}(?P<name>{'|'.join(map(re.escape, names)) or '(?!)'})[*_]{{0,2}}[ \t]*[:：]"
            r"(?!/)[*_]{0,2}\s*)",
            re.IGNORECASE,
        )

    def take(self, piece: str, *, last: bool = False) -> str:
        """What of it, and of what was held back, can be said now."""
        begins, text = len(self._said), self._said + self._held + CONTROL.sub("", piece)
        while match := self._next(text, begins, last=last):
            if match["name"].casefold() in self.mine:
                text = text[: match.start("named")] + text[match.end() :]
            else:
                text, last, self.is_over = text[: match.start("named")].rstrip(), True, True
        ready = len(text) if last else max(begins, self._ready(text))
        told, self._held = text[begins:ready], text[ready:]
        told = told if self._said else told.lstrip()
        self._said = (self._said + told)[-CONTEXT:]
        return told

    def _next(self, text: str, begins: int, *, last: bool) -> re.Match[str] | None:
        """The next name that is whole: one of one's own, or somebody else's behind something that was said."""
        for match in self._name.finditer(text):
            new = match.start("named") >= begins and (last or match.end() < len(text))
            if new and (match["name"].casefold() in self.mine or text[: match.start("named")].strip()):
                return match
        return None

    def _ready(self, text: str) -> int:
        """Up to where nothing may become a name any more; white space at the end is not."""
        for match in re.finditer(BEGINS, text):
            rest = text[match.end() :].strip("*_ \t").casefold()
            whole = rest.rstrip(":： \t\n*_")
            if any(name.startswith(rest) or name == whole for name in (*self.mine, *self.others)):
                return len(text[: match.end()].rstrip())
        return len(text.rstrip())
