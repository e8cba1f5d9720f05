"""An application before and after a release, deployed by the workflows' roles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from dynawright import process
from dynawright.constructs.deploy_names import deploy_role_arn
from dynawright.emulator.emulator import Emulator
from dynawright.emulator.workflow import Workflow, workflow
from dynawright.systems import FOUNDATION
from tests.access.applications import Application, merged
from tests.applied.release import small as small_release
from tests.applied.release import states
from tests.applied.release.pipeline import Pipeline, Released
from tests.applied.release.rows import CHANGES

ENVIRONMENT, ACCOUNT, REGION = "production", "444444444444", "ap-northeast-1"
"""Both applications have this environment, in this account and Region."""
FUNCTION = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:library-loan-history-{ENVIRONMENT}"
MORNING = {
    "name": "morning",
    "schedule": "cron(0 8 ? * MON-FRI *)",
    "timezone": "Asia/Tokyo",
    "read_min_units": 50,
    "read_max_units": 500,
}
RELEASED: Mapping[str, Any] = merged(
    states.AFTER,
    {
        "notifications": {"subscriptions": [{"protocol": "lambda", "endpoint": FUNCTION}]},
        "systems": {
            "library": {
                "tables": {
                    "library-archive": {"enabled": True},
                    "library-notices": {"capacity_mode": "provisioned", "autoscaling": {"schedules": [MORNING]}},
                }
            }
        },
    },
)
"""One table more, one whose capacity is provisioned, and a function that listens to alarms."""
COPY_REGION = "ap-northeast-3"


def copied(key_arn: str) -> dict[str, Any]:
    """Return settings for a table with a copy in another Region, encrypted with a key there."""
    copy = {"region": COPY_REGION, "kms_key_arn": key_arn, "deletion_protection": False}
    return {"other_regions": [COPY_REGION], "systems": {"library": {"tables": {"library-loans": {"replicas": [copy]}}}}}


@dataclass(frozen=True)
class Scenario:
    """`administrator` builds the foundation, the deploy roles build `stacks`."""

    emulator: Emulator
    pipeline: Pipeline
    administrator: Released
    stacks: Mapping[str, Released]

    @property
    def foundation(self) -> Released:
        return self.stacks[FOUNDATION]

    @property
    def systems(self) -> dict[str, Released]:
        return {name: stack for name, stack in self.stacks.items() if name != FOUNDATION}

    def destroy_systems(self) -> None:
        """Destroy them as the role that deploys."""
        process.together([stack.destroy for stack in self.systems.values()])

    def destroy(self) -> None:
        """Destroy the systems, and as the administrator the foundation with its roles."""
        self.destroy_systems()
        self.administrator.destroy()


def released(
    emulator: Emulator,
    folder: Path,
    application: Application,
    *systems: str,
    after: Mapping[str, Any] = RELEASED,
    small: bool = False,
) -> Scenario:
    """Apply foundation and systems as before a release, then release them.

    When `small`, without what is slow (small.py); what was built before the release is not planned again.
    """
    key = emulator.client("kms", REGION).create_key()["KeyMetadata"]["Arn"]
    settings = {"state": {"kms_key_arn": key}, **(small_release.OFF if small else {})}
    pipeline = Pipeline(application, emulator, folder, ENVIRONMENT, settings, small_release.LEFT_OUT if small else ())
    build, changes = (Released.build, small_release.CHANGES) if small else (Released.deploy, CHANGES)
    environment = pipeline.environment(states.BEFORE)
    old, new = pipeline.documents(states.BEFORE), pipeline.documents(after)
    administrator = pipeline.stack(FOUNDATION, Workflow())
    build(administrator, old[FOUNDATION])
    roles = workflow(emulator, environment)
    stacks = {name: pipeline.stack(name, roles) for name in (*systems, FOUNDATION)}
    role = deploy_role_arn(environment)
    process.together([partial(build, stacks[name], states.before(old[name], role)) for name in systems])
    release = {name: states.after(new[name], stacks[name].folder, changes) for name in systems}
    release[FOUNDATION] = states.foundation_after(old[FOUNDATION], new[FOUNDATION], changes)
    process.together([partial(stacks[name].deploy, document) for name, document in release.items()])
    return Scenario(emulator, pipeline, administrator, stacks)
