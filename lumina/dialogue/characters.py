"""The characters, read from the files in `characters/`: data only. A file dropped in beside them is one more."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic_core import ErrorDetails

import lumina
from lumina.errors import BadInput, BadSetting, Reason, UnknownCharacter, because
from lumina.language.bilingual import Bilingual, Language
from lumina.language.domains import DOMAINS
from lumina.language.messages import Messages
from lumina.language.names import bare_name
from lumina.language.scripts import fold
from lumina.texts import shown_name, wrong_with_name
from lumina.voices.voice import Phrases, check_phrase, neutral_voice

FOLDER = Path(lumina.__file__).parent.parent / "characters"
"""Beside the package, in a checkout as in site-packages."""

ALLOWED = because("a folder with character files (NAME.toml), or nothing")

NAMED: Final = 2
"""What is wrong in a file is told so far; how much more there is, is counted."""

Weight = Annotated[float, Field(ge=0, le=1)]


class Names(BaseModel):
    """Further names, by the language they belong to; all are understood in both."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ja: tuple[str, ...] = ()
    en: tuple[str, ...] = ()


class Voice(BaseModel):
    """The phrases of the offline voice by kind, several of each, in one language or both."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ja: Mapping[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    en: Mapping[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])

    @field_validator("ja", "en", mode="before")
    @classmethod
    def _one_or_several(cls, value: Mapping[str, Any]) -> Mapping[str, Any]:
        return {kind: (said,) if isinstance(said, str) else said for kind, said in value.items()}

    @field_validator("ja", "en")
    @classmethod
    def _speakable(cls, value: Phrases) -> Phrases:
        for kind, said in value.items():
            for phrase in said or ("",):
                check_phrase(kind, phrase)
        return MappingProxyType(dict(value))


class Character(BaseModel):
    """One character. `order` says who has the floor first, `domains` how well a domain suits (0 to 1; a domain that is
    not named suits half), `suits` are requests in the person's words that fit the role, `knows_best` the knowledge
    namespaces that are asked first. `model` and `temperature` are its own where they are given."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)

    id: str = Field(pattern=r"^[a-z][a-z0-9_-]{0,63}$")
    name: Bilingual
    persona: Bilingual
    role: Bilingual = Bilingual(ja="話し相手", en="company")
    aliases: Names = Names()
    order: int = 100
    colour: str = Field(default="#888888", pattern=r"^#[0-9a-fA-F]{6}$")
    domains: Mapping[str, Weight] = Field(default_factory=dict[str, float])
    suits: Names = Names()
    knows_best: tuple[str, ...] = ()
    model: str = ""
    temperature: float | None = Field(default=None, ge=0, le=2)
    voice: Voice = Voice()

    @field_validator("domains")
    @classmethod
    def _known(cls, value: Mapping[str, float]) -> Mapping[str, float]:
        for domain in value:
            if domain not in DOMAINS:
                raise ValueError(f"there is no domain {domain!r}; there are {', '.join(DOMAINS)}")
        return value

    @field_validator("name", "aliases")
    @classmethod
    def _named(cls, value: Bilingual | Names) -> Bilingual | Names:
        for name in (value.of("ja"), value.of("en")) if isinstance(value, Bilingual) else (*value.ja, *value.en):
            if why := wrong_with_name(name):
                raise ValueError(f"{shown_name(name)}: {why}")
        return value

    def names(self) -> tuple[str, ...]:
        """Everything it is called."""
        return (self.id, self.name.of("ja"), self.name.of("en"), *self.aliases.ja, *self.aliases.en)

    def voices(self) -> Mapping[Language, Phrases]:
        """Its offline voice by language, with neutral phrases where it has none of its own."""
        return {"ja": {**self._neutral("ja"), **self.voice.ja}, "en": {**self._neutral("en"), **self.voice.en}}

    def _neutral(self, language: Language) -> Phrases:
        """What anybody says, under its own name and role."""
        who = {"name": self.name.of(language), "role": self.role.of(language).rstrip("。.")}
        says = Messages(language).text("talk.introduced", **who).replace("{", "{{").replace("}", "}}")
        return {**neutral_voice(language), "introduces": (says,)}


def name_key(name: str) -> str:
    """What two spellings of one name share: width, case, kana and honorifics do not count."""
    return bare_name(fold(name).strip().lstrip("@"))


class Cast:
    """The characters in their order, looked up by id or by any of their names."""

    def __init__(self, characters: Sequence[Character]) -> None:
        self._characters = tuple(sorted(characters, key=lambda character: (character.order, character.id)))
        self._by_name = _index(self._characters)

    def __iter__(self) -> Iterator[Character]:
        return iter(self._characters)

    def __len__(self) -> int:
        return len(self._characters)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name_key(name) in self._by_name

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(character.id for character in self._characters)

    def with_(self, character: Character) -> "Cast":
        """The same ones, with this one in the place of who has its id."""
        return Cast([character if one.id == character.id else one for one in self])

    def find(self, name: str) -> Character:
        """The character of that id or name. Raises UnknownCharacter."""
        try:
            return self._by_name[name_key(name)]
        except KeyError:
            raise UnknownCharacter(name=name, known=", ".join(self.ids)) from None


def _index(characters: Sequence[Character]) -> Mapping[str, Character]:
    found: dict[str, Character] = {}
    for character in characters:
        for name in character.names():
            owner = found.setdefault(name_key(name), character)
            if owner is not character:
                raise BadInput(
                    why=because(
                        "the characters {one} and {other} are both called '{name}'",
                        one=owner.id,
                        other=character.id,
                        name=name,
                    )
                )
    return MappingProxyType(found)


def load_cast(extra: Path | None = None, *, folder: Path = FOLDER) -> Cast:
    """The characters of `characters/` and of a further folder, whose files take the place of those with the same id.
    Raises BadInput, naming file and key."""
    folders = [folder] if extra is None else [folder, extra]
    found = {character.id: character for place in folders for character in _read_folder(place).values()}
    if not found:
        raise BadInput(why=because("{folder} has no character file (NAME.toml)", folder=folder))
    return Cast(tuple(found.values()))


def _read_folder(folder: Path) -> Mapping[str, Character]:
    if not folder.is_dir():
        raise BadSetting(
            setting="LUMINA_CHARACTERS", why=because("there is no folder {folder}", folder=folder), allowed=ALLOWED
        )
    found: dict[str, Character] = {}
    for path in sorted(folder.glob("*.toml")):
        character = read_character(path)
        if character.id in found:
            raise BadInput(
                why=because(
                    "{path}: id: there is a second character '{name}' in this folder", path=path, name=character.id
                )
            )
        found[character.id] = character
    return found


def read_character(path: Path) -> Character:
    """One character file. Raises BadInput, naming file and key."""
    try:
        return _character(path.read_text(encoding="utf-8"))
    except ValidationError as error:
        raise BadInput(why=_wrong(path, error)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise BadInput(why=f"{path}: {error}") from error


def _wrong(path: Path, error: ValidationError) -> Reason:
    """What is wrong in a file; of much, how much more."""
    problems = explained(error)
    some, more = joined(problems[:NAMED]), len(problems) - NAMED
    if more <= 0:
        return because("{path}: {some}", path=path, some=some)
    return because("{path}: {some}; and {more} more of that kind", path=path, some=some, more=more)


@lru_cache(32)
def _character(toml: str) -> Character:
    """Each text is read once: the files are looked at whenever a folder is opened, and hardly ever change."""
    return Character.model_validate(tomllib.loads(toml))


def explained(error: ValidationError) -> list[Reason]:
    """What pydantic finds wrong, each at its place, in our words."""
    return [
        because("{key}: {what}", key=".".join(map(str, one["loc"])) or because("the file"), what=_what(one))
        for one in error.errors()
    ]


def _what(problem: ErrorDetails) -> Reason | str:
    limits = problem.get("ctx", {})
    match problem["type"]:
        case "missing":
            return because("this is needed")
        case "extra_forbidden":
            return because("there is no such key")
        case "less_than_equal":
            return because("this may be {limit} at most", limit=limits["le"])
        case "greater_than_equal":
            return because("this must be {limit} at least", limit=limits["ge"])
        case "string_pattern_mismatch":
            return because("this must fit the pattern {pattern}", pattern=limits["pattern"])
        case _:
            return problem["msg"].removeprefix("Value error, ")


def joined(problems: Sequence[Reason]) -> Reason:
    return reduce(lambda one, other: because("{one}; {other}", one=one, other=other), problems)
