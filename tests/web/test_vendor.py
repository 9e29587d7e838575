from hashlib import sha256

from tools.vendor import FOLDER, shipped


def test_what_is_shipped_from_npm_is_what_was_written_down_and_nothing_else() -> None:
    found = {path.name: sha256(path.read_bytes()).hexdigest() for path in FOLDER.iterdir()}
    assert found == shipped()


def test_every_library_is_shipped_with_its_licence() -> None:
    names = {name.partition(".")[0] for name in shipped()}
    assert {f"{name}.LICENSE.txt" for name in names} <= shipped().keys()
