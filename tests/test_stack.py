"""Every stack: the right account, its own state, tags on everything."""

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.framework import cdktf
from dynawright.model import Entity, Get, Key, System, TableModel
from dynawright.settings import Environment, SystemSettings, environment_class, validated
from dynawright.settings.state import StateSettings
from dynawright.stack import SystemStack
from tests.constructs.conftest import MINIMAL, SOMEBODY
from tests.environments import REQUIRED, environment
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
    assert [(other["alias"], other["region"]) for other in others] == [("ap-northeast-3",) * 2, ("us-east-1",) * 2]
    for other in others:
        assert {**other, "region": own["region"]} == {**own, "alias": other["alias"]}


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
    assert [backend["key"] for backend in backends] == ["dev/orders/terraform.tfstate", "staging/orders/terraform.tfstate"]


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


LINES = TableModel(
    "order-lines",
    partition_key=Key("id"),
    entities=[Entity("LINE", id="{id}")],
    access_patterns=[Get("P2", "a line", id="{id}", used_by=[SOMEBODY])],
    optional=True,
)


class Tables(SystemStack):
    system = System("orders", [MINIMAL, LINES])

    def __init__(self, scope: cdktf.App, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="orders-key", settings=self.settings.encryption)
        orders = self.table("Orders", MINIMAL, key=key)
        lines = self.tables("Lines", LINES, key=key)
        self.backup(orders, key=key)
        self.watch(orders, *lines)


def built(of: dict[str, Any] | None = None, **settings: Any) -> dict[str, Any]:
    """Return the stack of the system orders, with these settings of its own and of the environment."""
    data = {**REQUIRED, "systems": {"orders": of or {}}, **settings}
    stack = Tables(cdktf.Testing.app(), validated(data, environment_class({"orders": SystemSettings})))
    found: dict[str, Any] = json.loads(cdktf.Testing.synth(stack))
    return found


def tables_of(document: dict[str, Any]) -> dict[str, str]:
    return {table["name"]: table["billing_mode"] for table in document["resource"]["aws_dynamodb_table"].values()}


def test_an_optional_table_is_built_where_it_is_asked_for() -> None:
    assert set(tables_of(built())) == {"orders-test"}
    assert set(tables_of(built({"tables": {"order-lines": {"enabled": True}}}))) == {"orders-test", "order-lines-test"}


def test_one_line_switches_one_table_to_provisioned() -> None:
    own = {"tables": {"orders": {"capacity_mode": "provisioned"}, "order-lines": {"enabled": True}}}
    assert tables_of(built(own)) == {"orders-test": "PROVISIONED", "order-lines-test": "PAY_PER_REQUEST"}


def test_settings_of_a_table_that_there_is_not_are_refused_and_so_is_leaving_one_out() -> None:
    own = {"tables": {"order": {"capacity_mode": "on_demand"}, "orders": {"enabled": False}}}
    assert refused(lambda: built(own)) == [
        ("DW301", "systems.orders.tables", "order"),
        ("DW303", "systems.orders.tables.orders.enabled", False),
    ]


def thresholds(document: dict[str, Any], metric: str) -> dict[str, int]:
    """Return the thresholds of the alarms on a metric, by table."""
    alarms = document["resource"]["aws_cloudwatch_metric_alarm"].values()
    return {alarm["dimensions"]["TableName"]: alarm["threshold"] for alarm in alarms if alarm.get("metric_name") == metric}


def test_a_table_has_alarm_thresholds_of_its_own() -> None:
    own = {
        "alarms": {"throttle_events_in_5_minutes": 7},
        "tables": {"orders": {"alarms": {"throttle_events_in_5_minutes": 9}}, "order-lines": {"enabled": True}},
    }
    assert thresholds(built(own), "ReadThrottleEvents") == {"orders-test": 9, "order-lines-test": 7}


def test_a_table_can_do_without_alarms() -> None:
    own = {"tables": {"orders": {"alarms": {"level": "none"}}, "order-lines": {"enabled": True}}}
    assert set(thresholds(built(own), "ReadThrottleEvents")) == {"order-lines-test"}


def test_a_system_in_a_region_of_its_own_is_built_there() -> None:
    document = built({"region": "us-east-1"}, state={"bucket": "state"}, other_regions=["eu-west-1"])
    own, *others = document["provider"]["aws"]
    assert own["region"] == "us-east-1"
    assert [provider["region"] for provider in others] == ["ap-northeast-1", "eu-west-1"]
    assert document["terraform"]["backend"]["s3"]["region"] == "ap-northeast-1"
    text = json.dumps(document["resource"])
    assert "us-east-1" in text
    assert "ap-northeast-1" not in text


def test_it_looks_up_the_topic_and_the_vault_of_its_region_by_the_same_names() -> None:
    data = built({"region": "us-east-1"}, notifications={"topic_arn": "arn:aws:sns:ap-northeast-1:111111111111:oncall"})["data"]
    assert [topic["name"] for topic in data["aws_sns_topic"].values()] == ["acme-alarms-test"]
    assert [vault["name"] for vault in data["aws_backup_vault"].values()] == ["acme-test"]


def names_in(document: dict[str, Any]) -> dict[str, str]:
    """Return the name of each resource that has one, by its address."""
    found = {}
    for kind, resources in document["resource"].items():
        for id, values in resources.items():
            for field in ("name", "alarm_name", "dashboard_name", "function_name", "bucket"):
                if isinstance(values.get(field), str) and "${" not in values[field]:
                    found[f"{kind}.{id}"] = values[field]
    return found


def test_a_name_prefix_begins_every_name_of_the_system_and_no_other() -> None:
    with_prefix, without = built({"name_prefix": "eu"}), names_in(built())
    assert len(without) > 10
    assert names_in(with_prefix) == {
        address: name.replace("alias/", "alias/eu-") if "/" in name else f"eu-{name}" for address, name in without.items()
    }
    assert [topic["name"] for topic in with_prefix["data"]["aws_sns_topic"].values()] == ["acme-alarms-test"]


def test_a_processor_is_named_after_its_folder(tmp_path: Path) -> None:
    stack = Plain(cdktf.Testing.app(), environment())
    key = EncryptionKey(stack, "Key", name="orders-key", settings=stack.settings.encryption)
    table = stack.table("Orders", MINIMAL, key=key)
    (problem,) = refused(lambda: stack.processor("Audit", tmp_path / "audit_log", table=table, consumer=SOMEBODY, key=key))
    assert problem == ("DW119", "processor Audit", "somebody")


class Backed(Tables):
    """The same with backups of all tables."""

    def __init__(self, scope: cdktf.App, environment: Environment) -> None:
        SystemStack.__init__(self, scope, environment)
        key = EncryptionKey(self, "Key", name="orders-key", settings=self.settings.encryption)
        tables = [self.table("Orders", MINIMAL, key=key), *self.tables("Lines", LINES, key=key)]
        self.backup(*tables, key=key)
        self.watch(*tables)


def plans(**tiers: str) -> dict[str, tuple[list[str], list[str]]]:
    """Return each backup plan's rules and tables, for these tiers of tables."""
    tables = {name: {"tier": tier} for name, tier in tiers.items()}
    own = {"tables": {**tables, "order-lines": {**tables.get("order-lines", {}), "enabled": True}}}
    data = {**REQUIRED, "systems": {"orders": own}}
    stack = Backed(cdktf.Testing.app(), validated(data, environment_class({"orders": SystemSettings})))
    resources = json.loads(cdktf.Testing.synth(stack))["resource"]
    names = {f"${{aws_dynamodb_table.{key}.arn}}": value["name"] for key, value in resources["aws_dynamodb_table"].items()}
    found = {}
    for selection in resources.get("aws_backup_selection", {}).values():
        plan = resources["aws_backup_plan"][selection["plan_id"].split(".")[1]]
        found[plan["name"]] = [rule["rule_name"] for rule in plan["rule"]], [names[arn] for arn in selection["resources"]]
    return found


def test_without_tiers_one_plan_has_all_tables_and_rules() -> None:
    assert plans() == {"orders-test": (["daily", "weekly", "monthly"], ["orders-test", "order-lines-test"])}


def test_tables_of_another_tier_have_a_plan_of_their_own() -> None:
    assert plans(**{"order-lines": "standard"}) == {
        "orders-test": (["daily", "weekly", "monthly"], ["orders-test"]),
        "orders-standard-test": (["weekly"], ["order-lines-test"]),
    }


def test_a_system_of_one_tier_keeps_its_plan() -> None:
    every = ["orders-test", "order-lines-test"]
    assert plans(**{"orders": "standard", "order-lines": "standard"}) == {"orders-test": (["weekly"], every)}


def test_a_disposable_table_is_not_backed_up() -> None:
    assert plans(**{"order-lines": "disposable"}) == {"orders-test": (["daily", "weekly", "monthly"], ["orders-test"])}
    assert plans(**{"orders": "disposable", "order-lines": "disposable"}) == {}
