"""Networks, caches and trails that can't be built: each problem where it was written, all of them at once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dynawright.settings import load

Problems = Callable[[str], list[str]]

VPC = "vpc-0a1b2c3d"
ROUTES, OTHER_ROUTES = "[rtb-0a1b2c3d]", "[rtb-1a1b2c3d]"
SUBNETS = "[subnet-0a1b2c3d, subnet-1a1b2c3d]"

NO_ROUTES = (
    f"network.vpc_id: '{VPC}' is not allowed without route_table_ids: without a route nothing reaches the endpoint; "
    "name the VPC's route tables, or remove it"
)
NO_VPC = "is not allowed without vpc_id: nothing would be built there; set vpc_id, or remove it"
NO_CACHE = "cache.enabled: true is not allowed without a VPC: set network.vpc_id, or remove it"

CONFLICTS = {
    "settings of what a system lacks": (
        "systems: {shop: {network: {vpc_id: vpc-0a1b2c3d}, export: {enabled: true}}, ai_chef: {audit: {lock_days: 1}}}",
        [
            "systems.ai_chef.audit: has no effect: ai_chef has no trail; remove it, or build one in stacks/ai_chef/stack.py",
            "systems.shop.network: has no effect: shop has no network; remove it, or build one in stacks/shop/stack.py",
            "systems.shop.export: has no effect: shop has no export; remove it, or build one in stacks/shop/stack.py",
        ],
    ),
    "a VPC without routes": (f"network: {{vpc_id: {VPC}}}", [NO_ROUTES]),
    "a system's VPC without routes": (
        f"systems: {{miyabi_lambda: {{network: {{vpc_id: {VPC}}}}}}}",
        [f"systems.miyabi_lambda.{NO_ROUTES}"],
    ),
    "routes without a VPC": (
        f"network: {{route_table_ids: {ROUTES}, subnet_ids: {SUBNETS}}}",
        [
            f"network.route_table_ids: ['rtb-0a1b2c3d'] {NO_VPC}",
            f"network.subnet_ids: ['subnet-0a1b2c3d', 'subnet-1a1b2c3d'] {NO_VPC}",
        ],
    ),
    "a cache without a VPC": ("cache: {enabled: true}", [NO_CACHE]),
    "a system's cache without a VPC": (
        "systems: {feature_flags: {cache: {enabled: true}}}",
        [f"systems.feature_flags.{NO_CACHE}"],
    ),
    "nodes in one zone": (
        f"systems: {{feature_flags: {{cache: {{enabled: true}}, "
        f"network: {{vpc_id: {VPC}, route_table_ids: {ROUTES}, subnet_ids: [subnet-0a1b2c3d]}}}}}}",
        [
            "systems.feature_flags.cache.enabled: true is not allowed: node_count is 3, and network.subnet_ids names 1; "
            "name a subnet in each of two or more zones, or set node_count to 1 with one subnet"
        ],
    ),
    "a lock beyond the records": (
        "audit: {lock_days: 400}",
        [
            "audit.lock_days: 400 is not allowed: lock_days is 400, and records are deleted after retention_days, which is 365; "
            "lower the one or raise the other"
        ],
    ),
    "records that go before their lock": (
        "systems: {feature_flags: {audit: {retention_days: 30}}}",
        [
            "systems.feature_flags.audit.retention_days: 30 is not allowed: lock_days is 90, and records are deleted after "
            "retention_days, which is 30; lower the one or raise the other"
        ],
    ),
    "one route table for all": (
        f"network: {{vpc_id: {VPC}, route_table_ids: {ROUTES}}}",
        [
            "network.route_table_ids[0]: 'rtb-0a1b2c3d' is not allowed: feature_flags has its endpoint for DynamoDB there, and AWS takes "
            "one in each route table; name another for miyabi_lambda"
        ],
    ),
    "one route table for two": (
        f"systems: {{feature_flags: {{network: {{vpc_id: {VPC}, route_table_ids: {ROUTES}}}}}, "
        f"miyabi_lambda: {{network: {{vpc_id: {VPC}, route_table_ids: [rtb-1a1b2c3d, rtb-0a1b2c3d]}}}}}}",
        [
            "systems.miyabi_lambda.network.route_table_ids[1]: 'rtb-0a1b2c3d' is not allowed: feature_flags has its endpoint for DynamoDB "
            "there, and AWS takes one in each route table; name another for miyabi_lambda"
        ],
    ),
    "several at once": (
        "cache: {enabled: true}\naudit: {lock_days: 400}",
        [
            NO_CACHE,
            "audit.lock_days: 400 is not allowed: lock_days is 400, and records are deleted after retention_days, which is 365; "
            "lower the one or raise the other",
        ],
    ),
}


@pytest.mark.parametrize(("lines", "expected"), CONFLICTS.values(), ids=CONFLICTS.keys())
def test_a_contradiction_is_told_where_it_was_written(problems: Problems, lines: str, expected: list[str]) -> None:
    found = problems(lines)
    assert [problem.split(": ", 1)[1] for problem in found] == expected
    assert [problem.split(": ", 1)[0] for problem in found] == [
        f"test.yaml:{5 + number if chr(10) in lines else 5}" for number in range(len(found))
    ]


@pytest.mark.parametrize(
    "lines",
    [
        f"network: {{vpc_id: {VPC}}}\nsystems: {{feature_flags: {{network: {{route_table_ids: {ROUTES}}}}}, "
        f"miyabi_lambda: {{network: {{route_table_ids: {OTHER_ROUTES}}}}}}}",
        f"cache: {{enabled: true}}\nsystems: {{feature_flags: {{network: "
        f"{{vpc_id: {VPC}, route_table_ids: {ROUTES}, subnet_ids: {SUBNETS}}}}}}}",
        "audit: {data_events: none, retention_days: 1}",
    ],
    ids=["routes of their own in a shared VPC", "a cache where the VPC is", "nothing recorded"],
)
def test_halves_of_a_choice_fit_together(minimal: Path, lines: str) -> None:
    minimal.write_text(minimal.read_text() + lines)
    load(minimal)
