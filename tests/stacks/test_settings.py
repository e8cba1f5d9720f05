"""The systems' settings and their stacks' optional groups."""

import json
from pathlib import Path

from dynawright.discovery import system_names
from dynawright.settings import load_named, validated
from dynawright.synthesis import synthesize

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
    settings["systems"] = {
        name: {"network": {"route_table_ids": [f"rtb-{number}a1b2c3d"]}}
        for number, name in enumerate(system_names())
        if "network" in load_named("production").for_system(name).builds
    }
    environment = validated(settings)
    synthesize(environment, system=None, outdir=tmp_path)
    for name in system_names():
        made = json.loads((tmp_path / "stacks" / f"{name}-production" / "cdk.tf.json").read_text())["resource"]
        assert tuple(group for group, kind in BUILT.items() if kind in made) == environment.for_system(name).builds
