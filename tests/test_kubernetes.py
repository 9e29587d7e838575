"""infra/kubernetes/: what Kubernetes' own schema allows, and settings that LUMINA has."""

from collections.abc import Iterator, Mapping
from typing import Any

import kubernetes_validate  # pyright: ignore[reportMissingTypeStubs]
import pytest
import yaml

from lumina.settings import Settings, load_settings
from tests.test_infra import PASSWORD, PINNED, ROOT, SERVICES
from tests.test_infra_machines import APART, MACHINES

FOLDER = ROOT / "infra" / "kubernetes"
VERSION = "1.37"
OBJECTS: list[Mapping[str, Any]] = [
    one for path in sorted(FOLDER.glob("*.yaml")) for one in yaml.safe_load_all(path.read_text(encoding="utf-8"))
]
BY_NAME = {f"{one['kind']}/{one['metadata']['name']}": one for one in OBJECTS}
PODS = {name: one["spec"]["template"]["spec"] for name, one in BY_NAME.items() if "template" in one.get("spec", {})}
OURS = ("Deployment/serve", "Deployment/worker")
IN_LUMINA = "secretKeyRef"


def containers(name: str) -> list[Mapping[str, Any]]:
    return PODS[name]["containers"]


def variables(name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Of its containers, with where each comes from."""
    for container in containers(name):
        yield from ((one["name"], one) for one in container.get("env", ()))


@pytest.mark.parametrize("name", BY_NAME)
def test_kubernetes_knows_every_field(name: str) -> None:
    assert len(BY_NAME) == len(OBJECTS)
    kubernetes_validate.validate(dict(BY_NAME[name]), VERSION, strict=True)


@pytest.mark.parametrize("name", PODS)
def test_every_pod_is_watched_bounded_pinned_and_without_rights(name: str) -> None:
    pod = PODS[name]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["seccompProfile"]
    for container in containers(name):
        assert PINNED.match(container["image"])
        assert container["resources"]["requests"] and container["resources"]["limits"]["memory"]
        shut = container["securityContext"]
        assert shut["allowPrivilegeEscalation"] is False and shut["capabilities"] == {"drop": ["ALL"]}
        assert BY_NAME[name]["kind"] == "Job" or container["livenessProbe"]


def test_whatever_one_object_names_of_another_is_there() -> None:
    for name, one in BY_NAME.items():
        selector = one.get("spec", {}).get("selector")
        if one["kind"] in {"Deployment", "StatefulSet"}:
            labels = one["spec"]["template"]["metadata"]["labels"]
            assert selector["matchLabels"].items() <= labels.items()
            volumes = {volume["name"] for volume in PODS[name].get("volumes", ())}
            volumes |= {claim["metadata"]["name"] for claim in one["spec"].get("volumeClaimTemplates", ())}
            assert {mount["name"] for each in containers(name) for mount in each["volumeMounts"]} == volumes
        if one["kind"] == "StatefulSet":
            assert f"Service/{one['spec']['serviceName']}" in BY_NAME
        if one["kind"] == "Service":
            ports = {port["targetPort"] if "targetPort" in port else port["port"] for port in one["spec"]["ports"]}
            served = {
                given
                for pod in PODS.values()
                for each in pod["containers"]
                for port in each.get("ports", ())
                for given in port.values()
            }
            assert ports <= served


@pytest.mark.parametrize("name", OURS)
def test_a_pod_reads_its_settings_and_takes_its_folder_for_a_cache(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {f"LUMINA_{field.upper()}" for field in Settings.model_fields}
    plain: Mapping[str, str] = BY_NAME["ConfigMap/lumina"]["data"]
    hidden = dict(variables(name))
    ours = {key for key in (*plain, *hidden) if key.startswith("LUMINA_")}
    assert ours <= known
    assert all(
        one["valueFrom"][IN_LUMINA] == {"name": "lumina", "key": key} | _optional(one) for key, one in hidden.items()
    )
    needed = {key for service in APART for key, value in MACHINES[service]["environment"].items() if value is not None}
    assert needed <= {*plain, *hidden}
    for key, value in plain.items():
        monkeypatch.setenv(key, value)
    for key in needed - set(plain):
        monkeypatch.setenv(key, as_an_operator_sets_it(key))
    assert load_settings().folder_is_cache


def _optional(one: Mapping[str, Any]) -> dict[str, bool]:
    return {"optional": True} if "optional" in one["valueFrom"][IN_LUMINA] else {}


def as_an_operator_sets_it(key: str) -> str:
    """With a password, by the scheme that machines.yaml has."""
    given = MACHINES["serve-one"]["environment"][key]
    return given.partition("$")[0] + PASSWORD if ":" in given else PASSWORD


def test_the_engines_are_set_as_in_compose() -> None:
    neo4j = {key: one.get("value") for key, one in variables("StatefulSet/neo4j")}
    given = {key: value for key, value in SERVICES["neo4j"]["environment"].items() if key != "NEO4J_AUTH"}
    assert given == {key: value for key, value in neo4j.items() if value is not None}
    qdrant = {key: one.get("value") for key, one in variables("StatefulSet/qdrant")}
    for key, value in MACHINES["qdrant-two"]["environment"].items():
        assert qdrant[key] in {value, None}
    for name, service, kind in (("redis", "redis-one", "StatefulSet"), ("pgbouncer", "pgbouncer", "Deployment")):
        [script] = [word for word in MACHINES[service]["command"] if "\n" in word]
        [ours] = [container["command"][2] for container in containers(f"{kind}/{name}")]
        assert [line for line in script.replace("$$", "$").splitlines() if line not in ours.splitlines()] == []
        assert containers(f"{kind}/{name}")[0]["image"] == MACHINES[service]["image"]
    for name, one in (("neo4j", SERVICES["neo4j"]), ("qdrant", MACHINES["qdrant-two"])):
        assert containers(f"StatefulSet/{name}")[0]["image"] == one["image"]


@pytest.mark.parametrize("language", ["README.md", "README.ja.md"])
def test_the_readme_names_every_secret_that_a_pod_wants(language: str) -> None:
    text = (ROOT / "infra" / language).read_text(encoding="utf-8")
    wanted = {
        (where["name"], where["key"])
        for name in PODS
        for _, one in variables(name)
        if (where := one.get("valueFrom", {}).get(IN_LUMINA)) and "optional" not in where
    }
    assert {name for name, _ in wanted} == {"lumina", "engines"}
    assert sorted(key for _, key in wanted if key not in text) == []
