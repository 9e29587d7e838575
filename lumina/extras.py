"""What LUMINA can do with packages that it does not bring along."""

from importlib.metadata import requires


def packages_of(extra: str) -> str:
    """The requirements of an extra, as they stand behind `pip install`: that works in a checkout as with the wheel,
    whose own name another project may have in an index."""
    wanted = [line.partition(";") for line in requires("lumina") or ()]
    return " ".join(f"'{package.strip()}'" for package, _, when in wanted if f"extra == '{extra}'" in when)
