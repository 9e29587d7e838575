"""The log: one file, in which stands what failed and where, and neither words nor names of a person.

What a library or an engine says of an error may quote what somebody said. So errors are logged by their kind, their
codes and the places in the code, and of other people's records only what their authors wrote, nothing filled in.
"""

import logging
import os
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from logging.handlers import RotatingFileHandler
from pathlib import Path, PurePath
from traceback import StackSummary, walk_tb
from types import TracebackType
from typing import IO, Any, Final, TextIO

from lumina.errors import BadSetting, LuminaError, Reason, because
from lumina.texts import fit

STDERR: Final = Path("-")
"""Named as the file: the log goes there, as in a container."""

MOST_BYTES: Final = 1_000_000
KEPT: Final = 3
"""Older files are kept beside the newest one, each of so many bytes."""

EARLY: Final = 100
"""Records that wait for the data folder to be there."""

OURS: Final = ("lumina", "graphs")
SPEAKING: Final = ("store", "setting", "model", "what", "kind")
"""Details of LUMINA's own errors that hold nothing of a person."""

CODES: Final = ("errno", "status_code", "sqlstate")

log = logging.getLogger(__name__)


def log_into(file: Path, level: str, is_ready: Callable[[], bool]) -> None:
    """From now on all log records, Python's warnings, and what fails in a thread go into the file, and nowhere else.
    Until it `is_ready` they wait."""
    handler = logging.StreamHandler(sys.stderr) if file == STDERR else LogFile(file, is_ready)
    handler.setFormatter(Discreet())
    root = logging.getLogger()
    for old in [one for one in root.handlers if isinstance(one.formatter, Discreet)]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(level.upper())
    warnings.showwarning = _warned
    threading.excepthook = _failed_in_a_thread
    sys.unraisablehook = _could_not_be_raised


def check_writable(file: Path) -> None:
    """Raises BadSetting where the log cannot be written there."""
    if file == STDERR:
        return
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600))
    except OSError as error:
        why = because("{path} cannot be written ({error})", path=file, error=error.strerror or error)
        raise BadSetting(setting="LUMINA_LOG_FILE", why=why, allowed="a file, or - for stderr") from error


class LogFile(RotatingFileHandler):
    """Rotated by its size, readable for its owner alone. Other processes may write into the same file, and rotate it.
    A log that cannot be written stops nobody."""

    def __init__(self, file: Path, is_ready: Callable[[], bool]) -> None:
        super().__init__(
            file, maxBytes=MOST_BYTES, backupCount=KEPT, encoding="utf-8", delay=True, errors="backslashreplace"
        )
        self._is_ready = is_ready
        self._early: deque[logging.LogRecord] = deque(maxlen=EARLY)

    def emit(self, record: logging.LogRecord) -> None:
        self._early.append(record)
        if not self._is_ready():
            return
        self._follow()
        while self._early:
            super().emit(self._early.popleft())

    def close(self) -> None:
        """Where there is no data folder at the end, what failed is told on stderr."""
        while self._early:
            record = self._early.popleft()
            if record.levelno >= logging.ERROR and not sys.stderr.closed:
                sys.stderr.write(fit(self.format(record) + "\n"))
        super().close()

    def handleError(self, record: logging.LogRecord) -> None:
        """A disk that is full, say."""

    def _open(self) -> Any:
        return open(self.baseFilename, "a", encoding=self.encoding, errors=self.errors, opener=_for_its_owner)

    def _follow(self) -> None:
        """Go on in the new file where another process has put the old one away."""
        stream: TextIO | None = self.stream
        if stream is not None and not _is_at(stream, self.baseFilename):
            stream.close()
            self.stream = None  # pyright: ignore[reportAttributeAccessIssue]  as the handler itself has it before it opens


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _is_at(stream: IO[str], path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(stream.fileno()), os.stat(path))  # noqa: PTH116  as cheap as can be
    except OSError:
        return False


class Discreet(logging.Formatter):
    """A line a record, and the places in the code where there was an error."""

    def format(self, record: logging.LogRecord) -> str:
        said = f"{self.formatTime(record)} {record.process} {record.levelname} {record.name}: {_told(record)}"
        error = record.exc_info[1] if record.exc_info else None
        return "\n".join([said, *_traced(error)]) if error else said


def _told(record: logging.LogRecord) -> str:
    """Our own sentences with what we put into them; of others' what stands in their code."""
    template = str(record.msg)
    if record.name.partition(".")[0] in OURS:
        return (
            template % tuple(map(_shown, record.args)) if isinstance(record.args, tuple) and record.args else template
        )
    place = f"({_short(record.pathname)}:{record.lineno})"
    return f"{template} {place}" if record.args else place


def _shown(value: object) -> object:
    if isinstance(value, BaseException):
        return " from ".join(map(described, _chain(value)))
    return value.name if isinstance(value, PurePath) else value


def described(error: BaseException) -> str:
    """The kind of an error with its codes; of LUMINA's own also what they are about."""
    found: list[str] = [f"{name} {code}" for name in CODES if isinstance(code := getattr(error, name, None), int | str)]
    if isinstance(error, LuminaError):
        found += [str(error.details[name]) for name in SPEAKING if name in error.details]
        found += [why.template] if isinstance(why := error.details.get("why"), Reason) else []
    kind = type(error).__qualname__
    return f"{kind} ({', '.join(found)})" if found else kind


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An error, and what it came from."""
    seen: set[int] = set()
    following: BaseException | None = error
    while following is not None and id(following) not in seen:
        seen.add(id(following))
        yield following
        following = following.__cause__ or (None if following.__suppress_context__ else following.__context__)


def _traced(error: BaseException) -> Iterator[str]:
    for one in _chain(error):
        yield f"  {described(one)}"
        yield from _places(one.__traceback__)
        if isinstance(one, BaseExceptionGroup):
            for inner in one.exceptions:  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
                yield from _traced(inner)  # pyright: ignore[reportUnknownArgumentType]


def _places(traceback: TracebackType | None) -> Iterator[str]:
    for frame in StackSummary.extract(walk_tb(traceback), lookup_lines=False):
        yield f"    {_short(frame.filename)}:{frame.lineno} in {frame.name}"


def _short(file: str) -> str:
    """A place in the code without the folders above it, which may be called as a person is."""
    parts = PurePath(file).parts
    packages = [at for at, part in enumerate(parts) if part == "site-packages" or part in OURS]
    return "/".join(parts[packages[0] + (parts[packages[0]] == "site-packages") :]) if packages else parts[-1]


def _warned(_message: Warning | str, category: type[Warning], filename: str, lineno: int, *_: object) -> None:
    log.warning("%s at %s:%d", category.__name__, _short(filename), lineno)


def _failed_in_a_thread(args: threading.ExceptHookArgs) -> None:
    log.error("a thread failed", exc_info=args.exc_value)


def _could_not_be_raised(args: "sys.UnraisableHookArgs") -> None:
    log.error("an error could not be raised", exc_info=args.exc_value)
