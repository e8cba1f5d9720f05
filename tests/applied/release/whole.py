"""Other releases: rollbacks, other keys and roles, copied tables, a reduced foundation."""

from __future__ import annotations

import json
from typing import Any

from dynawright.emulator import account
from dynawright.emulator.iam.credentials import ADMINISTRATOR
from dynawright.emulator.workflow import Workflow
from dynawright.systems import FOUNDATION
from tests.access.applications import merged
from tests.applied.release import states
from tests.applied.release.change import Json, changed
from tests.applied.release.rows import CHANGES
from tests.applied.release.scenario import ACCOUNT, COPY_REGION, REGION, Scenario, copied

BOUNDED: dict[str, Any] = {"roles": {"permissions_boundary_arn": f"arn:aws:iam::{ACCOUNT}:policy/boundary-2"}}
BY_HAND = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Deny", "Action": "s3:*", "Resource": "*"}]})
LESS = {"backup": {"enabled": False}, "notifications": {"ticket_subscriptions": []}}
"""A foundation without a vault, and without a topic for tickets."""


def go_on(made: Scenario) -> None:
    """Apply all other changes to a released library, up to its destruction."""
    library = made.stacks["library"]
    made.foundation.deploy(_documents(made)[FOUNDATION])
    account.provide(made.emulator, made.pipeline.environment(merged(states.BEFORE, BOUNDED)))
    made.administrator.deploy(_documents(made, **BOUNDED)[FOUNDATION])
    _look_at_what_was_added_by_hand(made)
    library.deploy(made.pipeline.documents(merged(states.BACK, BOUNDED))["library"])
    library.deploy(_with_deletable_tables(made, **BOUNDED))
    key = made.emulator.client("kms", COPY_REGION).create_key()["KeyMetadata"]["Arn"]
    copy = copied(key)
    with_copy = _with_deletable_tables(made, **BOUNDED, **copy)
    made.administrator.deploy(_documents(made, **BOUNDED, **copy)[FOUNDATION])  # gives the roles rights in the other Region
    made.pipeline.stack("library", Workflow(ADMINISTRATOR, ADMINISTRATOR)).deploy(with_copy)
    library.deploy(changed(with_copy, {"aws_dynamodb_table_replica": CHANGES["aws_dynamodb_table_replica"]}))
    made.destroy_systems()
    made.administrator.deploy(_documents(made, **BOUNDED, **copy, **LESS)[FOUNDATION])
    made.administrator.deploy(_documents(made, **BOUNDED, **copy)[FOUNDATION])
    made.administrator.destroy()


def _look_at_what_was_added_by_hand(made: Scenario) -> None:
    """Plan under both roles while a role has an inline policy that no stack knows."""
    iam, library = made.emulator.client("iam", REGION), made.stacks["library"]
    role = next(role["RoleName"] for role in iam.list_roles()["Roles"] if role["RoleName"].startswith("library-desk"))
    iam.put_role_policy(RoleName=role, PolicyName="by-hand", PolicyDocument=BY_HAND)
    library.planner.plan(lock=False)
    library.applier.plan()
    iam.delete_role_policy(RoleName=role, PolicyName="by-hand")


def _documents(made: Scenario, **settings: Any) -> dict[str, Json]:
    return made.pipeline.documents(merged(states.BEFORE, settings))


def _with_deletable_tables(made: Scenario, **settings: Any) -> Json:
    return _documents(made, **merged(settings, {"table": {**states.BEFORE["table"], "deletion_protection": False}}))["library"]
