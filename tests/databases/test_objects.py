"""Objects in a folder: what is destroyed there leaves the disk, too."""

from pathlib import Path

from lumina.databases.objects import Objects

CONTENT = b"a key, or what somebody said"


async def test_what_is_destroyed_is_overwritten_and_what_a_kill_left_of_writing_it_goes_too(tmp_path: Path) -> None:
    objects, folder = Objects.at(f"file://{tmp_path}/place"), tmp_path / "place" / "keys"
    for name in ("keys/one", "keys/one.parquet", "keys/two"):
        await objects.put(name, CONTENT)
    (folder / "one#1").write_bytes(CONTENT)
    with (folder / "one").open("rb") as held, (folder / "one#1").open("rb") as left:
        await objects.destroy(["keys/one", "keys/was never there"])
        assert held.read() == left.read() == bytes(len(CONTENT))
    assert sorted(one.name for one in folder.iterdir()) == ["one.parquet", "two"]
    assert await objects.get("keys/two") == CONTENT
