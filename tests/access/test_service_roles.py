"""Roles of backup, restore tests, exports, schedules and cache reach their own things only."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.access import services
from tests.access.applications import BOTH, COMPLETE
from tests.access.expected import expected_of
from tests.access.functions import arn
from tests.access.matrix import account_policy, as_list
from tests.access.services import World
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack

OF_TABLE = {"CreateBackup", "DescribeTable", "ListTagsOfResource", "StartAwsBackupJob"}
WORLDS = [World(application, "production") for application in BOTH]
SYSTEMS = [(world, system.name) for world in WORLDS for system in world.application.systems]
EXPORTERS = [(world, system) for world, system in SYSTEMS if expected_of(system).exported]
every_system = pytest.mark.parametrize(("world", "system"), SYSTEMS, ids=[f"{world}-{system}" for world, system in SYSTEMS])
every_exporter = pytest.mark.parametrize(("world", "system"), EXPORTERS, ids=[f"{world}-{system}" for world, system in EXPORTERS])


@pytest.fixture(scope="module", params=WORLDS, ids=str)
def world(request: pytest.FixtureRequest) -> World:
    """Where everything is on."""
    found: World = request.param
    return found


def stem(stack: Stack) -> str:
    return stack.system.replace("_", "-")


def backup_role(stack: Stack) -> str:
    return f"{stem(stack)}-backup"


def restore_role(stack: Stack) -> str:
    return f"{stem(stack)}-restore-test"


@every_system
def test_the_backup_role_backs_its_own_tables_up_and_can_neither_read_nor_change_nor_delete_them(
    world: World, system: str
) -> None:
    stack = world.stacks[system]
    own = stack.arns(services.TABLE_TYPE)
    asked = world.on_tables(dict.fromkeys(own, OF_TABLE))
    asked += world.on_backups({key: {"DeleteBackup", "DescribeBackup"} for key in own})
    asked += [*world.on_streams(), *world.on_buckets({})]
    assert world.wrong(stack, backup_role(stack), asked) == []


@every_system
def test_the_backup_role_fills_the_vault_and_cannot_open_it(world: World, system: str) -> None:
    """It deletes no recovery point and shortens no life, even without the vault's own refusal."""
    stack = world.stacks[system]
    (vault,) = world.arns("aws_backup_vault")
    may = {"CopyIntoBackupVault", "DescribeBackupVault"}
    asked = world.on_vaults(dict.fromkeys([vault, *stack.environment.backup.copy_to_vault_arns], may))
    asked += [
        Question(Request(f"backup:{action}", services.recovery_point(stack)), expected=False)
        for action in services.ON_RECOVERY_POINTS
    ]
    assert world.wrong(stack, backup_role(stack), asked) == []


@every_system
def test_recovery_points_are_copied_to_the_named_vaults_only(world: World, system: str) -> None:
    stack = world.stacks[system]
    named = list(stack.environment.backup.copy_to_vault_arns)
    stranger = f"{named[0]}-elses"
    targets: list[tuple[list[str], bool]] = [([vault], True) for vault in named]
    targets += [([stranger], False), ([named[0], stranger], False), ([], False)]
    asked = [
        Question(Request("backup:CopyFromBackupVault", services.recovery_point(stack), context), expected)
        for vaults, expected in targets
        for context in [{"backup:CopyTargets": vaults} if vaults else {}]
    ]
    assert world.wrong(stack, backup_role(stack), asked) == []


def test_nobody_deletes_the_vault_or_a_recovery_point(world: World) -> None:
    """Even principals with all rights are refused."""
    if not world.application.systems:
        assert not world.of_type("aws_backup_vault")  # nothing is backed up
        return
    stack = world.stacks["foundation"]
    (held,) = stack.resources["aws_backup_vault_policy"].values()
    (vault,) = stack.arns("aws_backup_vault")
    refused = {"DeleteBackupVault": vault}
    refused |= dict.fromkeys(("DeleteRecoveryPoint", "UpdateRecoveryPointLifecycle"), services.recovery_point(stack))
    asked = [
        Question(Request(f"backup:{action}", at, resource_policy=stack.document(held["policy"])), expected=False)
        for action, at in refused.items()
    ]
    assert wrong_answers([anything()], asked, account_id=stack.environment.account_id) == []


# As AWS's managed policies allow, of what is asked here.
KEY_USES: dict[Callable[[Stack], str], tuple[str, ...]] = {
    backup_role: ("Decrypt", "GenerateDataKey"),
    restore_role: ("Decrypt", "Encrypt", "GenerateDataKey", "ReEncryptFrom"),
}


@every_system
@pytest.mark.parametrize("role", KEY_USES, ids=["backup", "restore-test"])
def test_backups_use_their_own_systems_key_and_the_vaults(world: World, system: str, role: Callable[[Stack], str]) -> None:
    """The table's key through DynamoDB, the vault's through AWS Backup, no others."""
    stack, foundation = world.stacks[system], world.stacks["foundation"]
    (vault,) = foundation.resources["aws_backup_vault"].values()
    own = {**dict.fromkeys(stack.keys(), ("dynamodb",)), foundation.text(vault["kms_key_arn"]): ("backup", "dynamodb")}
    name = role(stack)
    principal = f"arn:aws:iam::{stack.environment.account_id}:role/{stack.environment.physical_name(name)}"
    asked = []
    for other in world.stacks.values():
        for key, policy in other.keys().items():
            may = {(action, service) for action in KEY_USES[role] for service in own.get(key, ())}
            # What the key's policy refuses, the role's must not allow either.
            for held in (policy, account_policy(stack)):
                asked += services.key_questions(stack, key, held, may)
    asked = [Question(Request(**{**vars(question.request), "principal": principal}), question.expected) for question in asked]
    assert world.wrong(stack, name, asked) == []


@every_system
def test_a_restore_test_writes_to_tables_of_its_own_and_to_no_real_one(world: World, system: str) -> None:
    stack = world.stacks[system]
    tables = stack.arns(services.TABLE_TYPE)
    test_table = tables[0].rpartition("/")[0] + "/awsbackup-restore-test-1"
    asked = world.on_tables({})
    asked += world.on_backups({key: {"RestoreTableFromBackup"} for key in tables})
    asked += [Question(Request(f"dynamodb:{action}", test_table), expected=True) for action in services.RESTORED]
    asked += [Question(Request(f"dynamodb:{action}", test_table), expected=False) for action in ("DeleteTable", "UpdateTable")]
    asked += [*world.on_streams(), *world.on_buckets({}), *world.on_vaults({})]
    assert world.wrong(stack, restore_role(stack), asked) == []


@every_exporter
def test_the_export_function_saves_its_own_tables_and_can_neither_read_nor_change_nor_delete_them(
    world: World, system: str
) -> None:
    stack = world.stacks[system]
    names = [stack.environment.physical_name(name) for name in expected_of(system).exported]
    exported = [arn(stack, "dynamodb", f"table/{name}") for name in names]
    assert set(exported) <= set(stack.arns(services.TABLE_TYPE))
    may = {"CreateBackup", "DescribeContinuousBackups", "ExportTableToPointInTime"}
    asked = world.on_tables(dict.fromkeys(exported, may))
    asked += world.on_backups({key: {"DeleteBackup"} for key in exported})
    asked += [*world.on_streams(), *world.on_vaults({})]
    assert world.wrong(stack, f"{stem(stack)}-export", asked) == []


@every_exporter
def test_exports_are_put_into_their_own_bucket_and_are_not_taken_back(world: World, system: str) -> None:
    stack = world.stacks[system]
    (bucket,) = [one for one in stack.arns("aws_s3_bucket") if "-exports-" in one]
    asked = world.on_buckets({bucket: {"AbortMultipartUpload", "PutObject", "PutObjectAcl"}})
    assert world.wrong(stack, f"{stem(stack)}-export", asked) == []


@every_exporter
def test_the_schedules_call_the_export_function_and_do_nothing_else(world: World, system: str) -> None:
    stack = world.stacks[system]
    (queue,) = [arn for arn in stack.arns("aws_sqs_queue") if "-export-failed-" in arn]
    calls = [
        Question(Request(f"lambda:{action}", function), action == "InvokeFunction" and f"{stem(stack)}-export-" in function)
        for function in world.arns("aws_lambda_function")
        for action in ("DeleteFunction", "InvokeFunction", "UpdateFunctionCode")
    ]
    messages = [
        Question(Request(f"sqs:{action}", queue), action == "SendMessage")
        for action in ("DeleteMessage", "PurgeQueue", "ReceiveMessage", "SendMessage")
    ]
    asked = [*calls, *messages, *world.on_tables({}), *world.on_backups({}), *world.on_buckets({})]
    assert world.wrong(stack, f"{stem(stack)}-export-schedules", asked) == []


@every_exporter
def test_the_schedules_decrypt_what_they_send_by_themselves_and_nothing_else(world: World, system: str) -> None:
    """Scheduler calls KMS as the role with the schedule as context; the key admits only that role."""
    stack = world.stacks[system]
    ((key, policy),) = stack.keys().items()
    role = f"arn:aws:iam::{stack.environment.account_id}:role/{stem(stack)}-export-schedules-production"
    names = [schedule["name"] for schedule in stack.resources["aws_scheduler_schedule"].values()]
    own = [arn(stack, "scheduler", f"schedule/{stem(stack)}-export-production/{name}") for name in names]
    others = [
        arn(stack, "scheduler", f"schedule/{path}") for path in (f"default/{names[0]}", f"other-export-production/{names[0]}")
    ]

    def asked(action: str, context: dict[str, str], principal: str = role) -> Request:
        return Request(f"kms:{action}", key, context, principal, resource_policy=policy, verbatim=True)

    named = "kms:EncryptionContext:aws:scheduler:schedule:arn"
    questions = [Question(asked("Decrypt", {named: schedule}), expected=True) for schedule in own]
    questions += [Question(asked("Decrypt", context), expected=False) for context in ({}, *({named: other} for other in others))]
    questions += [Question(asked(action, {named: own[0]}), expected=False) for action in ("Encrypt", "GenerateDataKey")]
    assert world.wrong(stack, f"{stem(stack)}-export-schedules", questions) == []
    stranger = Question(asked("Decrypt", {named: own[0]}, role.replace("export-schedules", "api")), expected=False)
    assert wrong_answers([anything()], [stranger], account_id=stack.environment.account_id) == []


@every_system
def test_a_cache_asks_the_table_what_its_consumers_patterns_ask(world: World, system: str) -> None:
    cache = expected_of(system).cache
    if cache is None:
        assert not world.stacks[system].resources.get("aws_dax_cluster")
        return
    name, table_name, askers = cache
    (model,) = [model for model in world.application.systems if model.name == system]
    (table,) = [table for table in model.tables if table.name == table_name]
    asking = [consumer for consumer in model.consumers if consumer.name in askers]
    assert world.wrong(world.stacks[system], f"{name}-cache", services.of_cache(world.stacks[system], table, asking)) == []


def test_no_role_of_a_service_is_left_out(world: World) -> None:
    """Their statements name no service without a check here."""
    known = {
        "backup": {"backup", "dynamodb", "kms"},
        "restore-test": {"dynamodb", "kms"},
        "export": {"dynamodb", "kms", "logs", "s3", "sqs", "xray"},
        "export-schedules": {"kms", "lambda", "sqs"},
        "cache": {"dynamodb", "kms"},
    }
    found: dict[str, set[str]] = {}
    for stack in world.stacks.values():
        for role in stack.roles():
            kind = next((name for name in known if role.endswith(f"-{name}-production")), None)
            if kind is not None:
                statements = [statement for policy in stack.policies_of(role) for statement in policy["Statement"]]
                actions = {action for statement in statements for action in as_list(statement["Action"])}
                found.setdefault(kind, set()).update(action.split(":")[0] for action in actions)
    assert {kind: services for kind, services in found.items() if not services <= known[kind]} == {}
    assert world.application != COMPLETE or found == known


def anything() -> Document:
    return {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
