"""The master key in the keeping of a service: its file alone opens nothing."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from harness.kms_server import KmsServer, running_kms
from harness.life import living
from lumina.databases.ciphers import Cipher
from lumina.databases.kms import Kms, Signer, kms_of
from lumina.databases.master_key import Master, forget_former, make_master_key, master_keys, renew_master_key
from lumina.errors import BadSetting, StoreDown


@pytest.fixture
def server() -> Iterator[KmsServer]:
    with running_kms() as server:
        yield server


@pytest.fixture(params=["vault", "aws"])
def told(request: pytest.FixtureRequest, server: KmsServer) -> dict[str, str]:
    return getattr(server, request.param)


@pytest.fixture
def kms(told: dict[str, str]) -> Kms:
    found = kms_of(told["master_kms"], told["master_kms_secret"])
    assert found
    return found


def test_what_signs_for_aws_signs_as_its_published_example() -> None:
    """`post-vanilla` of the test suite of Signature Version 4."""
    signer = Signer("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
    at = datetime(2015, 8, 30, 12, 36, tzinfo=UTC)
    signed = signer.signed({"Host": "example.amazonaws.com"}, b"", at, region="us-east-1", service="service")
    assert signed["authorization"].endswith(
        "SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"
    )


def test_the_file_holds_no_key_and_opens_a_place_with_the_service_alone(
    tmp_path: Path, kms: Kms, server: KmsServer
) -> None:
    file = tmp_path / "master.key"
    own, card = Master(file, kms=kms).new_place()
    assert Master(file, kms=kms).known_place(card, "a place")[0] == own
    [line] = file.read_bytes().split()
    assert line.startswith(b"kms:")
    assert [known.lower() for known in server.asked][:2] == ["encrypt", "decrypt"]
    with pytest.raises(BadSetting, match="LUMINA_MASTER_KMS"):
        Master(file).known_place(card, "a place")
    server.cipher = Cipher.fresh()  # the service's own key was destroyed
    with pytest.raises(StoreDown, match="status 403"):
        Master(file, kms=kms).known_place(card, "a place")


def test_a_file_that_was_plain_is_wrapped_as_it_is_renewed_and_forgets_the_plain_key(tmp_path: Path, kms: Kms) -> None:
    file = tmp_path / "master.key"
    make_master_key(file)
    plain = file.read_bytes().strip()
    own, card = Master(file).new_place()
    renew_master_key(file, kms)
    same, card = Master(file, kms=kms).known_place(card, "a place")
    assert same == own
    assert forget_former(file, kms) == 1
    assert Master(file, kms=kms).known_place(card, "a place")[0] == own
    assert plain not in file.read_bytes()
    assert len(master_keys(file, kms)) == 1


def test_a_service_that_refuses_or_is_not_there_is_named(tmp_path: Path, kms: Kms, server: KmsServer) -> None:
    server.refuses = True
    with pytest.raises(StoreDown, match=r"(Vault|AWS KMS).*403"):
        make_master_key(tmp_path / "master.key", kms)
    assert not (tmp_path / "master.key").exists()
    gone = kms_of("vault+http://127.0.0.1:9/transit/lumina", "x")
    assert gone
    with pytest.raises(StoreDown, match="Vault"):
        gone.unwrap(b"x")


@pytest.mark.parametrize("url", ["vault://x/y/z", "vault+https://host/key", "awskms://", "https://host/a/b"])
def test_a_place_that_is_none_is_named(url: str) -> None:
    with pytest.raises(BadSetting, match="LUMINA_MASTER_KMS"):
        kms_of(url, "id:secret")
    with pytest.raises(BadSetting, match="LUMINA_MASTER_KMS_SECRET"):
        kms_of("awskms://eu-north-1/key", "nothing")


async def test_a_folder_lives_under_a_service_and_is_closed_without_it(
    home: Path, tmp_path: Path, told: dict[str, str], server: KmsServer
) -> None:
    file = tmp_path / "elsewhere" / "master.key"
    beside: dict[str, Any] = {"master_key": file, **told}
    async with living(home, **beside) as life:
        await life.say("京都へ行った。")
    async with living(home, life.clock, **beside) as life:
        assert "京都へ行った。" in [turn.text for turn in await life.turns()]
    server.refuses = True
    with pytest.raises(StoreDown):
        async with living(home, life.clock, **beside):
            pass
