"""What the tagger goes by for each value that was found: the words within it and around it."""

from collections.abc import Sequence

from lumina.language.trained.tokens import Token

BEFORE, AFTER = 7, 7
"""Words that may show from afar what a word is: the verb behind it, who the subject is."""

ENDING = 5
"""Words of a sentence's end, where Japanese says whether it is so, was so, or is over."""


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
