"""What many people cost follows from what few did."""

from typing import Any

from bench.population import EVERY, LOG, NODES, costs, limits, measured, nodes, stored

FEW: dict[str, Any] = {
    "days": 30,
    "seconds a saying": dict.fromkeys(NODES, 0.0864),
    "seconds of a day's jobs": dict.fromkeys(NODES, 0.864),
    "bytes": {"PostgreSQL": 1e6, "its log": 4e6, "Redis": 1e4, "Qdrant": 7.0, "Neo4j": 7.0, "S3": 100.0},
    "kept": {"points": 200.0, "memories": 50.0},
    "bytes a point": 1_000.0,
    "bytes a memory in Neo4j": 500.0,
    "seconds of a quiet round": {"heal": 1e-3, "descend": -1e-6},
}


def test_cores_are_those_of_the_busiest_hour_and_bytes_those_of_a_year_with_all_copies() -> None:
    cost = costs(FEW)["PostgreSQL"]
    assert round(cost.cores * 1e6, 3) == round((5 * 0.0864 * 3 + 0.864) / 86_400 * 1e6, 3)
    assert stored("PostgreSQL", cost, 1_000) == 1_000 * 1e6 * 12 * 2
    assert stored("Redis", costs(FEW)["Redis"], 1_000) == 1_000 * 1e4 * 2
    assert costs(FEW)["Qdrant"].bytes == 200 * 1_000
    assert costs(FEW)["Neo4j"].bytes == 50 * 500


def test_there_are_as_many_servers_as_cores_or_disks_want() -> None:
    cost = costs(FEW)["PostgreSQL"]
    assert nodes("PostgreSQL", cost, 1) == 1
    assert nodes("PostgreSQL", cost, 2_000_000) == 2, "24 TB, of 16 each"


def test_the_first_limit_is_first_and_what_costs_nothing_has_none() -> None:
    found = limits(FEW)
    assert [limit.people for limit in found] == sorted(limit.people for limit in found)
    people = {limit.what["en"].partition(" (")[0]: limit.people for limit in found}
    assert round(people["a round of `heal` takes as long as until the next"]) == EVERY["heal"] / 1e-3
    assert not [what for what in people if "descend" in what]
    assert round(people["PostgreSQL's log, 200 MB/s"]) == round(LOG / (4e6 / (30 * 86_400) * 3))


def test_what_was_measured_has_all_that_is_reckoned_with() -> None:
    assert limits(measured())
    assert all(cost.cores > 0 for cost in costs(measured()).values())
