"""What a field goes by for each word of a line: itself and its neighbours."""

from collections.abc import Sequence

from lumina.language.trained.tokens import Token

NEAR = (-3, -2, -1, 1, 2, 3)
BEFORE, AFTER = 7, 7
"""Words that may show from afar what a word is: the verb behind it, who the subject is."""


def of_words(tokens: Sequence[Token]) -> list[list[str]]:
    """The features of each word, for what it belongs to."""
    normals = [token.normal for token in tokens]
    return [[*_itself(tokens[at]), *_around(tokens, at), *_pairs(normals, at)] for at in range(len(tokens))]


def _itself(token: Token) -> list[str]:
    text = token.text.lower()
    return [
        "bias",
        f"text={text}",
        f"normal={token.normal}",
        f"first={text[:3]}",
        f"last={text[-3:]}",
        f"end={text[-1]}",
        *(f"is={one}" for one in token.classes),
    ]


def _around(tokens: Sequence[Token], at: int) -> list[str]:
    found = list[str]()
    for away in NEAR:
        if 0 <= at + away < len(tokens):
            near = tokens[at + away]
            found.append(f"{away}={near.normal}")
            found += [f"{away}is={one}" for one in near.classes] if abs(away) < 3 else ()
        elif abs(away) == 1:
            found.append(f"{away}=none")
    found += [f"before={token.normal}" for token in tokens[max(0, at - BEFORE) : at]]
    found += [f"after={token.normal}" for token in tokens[at + 1 : at + 1 + AFTER]]
    return found


def _pairs(normals: Sequence[str], at: int) -> list[str]:
    places = {"<<": (at - 2, at - 1), "<": (at - 1, at), ">": (at, at + 1), ">>": (at + 1, at + 2)}
    return [
        f"{name}{normals[one]}|{normals[other]}"
        for name, (one, other) in places.items()
        if one >= 0 and other < len(normals)
    ]
