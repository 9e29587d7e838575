"""What the pages take from npm: fetched by `npm pack`, and its hashes compared with those that are written down here.

`python -m tools.vendor` writes lumina/api/web/assets/vendor anew; `axe()` is for the tests alone, and ships nowhere.
"""

import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "lumina" / "api" / "web" / "assets" / "vendor"
CACHE: Final = ROOT / ".servers" / "npm"
"""What is only for the tests; `make clean` takes it away."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package of npm at a version: which of its files are taken, as what, and their SHA-256."""

    name: str
    version: str
    files: Mapping[str, tuple[str, str]]


SHIPPED: Final = (
    Package(
        "htmx.org",
        "4.0.1",
        {
            "dist/htmx.min.js": (
                "htmx.min.js",
                "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130",
            ),
            "LICENSE": (
                "htmx.LICENSE.txt",
                "d3d2456f76414f2456104660ebd65aff1c04cd7966b942bdabd63f3cdb316a38",
            ),
        },
    ),
    Package(
        "cytoscape",
        "3.34.4",
        {
            "dist/cytoscape.esm.min.mjs": (
                "cytoscape.esm.min.mjs",
                "0d7e373a706f0f01d6fb7a6ccf04988c01307cee1c2f9bcc7b068e9f6b431e3f",
            ),
            "LICENSE": (
                "cytoscape.LICENSE.txt",
                "eb319c6e6f233607f71e8e2f450391751883cfc0eeb3ca7ef574c13d1d9c2203",
            ),
        },
    ),
)
AXE: Final = Package(
    "axe-core",
    "4.14.1",
    {
        "axe.min.js": (
            "axe.min.js",
            "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c",
        )
    },
)


def take(package: Package, into: Path) -> None:
    """Raises ValueError where a file is not what it was."""
    with tempfile.TemporaryDirectory() as place:
        wanted = f"{package.name}@{package.version}"
        command = ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", place, wanted]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with tarfile.open(next(Path(place).glob("*.tgz"))) as archive:
            contents = {name: archive.extractfile(f"package/{name}") for name in package.files}
            for name, (target, digest) in package.files.items():
                _write(into / target, contents[name].read() if contents[name] else b"", digest)  # pyright: ignore[reportOptionalMemberAccess]


def _write(path: Path, content: bytes, digest: str) -> None:
    found = sha256(content).hexdigest()
    if found != digest:
        raise ValueError(f"{path.name} is not what it was: its SHA-256 is {found}")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def shipped() -> Mapping[str, str]:
    """The files of the folder, and the SHA-256 that each must have."""
    return dict(pair for package in SHIPPED for pair in package.files.values())


def axe() -> Path:
    """The script that looks for what keeps people from using a page; fetched once."""
    target, digest = AXE.files["axe.min.js"]
    path = CACHE / target
    if not path.exists() or sha256(path.read_bytes()).hexdigest() != digest:
        take(AXE, CACHE)
    return path


if __name__ == "__main__":
    for one in SHIPPED:
        take(one, FOLDER)
        sys.stdout.write(f"{one.name} {one.version}\n")
