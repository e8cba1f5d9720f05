"""Every stack: the right account, its own state, tags on everything."""

import json
from pathlib import Path
from typing import Any, ClassVar

import cdktf
import pytest

from dynawright.model import System
from dynawright.settings import Environment, load_named
from dynawright.settings.state import StateSettings
from dynawright.settings.systems import Systems
from dynawright.stack import SystemStack
from dynawright.synthesis import synthesize
from tests.constructs.conftest import MINIMAL
from tests.environments import environment
from tests.problems import refused

PRODUCTION = environment(
    name="production",
    account_id="444444444444",
    state={"bucket": "state-production"},
    tags={"CostCenter": "sales"},
    roles={"permissions_boundary_arn": "arn:aws:iam::444444444444:policy/boundary"},
    deployment={"repository": "acme/infra"},
)


class Plain(SystemStack):
    system = System("orders", [MINIMAL])
    tags: ClassVar = {"Service": "orders"}


def document(environment: Environment = PRODUCTION, **changes: Any) -> dict[str, Any]:
    stack = Plain(cdktf.Testing.app(), environment.model_copy(update=changes))
    found: dict[str, Any] = json.loads(cdktf.Testing.synth(stack))
    return found


def test_terraform_refuses_to_work_in_another_account() -> None:
    (provider,) = document()["provider"]["aws"]
    assert provider["allowed_account_ids"] == ["444444444444"]
    assert provider["region"] == "ap-northeast-1"


def test_a_stack_has_a_provider_for_each_other_region_whether_it_uses_it_or_not() -> None:
    """What was built there must stay deletable after it has left the code."""
    own, *others = document(other_regions=("ap-northeast-3", "us-east-1"))["provider"]["aws"]
    assert [(one["alias"], one["region"]) for one in others] == [("ap-northeast-3",) * 2, ("us-east-1",) * 2]
    for one in others:
        assert {**one, "region": own["region"]} == {**own, "alias": one["alias"]}


def test_everything_is_tagged_in_the_case_it_was_written() -> None:
    (provider,) = document()["provider"]["aws"]
    (tags,) = provider["default_tags"]
    assert tags["tags"] == {
        "Environment": "production",
        "ManagedBy": "terraform",
        "Service": "orders",
        "CostCenter": "sales",
        "Repository": "acme/infra",
    }


def test_state_lies_in_s3_encrypted_and_locked_without_a_table() -> None:
    assert document()["terraform"]["backend"] == {
        "s3": {
            "bucket": "state-production",
            "key": "production/orders/terraform.tfstate",
            "region": "ap-northeast-1",
            "encrypt": True,
            "use_lockfile": True,
            "allowed_account_ids": ["444444444444"],
        }
    }


def test_environments_that_share_a_bucket_share_no_state() -> None:
    backends = [document(name=name)["terraform"]["backend"]["s3"] for name in ("dev", "staging")]
    assert [one["key"] for one in backends] == ["dev/orders/terraform.tfstate", "staging/orders/terraform.tfstate"]


def test_the_state_bucket_can_have_a_key_and_a_region_of_its_own() -> None:
    arn = "arn:aws:kms:eu-west-1:333333333333:key/11111111-2222-3333-4444-555555555555"
    state = StateSettings(bucket="elsewhere", kms_key_arn=arn, region="eu-west-1")
    backend = document(state=state)["terraform"]["backend"]["s3"]
    assert (backend["kms_key_id"], backend["region"]) == (arn, "eu-west-1")


def test_local_state_is_a_file_at_the_projects_root() -> None:
    backend = document(environment())["terraform"]["backend"]
    assert backend == {"local": {"path": "../../../terraform.orders-test.tfstate"}}


@pytest.mark.parametrize("of", [environment(), PRODUCTION], ids=lambda of: of.name)
def test_no_required_version_is_emitted_because_checkov_cannot_parse_it(of: Environment) -> None:
    assert "required_version" not in document(of)["terraform"]


def with_tables(tables: dict[str, Any]) -> Environment:
    settings = load_named("production").model_dump(exclude_unset=True)
    settings["systems"]["miyabi_progress"]["tables"] = tables
    return Environment.model_validate(settings)


def tables_of(environment: Environment, tmp_path: Path) -> dict[str, str]:
    synthesize(environment, system="miyabi_progress", outdir=tmp_path)
    document = json.loads((tmp_path / "stacks/miyabi_progress-production/cdk.tf.json").read_text())
    return {one["name"]: one["billing_mode"] for one in document["resource"]["aws_dynamodb_table"].values()}


def test_an_optional_table_is_built_where_it_is_asked_for(tmp_path: Path) -> None:
    without = tables_of(load_named("production"), tmp_path / "without")
    built = tables_of(with_tables({"miyabi-logs": {"enabled": True}}), tmp_path / "with")
    assert built.keys() - without.keys() == {"miyabi-logs-production"}


def test_one_line_switches_one_table_to_on_demand(tmp_path: Path) -> None:
    switched = tables_of(with_tables({"miyabi-tasks": {"capacity_mode": "on_demand"}}), tmp_path)
    assert switched["miyabi-tasks-production"] == "PAY_PER_REQUEST"
    assert switched["miyabi-projects-production"] == "PROVISIONED"


def test_settings_of_a_table_that_there_is_not_are_refused_and_so_is_leaving_one_out(tmp_path: Path) -> None:
    given = with_tables({"miyabi-task": {"capacity_mode": "on_demand"}, "miyabi-projects": {"enabled": False}})
    place = "systems.miyabi_progress.tables"
    assert refused(lambda: tables_of(given, tmp_path)) == [
        ("DW301", place, "miyabi-task"),
        ("DW303", f"{place}.miyabi-projects.enabled", False),
    ]
    assert not list(tmp_path.rglob("cdk.tf.json"))


NETWORK = {"vpc_id": "vpc-0a1b2c3d", "subnet_ids": ["subnet-0a1b2c3d", "subnet-1a1b2c3d"]}
BUILT = {
    "audit": "aws_cloudtrail",
    "network": "aws_vpc_endpoint",
    "cache": "aws_dax_cluster",
    "export": "aws_scheduler_schedule",
}


def test_the_settings_know_which_systems_have_a_network_a_cache_a_trail_and_exports(tmp_path: Path) -> None:
    """Where they are asked for everywhere, just the systems that say so build them."""
    settings = load_named("production").model_dump(exclude_unset=True)
    settings |= {"cache": {"enabled": True}, "audit": {"data_events": "writes"}, "network": NETWORK}
    settings["systems"] |= {
        name: {"network": {"route_table_ids": [f"rtb-{number}a1b2c3d"]}}
        for number, name in enumerate(Systems.model_fields)
        if "network" in getattr(load_named("production").systems, name).builds
    }
    environment = Environment.model_validate(settings)
    synthesize(environment, system=None, outdir=tmp_path)
    for name in Systems.model_fields:
        made = json.loads((tmp_path / "stacks" / f"{name}-production" / "cdk.tf.json").read_text())["resource"]
        assert tuple(group for group, kind in BUILT.items() if kind in made) == getattr(environment.systems, name).builds
