"""The scripts of the pages, checked: types by tsc (strict, from their comments), and a linter (Biome).

`python -m tools.scripts` fetches both once by `npm pack`, as archives whose hashes are written down here. Where there
is no Node, or no Biome for this machine, it says so and passes.
"""

import platform
import shutil
import subprocess
import sys
import tarfile
from hashlib import sha256
from pathlib import Path
from typing import Final

from tools.vendor import CACHE, FOLDER, ROOT

SCRIPTS: Final = FOLDER.parent
TYPESCRIPT: Final = ("typescript@5.9.3", "10e108c9cf7d5f2879053dff18515fb405abf2ccef63eaaf017d9c571687a1d3")
BIOME: Final = {
    ("Linux", "x86_64"): (
        "@biomejs/cli-linux-x64@2.6.8",
        "e9fc491ffec6ba4024549b7c797937cd4f01855b4fe66a78220efe83b95be7f1",
    ),
}
TYPES: Final = ("--noEmit", "--allowJs", "--strict", "--target", "esnext", "--module", "esnext")
LIBRARIES: Final = ("--lib", "esnext,dom,dom.iterable", "--moduleResolution", "bundler", "--skipLibCheck")
RULES: Final = ("lint", "--error-on-warnings", "--diagnostic-level=warn")


def fetched(package: str, digest: str) -> Path:
    """The folder of a package, unpacked once. Raises ValueError where the archive is not what it was."""
    into = CACHE / digest[:16]
    if (into / "package").exists():
        return into / "package"
    shutil.rmtree(into, ignore_errors=True)
    into.mkdir(parents=True)
    command = ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", str(into), package]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    [archive] = into.glob("*.tgz")
    found = sha256(archive.read_bytes()).hexdigest()
    if found != digest:
        raise ValueError(f"{package} is not what it was: its SHA-256 is {found}")
    with tarfile.open(archive) as opened:
        opened.extractall(into, filter="data")
    archive.unlink()
    return into / "package"


def typed() -> int:
    """The status of tsc, which reads what says `@ts-check`: ours does, what comes from npm does not."""
    for path in SCRIPTS.glob("*.js"):
        if not path.read_text(encoding="utf-8").startswith("// @ts-check\n"):
            sys.stderr.write(f"{path.name} does not begin with // @ts-check\n")
            return 1
    compiler = fetched(*TYPESCRIPT) / "lib" / "tsc.js"
    return subprocess.run(
        ["node", compiler, *TYPES, *LIBRARIES, *sorted(SCRIPTS.glob("*.js"))], check=False, cwd=ROOT
    ).returncode


def linted() -> int:
    """The status of Biome; 0 where there is none for this machine."""
    wanted = BIOME.get((platform.system(), platform.machine()))
    if wanted is None:
        sys.stderr.write("The linter of the pages' scripts was skipped: no Biome is written down for this machine.\n")
        return 0
    program = fetched(*wanted) / "biome"
    program.chmod(0o755)
    return subprocess.run([program, *RULES, *sorted(SCRIPTS.glob("*.js"))], check=False, cwd=ROOT).returncode


if __name__ == "__main__":
    if not (shutil.which("node") and shutil.which("npm")):
        sys.stderr.write("The pages' scripts were not checked: that needs Node and npm (Debian: apt install npm).\n")
        sys.exit(0)
    sys.exit(typed() or linted())
