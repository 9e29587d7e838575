"""Values as JSON can say them."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, cast

import numpy as np

Shape = dict[str, object]


def plain(value: Any) -> object:
    """What json cannot say by itself, one level deep: for its `default`."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, set | frozenset):
        return sorted(map(str, cast(Iterable[object], value)))
    if isinstance(value, Mapping):
        return dict(cast(Mapping[str, object], value))
    return cast(object, value.item()) if isinstance(value, np.generic) else str(value)


def all_plain(value: object) -> Any:
    """As deep as it goes."""
    if isinstance(value, Mapping):
        return {str(key): all_plain(one) for key, one in cast(Mapping[object, object], value).items()}
    if isinstance(value, list | tuple):
        return [all_plain(one) for one in cast(Iterable[object], value)]
    return value if value is None or type(value) in (str, int, float, bool) else all_plain(plain(value))
