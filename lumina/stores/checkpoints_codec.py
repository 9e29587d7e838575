"""Checkpoints as bytes. Whoever can write to the database decides what is read here, so a strict list says what may
come of it: plain values, and the messages of a conversation. LangGraph's own reader imports and calls what a blob
names."""

# langgraph ships types that strict mode cannot fully see, and no stubs
# pyright: reportMissingTypeStubs=false

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

import msgpack  # pyright: ignore[reportMissingTypeStubs]
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.serde.jsonplus import EXT_PYDANTIC_V2, JsonPlusSerializer
from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from lumina.databases.person_keys import Keys
from lumina.errors import Damaged, because

MESSAGES: Final = {(kind.__module__, kind.__name__): kind for kind in (HumanMessage, AIMessage)}
FIELDS: Final = ("content", "id", "name", "additional_kwargs")
"""What the window's messages are made of; a blob may name no other field of a message."""

NEWEST: Final = 4
"""The format that this LangGraph writes; a newer one may mean other things by the same words."""

SEALED: Final = "sealed"
"""The kind of what is sealed; within it stands the kind that LangGraph gave it."""

KINDS: Final = frozenset({"null", "msgpack"})

_unpackb: Callable[[bytes], tuple[Any, ...]] = msgpack.unpackb  # pyright: ignore

Version = Annotated[str, Field(pattern=r"^\d{32}\.[\d.e-]{1,40}$")]


class _Read(TypedDict):
    """What LangGraph takes for granted of a checkpoint that it goes on from."""

    v: Annotated[int, Field(ge=1, le=NEWEST)]
    id: str
    channel_values: dict[str, Any]
    channel_versions: dict[str, Version]
    versions_seen: dict[str, dict[str, Version]]


_read: Final = TypeAdapter(_Read)


class StrictSerializer(JsonPlusSerializer):
    """Writes as LangGraph does; reads what is on the list. Raises Damaged for all else."""

    def __init__(self) -> None:
        super().__init__(allowed_msgpack_modules=None, __unpack_ext_hook__=_message)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        kind, _ = data
        if kind not in KINDS:
            raise _foreign()
        return super().loads_typed(data)


class SealedSerializer(StrictSerializer):
    """As that, under the key of the person whose words they are, each bound to its thread. What is not sealed is not
    read."""

    def __init__(self, keys: Keys, person: str, thread: str) -> None:
        super().__init__()
        self._keys, self._person, self._place = keys, person, f"checkpoint of {thread}"

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        kind, packed = super().dumps_typed(obj)
        plain = kind.encode() + b"\0" + packed
        return SEALED, self._keys.to_write(self._person).seal(plain, self._place)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Raises KeyGone and Damaged, too, where it was not sealed for this person and thread."""
        if data[0] != SEALED:
            raise _foreign()
        kind, _, packed = self._keys.of(self._person).open(bytes(data[1]), self._place).partition(b"\0")
        return super().loads_typed((kind.decode(), packed))


def check_read(checkpoint: Mapping[str, Any]) -> None:
    """Raises ValueError where LangGraph could not go on from it, one of a newer version included."""
    _read.validate_python(checkpoint, strict=True)


def _message(code: int, packed: bytes) -> HumanMessage | AIMessage:
    """What stands within is plain: no field of a message holds another object."""
    if code != EXT_PYDANTIC_V2:
        raise _foreign()
    module, name, fields, *_ = _unpackb(packed)
    if (module, name) not in MESSAGES:
        raise _foreign()
    return MESSAGES[module, name](**{field: fields[field] for field in FIELDS})


def _foreign() -> Damaged:
    return Damaged(what="checkpoint", why=because("it holds what no turn writes"))
