"""TLS: whose certificates are trusted, and how it shows that a server's is not."""

import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from lumina.errors import StoreDown, StoreNotTrusted


def trusting(authority: Path) -> ssl.SSLContext:
    """What trusts servers by the certificate (PEM) of one authority, and by no other. Raises OSError where the file has
    none."""
    return ssl.create_default_context(cafile=authority)


def causes(error: BaseException) -> Iterator[BaseException]:
    """An error, and all that it came from."""
    yield error
    group = cast(BaseExceptionGroup[BaseException], error) if isinstance(error, BaseExceptionGroup) else None
    for cause in (*(group.exceptions if group else ()), error.__cause__ or error.__context__):
        if cause is not None:
            yield from causes(cause)


def distrust(error: Exception, store: str, setting: str) -> StoreDown | None:
    """Where it was the server's certificate that went wrong: that, for whoever can name the authority in a setting."""
    for cause in causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return StoreNotTrusted(store=store, why=cause.verify_message.rstrip("."), setting=setting)
    return None
