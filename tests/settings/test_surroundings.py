"""Impossible networks, caches and trails: each problem at its line, all at once."""

from collections.abc import Callable

import pytest

from dynawright.settings import Environment
from tests.settings.conftest import Problems, Told, told

VPC = "vpc-0a1b2c3d"
ROUTES, OTHER_ROUTES = "[rtb-0a1b2c3d]", "[rtb-1a1b2c3d]"
SUBNETS = "[subnet-0a1b2c3d, subnet-1a1b2c3d]"

CONFLICTS: dict[str, tuple[str, list[Told]]] = {
    "settings of what a system lacks": (
        "systems: {agents: {audit: {lock_days: 1}}, orders: {network: {vpc_id: vpc-0a1b2c3d}}}",
        [("DW113", 6, "systems.agents.audit"), ("DW113", 6, "systems.orders.network")],
    ),
    "a VPC without routes": (f"network: {{vpc_id: {VPC}}}", [("DW140", 6, "network.vpc_id")]),
    "a system's VPC without routes": (
        f"systems: {{agents: {{network: {{vpc_id: {VPC}}}}}}}",
        [("DW140", 6, "systems.agents.network.vpc_id")],
    ),
    "routes without a VPC": (
        f"network: {{route_table_ids: {ROUTES}, subnet_ids: {SUBNETS}}}",
        [("DW140", 6, "network.route_table_ids"), ("DW140", 6, "network.subnet_ids")],
    ),
    "a cache without a VPC": ("cache: {enabled: true}", [("DW141", 6, "cache.enabled")]),
    "a system's cache without a VPC": (
        "systems: {flags: {cache: {enabled: true}}}",
        [("DW141", 6, "systems.flags.cache.enabled")],
    ),
    "nodes in one zone": (
        f"systems: {{flags: {{cache: {{enabled: true}}, "
        f"network: {{vpc_id: {VPC}, route_table_ids: {ROUTES}, subnet_ids: [subnet-0a1b2c3d]}}}}}}",
        [("DW141", 6, "systems.flags.cache.enabled")],
    ),
    "a lock beyond the records": ("audit: {lock_days: 400}", [("DW143", 6, "audit.lock_days")]),
    "records that go before their lock": (
        "systems: {flags: {audit: {retention_days: 30}}}",
        [("DW143", 6, "systems.flags.audit.retention_days")],
    ),
    "one route table for all": (
        f"network: {{vpc_id: {VPC}, route_table_ids: {ROUTES}}}",
        [("DW142", 6, "network.route_table_ids[0]")],
    ),
    "one route table for two": (
        f"systems: {{agents: {{network: {{vpc_id: {VPC}, route_table_ids: {ROUTES}}}}}, "
        f"flags: {{network: {{vpc_id: {VPC}, route_table_ids: [rtb-1a1b2c3d, rtb-0a1b2c3d]}}}}}}",
        [("DW142", 6, "systems.flags.network.route_table_ids[1]")],
    ),
    "several at once": (
        "cache: {enabled: true}\naudit: {lock_days: 400}",
        [("DW141", 6, "cache.enabled"), ("DW143", 7, "audit.lock_days")],
    ),
}


@pytest.mark.parametrize(("lines", "expected"), CONFLICTS.values(), ids=CONFLICTS.keys())
def test_a_contradiction_is_reported_where_it_was_written(problems: Problems, lines: str, expected: list[Told]) -> None:
    assert told(problems(lines)) == expected


@pytest.mark.parametrize(
    "lines",
    [
        f"network: {{vpc_id: {VPC}}}\nsystems: {{flags: {{network: {{route_table_ids: {ROUTES}}}}}, "
        f"agents: {{network: {{route_table_ids: {OTHER_ROUTES}}}}}}}",
        f"cache: {{enabled: true}}\nsystems: {{flags: {{network: "
        f"{{vpc_id: {VPC}, route_table_ids: {ROUTES}, subnet_ids: {SUBNETS}}}}}}}",
        "audit: {data_events: none, retention_days: 1}",
    ],
    ids=["routes of their own in a shared VPC", "a cache where the VPC is", "nothing recorded"],
)
def test_halves_of_a_choice_fit_together(loaded: Callable[[str], Environment], lines: str) -> None:
    loaded(lines)


def test_nothing_is_said_about_a_cache_whose_network_can_not_be_read(problems: Problems) -> None:
    assert told(problems("cache: {enabled: true}\nnetwork: {vpc_id: mine}")) == [("DW106", 7, "network.vpc_id")]
