"""Strong consistency between Regions: what AWS refuses is refused while the file is read."""

from typing import Any

import pytest

from dynawright.settings import ReplicaSettings, TableSettings
from tests.settings.conftest import Problems, told

HOME = "ap-northeast-1"
AWAY, FAR = "ap-northeast-3", "ap-northeast-2"


def strong(*regions: str, region: str = HOME, **settings: Any) -> list[tuple[str, tuple[Any, ...]]]:
    """Return (code, path) of what is wrong with a table that has copies in these Regions."""
    replicas = tuple(ReplicaSettings.model_validate({"region": one}) for one in regions)
    found = TableSettings(replicas=replicas, replica_consistency="strong", **settings).conflicts(region)
    return [(problem.code, path) for path, problem in found.items()]


@pytest.mark.parametrize("regions", [((AWAY, FAR), None), ((AWAY,), FAR)])
def test_two_copies_or_one_and_a_witness_pass(regions: tuple[tuple[str, ...], str | None]) -> None:
    copies, witness = regions
    assert strong(*copies, **({"witness_region": witness} if witness else {})) == []


WRONG: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "one copy alone": ((AWAY,), {}),
    "three Regions and a witness": ((AWAY, FAR), {"witness_region": "ap-northeast-3"}),
    "a witness where the copy is": ((AWAY,), {"witness_region": AWAY}),
    "Regions of two sets": ((AWAY, "us-east-1"), {}),
    "a Region of no set": ((AWAY,), {"witness_region": "ap-southeast-1"}),
}


@pytest.mark.parametrize("case", WRONG)
def test_other_numbers_and_sets_of_regions_are_refused(case: str) -> None:
    regions, settings = WRONG[case]
    assert strong(*regions, **settings) == [("DW127", ("replica_consistency",))]


def test_a_table_outside_of_the_set_is_refused() -> None:
    assert strong(AWAY, FAR, region="eu-west-1") == [("DW127", ("replica_consistency",))]


def test_provisioned_capacity_is_refused() -> None:
    assert strong(AWAY, FAR, capacity_mode="provisioned") == [("DW127", ("capacity_mode",))]


@pytest.mark.parametrize("own", ["ignore_tags: true", "tags: {A: b}"])
def test_tags_of_a_copy_have_no_effect(problems: Problems, own: str) -> None:
    text = (
        "other_regions: [eu-west-2, eu-west-3]\n"
        f"table: {{replica_consistency: strong, witness_region: eu-west-3, replicas: [{{region: eu-west-2, {own}}}]}}"
    )
    name = own.partition(":")[0]
    assert told(problems(text)) == [("DW127", 7, f"table.replicas[0].{name}")]


def test_a_witness_needs_strong_consistency(problems: Problems) -> None:
    text = "other_regions: [eu-west-2]\ntable: {witness_region: eu-west-2}"
    assert told(problems(text)) == [("DW127", 7, "table.witness_region")]


def test_a_witness_is_where_data_may_lie(problems: Problems) -> None:
    text = "other_regions: [eu-west-2]\ntable: {replica_consistency: strong, replicas: [{region: eu-west-2}], witness_region: eu-west-3}"
    assert told(problems(text)) == [("DW122", 7, "table.witness_region")]


def test_an_older_provider_is_named(problems: Problems) -> None:
    text = (
        "provider: {version: 6.60.0}\nother_regions: [eu-west-2, eu-west-3]\n"
        "table: {replica_consistency: strong, replicas: [{region: eu-west-2}, {region: eu-west-3}]}"
    )
    (problem,) = problems(text)
    assert told([problem]) == [("DW184", 8, "table.replica_consistency")]
    assert "6.61.0" in problem.text
