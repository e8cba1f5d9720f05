"""Every stack: the right account, its own state, tags on everything."""

import json
from pathlib import Path
from typing import Any, ClassVar

import cdktf
import pytest

from dynawright.settings import Environment, load_named
from dynawright.settings.state import StateSettings
from dynawright.settings.systems import Systems
from dynawright.stack import SystemStack
from dynawright.synthesis import synthesize
from stacks.ai_chef.model import SYSTEM
from tests.problems import refused


class Plain(SystemStack):
    system = SYSTEM
    tags: ClassVar = {"Service": "ai-chef"}


def document(environment: Environment) -> dict[str, Any]:
    stack = Plain(cdktf.Testing.app(), environment)
    found: dict[str, Any] = json.loads(cdktf.Testing.synth(stack))
    return found


def test_terraform_refuses_to_work_in_another_account() -> None:
    (provider,) = document(load_named("production"))["provider"]["aws"]
    assert provider["allowed_account_ids"] == ["444444444444"]
    assert provider["region"] == "ap-northeast-1"


def test_a_stack_has_a_provider_for_each_other_region_whether_it_uses_it_or_not() -> None:
    """What was built there must stay deletable after it has left the code."""
    own, *others = document(load_named("production").model_copy(update={"other_regions": ("ap-northeast-3", "us-east-1")}))[
        "provider"
    ]["aws"]
    assert [(one["alias"], one["region"]) for one in others] == [("ap-northeast-3",) * 2, ("us-east-1",) * 2]
    for one in others:
        assert {**one, "region": own["region"]} == {**own, "alias": one["alias"]}


def test_everything_is_tagged_in_the_case_it_was_written() -> None:
    (provider,) = document(load_named("production"))["provider"]["aws"]
    (tags,) = provider["default_tags"]
    assert tags["tags"] == {
        "Environment": "production",
        "ManagedBy": "terraform",
        "Service": "ai-chef",
        "CostCenter": "production",
        "Repository": "acme/tablestakes",
    }


def test_state_lies_in_s3_encrypted_and_locked_without_a_table() -> None:
    backend = document(load_named("staging"))["terraform"]["backend"]
    assert backend == {
        "s3": {
            "bucket": "tablestakes-state-staging",
            "key": "staging/ai_chef/terraform.tfstate",
            "region": "ap-northeast-1",
            "encrypt": True,
            "use_lockfile": True,
            "allowed_account_ids": ["333333333333"],
        }
    }


def test_environments_that_share_a_bucket_share_no_state() -> None:
    shared = {"state": StateSettings(bucket="shared")}
    keys = {
        document(load_named(one).model_copy(update=shared))["terraform"]["backend"]["s3"]["key"] for one in ("dev", "staging")
    }
    assert keys == {"dev/ai_chef/terraform.tfstate", "staging/ai_chef/terraform.tfstate"}


def test_the_state_bucket_can_have_a_key_and_a_region_of_its_own() -> None:
    arn = "arn:aws:kms:eu-west-1:333333333333:key/11111111-2222-3333-4444-555555555555"
    state = StateSettings(bucket="elsewhere", kms_key_arn=arn, region="eu-west-1")
    backend = document(load_named("staging").model_copy(update={"state": state}))["terraform"]["backend"]["s3"]
    assert (backend["kms_key_id"], backend["region"]) == (arn, "eu-west-1")


def test_local_state_is_a_file_at_the_projects_root() -> None:
    backend = document(load_named("local"))["terraform"]["backend"]
    assert backend == {"local": {"path": "../../../terraform.ai_chef-local.tfstate"}}


@pytest.mark.parametrize("name", ["local", "dev", "staging", "production"])
def test_no_required_version_is_emitted_because_checkov_cannot_parse_it(name: str) -> None:
    assert "required_version" not in document(load_named(name))["terraform"]


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


@pytest.mark.parametrize("name", ["local", "dev"])
def test_what_is_disposable_can_be_destroyed(name: str, tmp_path: Path) -> None:
    synthesize(load_named(name), system=None, outdir=tmp_path)
    for file in (tmp_path / "stacks").glob("*/cdk.tf.json"):
        assert '"prevent_destroy": true' not in file.read_text(), file.parent.name


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
