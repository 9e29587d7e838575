"""What a person is known for in a test, and what is answered to them."""

from harness.life import Life, replies
from lumina.known import Fact


async def says(life: Life, text: str) -> str:
    """What is answered."""
    return "\n".join(reply.turn.text for reply in replies(await life.say(text)))


async def facts(life: Life, kind: str, about: str = "") -> dict[str, Fact]:
    """Facts of a kind by their values, what was revoked among them; of two of one value the one that holds."""
    known = await life.lumina.known.known(life.person)
    return {one.value: one for one in reversed(known.facts) if one.kind == kind and (not about or one.about == about)}


async def held(life: Life, kind: str, about: str = "me") -> set[str]:
    """The values that hold."""
    return {value for value, one in (await facts(life, kind, about)).items() if one.is_open}
