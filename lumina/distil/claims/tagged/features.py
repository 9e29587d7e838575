"""What the tagger goes by: for each word of a sentence itself and its neighbours, for each value that was found the
words within it and around it."""

from collections.abc import Sequence

from lumina.language.trained.tokens import Token

NEAR = (-3, -2, -1, 1, 2, 3)
BEFORE, AFTER = 7, 7
"""Words that may show from afar what a word is: the verb behind it, who the subject is."""

ENDING = 5
"""Words of a sentence's end, where Japanese says whether it is so, was so, or is over."""


def of_words(tokens: Sequence[Token]) -> list[list[str]]:
    """The features of each word, for the kind of value that it belongs to."""
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


def of_value(tokens: Sequence[Token], first: int, last: int, kind: str) -> list[str]:
    """The features of a value from one word to another, for whose it is and whether it still holds."""
    found = ["bias", f"kind={kind}"]
    for away in range(1, BEFORE + 1):
        if first - away >= 0:
            found += [f"before={tokens[first - away].normal}", *_marked(f"-{away}", tokens[first - away], away)]
        if last + away < len(tokens):
            found += [f"after={tokens[last + away].normal}", *_marked(f"+{away}", tokens[last + away], away)]
    found += [f"within={token.normal}" for token in tokens[first : last + 1]]
    found += [f"ending={token.normal}" for token in tokens[-ENDING:]]
    found += [f"beginning={token.normal}" for token in tokens[:2]]
    return found


def _marked(side: str, token: Token, away: int) -> list[str]:
    return [f"{side}={token.normal}", *(f"{side}is={one}" for one in token.classes)] if away <= 3 else []
