"""Checks of strong consistency between Regions: three Regions of one set, on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dynawright.errors import Problem, must_be
from dynawright.settings.problem import Conflicts

if TYPE_CHECKING:
    from dynawright.settings.table import TableSettings

REGION_SETS = (
    frozenset({"us-east-1", "us-east-2", "us-west-2"}),
    frozenset({"eu-central-1", "eu-west-1", "eu-west-2", "eu-west-3"}),
    frozenset({"ap-northeast-1", "ap-northeast-2", "ap-northeast-3"}),
)
"""All Regions of a table, the witness too, are in one of these."""
OWN_TAGS = ("tags", "ignore_tags")
"""Settings of replicas without effect: these copies have the tags of their table."""


def strong_conflicts(table: TableSettings, region: str | None) -> Conflicts:
    """Return settings that AWS refuses for a table with strongly consistent replicas."""
    if not table.is_strongly_consistent:
        if table.witness_region is None:
            return {}
        fix = "remove it, or set replica_consistency to 'strong' and name a replica"
        text = "has no effect: only strong consistency between replicas has a witness"
        return {("witness_region",): Problem("DW127", text, value=table.witness_region, fix=fix)}
    problems: Conflicts = {}
    others = [*(replica.region for replica in table.replicas), *([table.witness_region] if table.witness_region else [])]
    if len({*others}) != 2 or len(others) != 2:
        limit = "'eventual' unless there are two replicas, or one and a witness_region"
        problems["replica_consistency",] = must_be(
            "DW127", limit, "strong", fix="AWS keeps such a table in exactly three Regions"
        )
    regions = {*others, *([region] if region else [])}
    if not any(regions <= allowed for allowed in REGION_SETS):
        sets = "; ".join(", ".join(sorted(allowed)) for allowed in REGION_SETS)
        limit = f"'eventual' unless all Regions are of one set: {sets}"
        problems["replica_consistency",] = must_be("DW127", limit, "strong", fix="name other Regions")
    if table.capacity_mode == "provisioned":
        limit = "'on_demand' for strongly consistent replicas: autoscaling comes after the copies"
        problems["capacity_mode",] = must_be("DW127", limit, "provisioned")
    for number, replica in enumerate(table.replicas):
        for name in OWN_TAGS:
            if getattr(replica, name):
                text = "has no effect: a strongly consistent copy has the tags of its table"
                problems["replicas", number, name] = Problem("DW127", text, value=getattr(replica, name), fix="remove the line")
    return problems
