"""`python -m bench.sealing`: what recalling and a turn cost of processor time where everything is sealed under a
person's key, and with a cipher that seals nothing, in turns on one machine (issue 20: at most a tenth more).

The cipher that seals nothing is put in place of LUMINA's by this bench alone: no setting leads to it. Each side has a
folder of its own, made by importing the same life.
"""

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Final
from unittest.mock import patch

from bench.folder import copy_of, prepared
from bench.sitting import Figures, Task, sit
from harness.made_up import END, PERSON, ask, live
from lumina.databases.ciphers import BODY, HEAD, NONCE_BYTES, SEALED_WORD, Cipher, Place

TAG: Final = 16
FIGURES: Final[Mapping[str, Sequence[str]]] = {
    "recall": ("recall_cpu_p50", "recall_postgres_cpu"),
    "a turn": ("turn_cpu_p50",),
}
"""What is told, and the sum of which measured ones it is: milliseconds of processor time."""


class Nothing:
    """A cipher of the same shape: as many bytes around what is said, and no secret."""

    def seal(self, plain: bytes, place: Place) -> bytes:  # noqa: ARG002  as Cipher's
        return HEAD + bytes(NONCE_BYTES) + plain + bytes(TAG)

    seal_alike = seal

    def open(self, sealed: bytes, place: Place) -> bytes:  # noqa: ARG002
        return sealed[BODY:-TAG]

    def seal_word(self, word: str, kind: str) -> str:  # noqa: ARG002
        return SEALED_WORD + word

    def open_word(self, sealed: str, kind: str) -> str:  # noqa: ARG002
        return sealed.removeprefix(SEALED_WORD)


@contextmanager
def sealing_nothing() -> Generator[None]:
    """In this process, while it is entered."""
    with ExitStack() as stack:
        for verb in ("seal", "seal_alike", "open", "seal_word", "open_word"):
            stack.enter_context(patch.object(Cipher, verb, getattr(Nothing, verb)))
        yield


async def side(memories: int, task: Task, *, plain: bool) -> Figures:
    """One sitting on a copy of the side's folder, which is made where there is none."""
    with ExitStack() as stack:
        if plain:
            stack.enter_context(sealing_nothing())
        home = await prepared(memories, brief=True, under="nothing" if plain else "")
        return await sit(stack.enter_context(copy_of(home)), task)


def measured(given: argparse.Namespace, *, plain: bool) -> Figures:
    """In a process of its own: neither side finds what the other left warm."""
    words = ["--memories", str(given.memories), "--each", str(given.each), "--side", "plain" if plain else "sealed"]
    made = subprocess.run([sys.executable, "-m", "bench.sealing", *words], capture_output=True, text=True, check=False)
    if made.returncode:
        raise SystemExit(made.stderr)
    return json.loads(made.stdout.splitlines()[-1])


def told(sealed: Sequence[Figures], plain: Sequence[Figures]) -> dict[str, dict[str, float]]:
    """The median of each side's rounds, and how many times the one is the other."""
    found: dict[str, dict[str, float]] = {}
    for what, names in FIGURES.items():
        with_, without = (median(sum(one[name] for name in names) for one in each) for each in (sealed, plain))
        found[what] = {"sealed": with_, "plain": without, "times": with_ / without}
    return found


def task_of(memories: int, each: int) -> Task:
    life = live(memories)
    mine = [turn.text for turn in live(each, seed=3).turns if turn.speaker == PERSON]
    return Task(questions=ask(life, each), sayings=[f"@ルミナ {text}" for text in mine[:each]], end=END.isoformat())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.sealing", description=__doc__)
    parser.add_argument("--memories", type=int, default=1000)
    parser.add_argument("--each", type=int, default=100, help="questions, and sayings")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--side", choices=("sealed", "plain"), help="one sitting of one side, as JSON")
    given = parser.parse_args()
    if given.side:
        task = task_of(given.memories, given.each)
        print(json.dumps(asyncio.run(side(given.memories, task, plain=given.side == "plain"))))  # noqa: T201
        return
    sealed, plain = list[Figures](), list[Figures]()
    for _ in range(given.rounds):
        sealed.append(measured(given, plain=False))
        plain.append(measured(given, plain=True))
    for what, found in told(sealed, plain).items():
        print(  # noqa: T201
            f"{what}: {found['sealed']:.2f} ms of processor sealed, {found['plain']:.2f} plain:"
            f" {found['times']:.3f} times"
        )


if __name__ == "__main__":
    main()
