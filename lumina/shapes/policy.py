"""The shape of what is kept of a person's talk."""

from typing_extensions import TypedDict

from lumina.lifecycle.policies import Keeping


class PolicyShape(TypedDict):
    """`policy` holds, "full" or "summary-only"; `chosen` says whether the person chose it (else it is the `default`).
    Of `let_go` of the `turns` the words are not kept any more."""

    policy: str
    chosen: bool
    default: str
    turns: int
    let_go: int


def policy(value: Keeping) -> PolicyShape:
    return {
        "policy": value.policy,
        "chosen": value.chosen,
        "default": value.default,
        "turns": value.turns,
        "let_go": value.let_go,
    }
