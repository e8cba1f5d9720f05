"""Names need an environment, sometimes a system or an account, and keep to the rules of AWS."""

import re

import pytest

from dynawright.constructs.naming import (
    CACHE,
    CACHE_GROUP,
    DATA_STREAM,
    SECURITY_GROUP,
    TABLE,
    TRAIL,
    NameRule,
    NamingError,
    bucket_name,
    of_system,
    physical_name,
)
from dynawright.framework import cdktf
from dynawright.stack import SystemStack
from tests.constructs.conftest import plain_stack
from tests.problems import told


def test_a_name_in_a_stack_without_environment_is_refused() -> None:
    stack = cdktf.TerraformStack(cdktf.Testing.app(), "plain")
    with pytest.raises(NamingError) as refusal:
        physical_name(stack, "orders", TABLE)
    assert told(refusal.value.problems) == [("DW314", "TerraformStack", "TerraformStack")]


def test_a_thing_in_a_stack_without_a_system_keeps_its_name() -> None:
    stack = cdktf.TerraformStack(cdktf.Testing.app(), "plain")
    assert of_system(stack, "orders") == "orders"


def test_a_systems_thing_begins_with_the_system(stack: SystemStack) -> None:
    assert of_system(stack, "audit-log") == "orders-audit-log"


def test_a_bucket_carries_its_account_since_all_accounts_share_one_space_of_names(stack: SystemStack) -> None:
    assert bucket_name(stack, "exports") == "exports-test-111111111111"


@pytest.mark.parametrize(
    ("environment", "thing", "room"),
    [
        ("pre-production", "o" * 40, 9),  # 63 - 40 - 12 digits of the account - two hyphens
        ("pre-production", "o" * 50, None),  # no name is short enough
        ("dev", "Upper", None),
    ],
)
def test_a_refused_name_says_how_long_the_environments_may_be(environment: str, thing: str, room: int | None) -> None:
    with pytest.raises(NamingError) as refusal:
        bucket_name(plain_stack(name=environment), thing)
    (problem,) = refusal.value.problems
    assert re.findall(r"at most (\d+)", problem.fix) == ([] if room is None else [str(room)])
    if room is not None:
        assert bucket_name(plain_stack(name="e" * room), thing)


@pytest.mark.parametrize(
    ("rule", "good", "bad"),
    [
        (CACHE, ["a", "orders-2-test", "a" * 20], ["", "2orders", "orders--test", "orders-", "Orders", "a" * 21]),
        (CACHE_GROUP, ["orders-test", "a" * 255], ["", "2orders", "Orders", "a" * 256]),
        (SECURITY_GROUP, ["orders-clients-test"], ["", "sg-orders", "a b", "a" * 256]),
        (DATA_STREAM, ["orders.changes_test-1", "a" * 128], ["", "a/b", "a" * 129]),
        (TRAIL, ["abc", "orders-audit_test.1", "a" * 128], ["ab", "orders--audit", "-orders", "orders-", "a" * 129]),
    ],
    ids=lambda value: value.kind if isinstance(value, NameRule) else "",
)
def test_a_rule_admits_what_aws_admits(rule: NameRule, good: list[str], bad: list[str]) -> None:
    assert [name for name in good if not rule.admits(name)] == []
    assert [name for name in bad if rule.admits(name)] == []
