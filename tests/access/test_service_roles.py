"""The roles of AWS Backup, restore tests, exports, their schedules and the cache reach their own things, and can destroy nothing."""

from __future__ import annotations

import pytest

from stacks.feature_flags.model import EVALUATOR, FLAGS
from tests.access import services
from tests.access.functions import arn
from tests.access.matrix import account_policy, as_list
from tests.access.services import World
from tests.access.simulator import Document, Question, Request, wrong_answers
from tests.access.synthesized import Stack, stacks

SYSTEMS = ("miyabi_lambda", "miyabi_progress", "feature_flags", "shop", "ai_chef")
OF_TABLE = {"CreateBackup", "DescribeTable", "ListTagsOfResource", "StartAwsBackupJob"}
EXPORTED = ("miyabi-tasks", "miyabi-projects")


@pytest.fixture(scope="module")
def production() -> World:
    """Where everything is on."""
    return World(stacks("production"))


def backup_role(stack: Stack) -> str:
    return f"{stack.system.replace('_', '-')}-backup"


def restore_role(stack: Stack) -> str:
    return f"{stack.system.replace('_', '-')}-restore-test"


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_backup_role_backs_its_own_tables_up_and_can_neither_read_nor_change_nor_delete_them(
    production: World, system: str
) -> None:
    stack = production.stacks[system]
    own = stack.arns(services.TABLE_TYPE)
    asked = production.on_tables(dict.fromkeys(own, OF_TABLE))
    asked += production.on_backups({key: {"DeleteBackup", "DescribeBackup"} for key in own})
    asked += [*production.on_streams(), *production.on_buckets({})]
    assert production.wrong(stack, backup_role(stack), asked) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_backup_role_fills_the_vault_and_cannot_open_it(production: World, system: str) -> None:
    """It deletes no recovery point and shortens no life, even without the vault's own refusal."""
    stack = production.stacks[system]
    (vault,) = production.arns("aws_backup_vault")
    may = {"CopyIntoBackupVault", "DescribeBackupVault"}
    asked = production.on_vaults(dict.fromkeys([vault, *stack.environment.backup.copy_to_vault_arns], may))
    asked += [
        Question(Request(f"backup:{action}", services.recovery_point(stack)), expected=False)
        for action in services.ON_RECOVERY_POINTS
    ]
    assert production.wrong(stack, backup_role(stack), asked) == []


def test_recovery_points_are_copied_to_the_named_vaults_only(production: World) -> None:
    stack = production.stacks["shop"]
    allowed = list(stack.environment.backup.copy_to_vault_arns)
    stranger = allowed[0].replace("tablestakes-copies", "somebody-elses")
    targets: list[tuple[list[str], bool]] = [([vault], True) for vault in allowed]
    targets += [([stranger], False), ([allowed[0], stranger], False), ([], False)]
    asked = [
        Question(Request("backup:CopyFromBackupVault", services.recovery_point(stack), context), expected)
        for vaults, expected in targets
        for context in [{"backup:CopyTargets": vaults} if vaults else {}]
    ]
    assert production.wrong(stack, backup_role(stack), asked) == []


def test_nobody_deletes_the_vault_or_a_recovery_point(production: World) -> None:
    """Not even who may do everything."""
    stack = production.stacks["foundation"]
    (held,) = stack.resources["aws_backup_vault_policy"].values()
    (vault,) = stack.arns("aws_backup_vault")
    refused = {"DeleteBackupVault": vault}
    refused |= dict.fromkeys(("DeleteRecoveryPoint", "UpdateRecoveryPointLifecycle"), services.recovery_point(stack))
    asked = [
        Question(Request(f"backup:{action}", at, resource_policy=stack.document(held["policy"])), expected=False)
        for action, at in refused.items()
    ]
    assert wrong_answers([anything()], asked, account_id=stack.environment.account_id) == []


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("role", [backup_role, restore_role], ids=["backup", "restore-test"])
def test_backups_use_their_own_systems_key_and_the_vaults(production: World, system: str, role: object) -> None:
    """The tables' through DynamoDB, the vault's through AWS Backup too; the topic's, and another system's, not at all."""
    stack, foundation = production.stacks[system], production.stacks["foundation"]
    (vault,) = foundation.resources["aws_backup_vault"].values()
    own = {**dict.fromkeys(stack.keys(), ("dynamodb",)), foundation.text(vault["kms_key_arn"]): ("backup", "dynamodb")}
    name = backup_role(stack) if role is backup_role else restore_role(stack)
    principal = f"arn:aws:iam::{stack.environment.account_id}:role/{stack.environment.physical_name(name)}"
    asked = []
    for other in production.stacks.values():
        for key, policy in other.keys().items():
            may = {(action, service) for action in ("Decrypt", "GenerateDataKey") for service in own.get(key, ())}
            # What the key's policy refuses, the role's must not allow either.
            for held in (policy, account_policy(stack)):
                asked += services.key_questions(stack, key, held, may)
    asked = [Question(Request(**{**vars(one.request), "principal": principal}), one.expected) for one in asked]
    assert production.wrong(stack, name, asked) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_restore_test_writes_to_tables_of_its_own_and_to_no_real_one(production: World, system: str) -> None:
    stack = production.stacks[system]
    tables = stack.arns(services.TABLE_TYPE)
    test_table = tables[0].rpartition("/")[0] + "/awsbackup-restore-test-1"
    asked = production.on_tables({})
    asked += production.on_backups({key: {"RestoreTableFromBackup"} for key in tables})
    asked += [Question(Request(f"dynamodb:{action}", test_table), expected=True) for action in services.RESTORED]
    asked += [Question(Request(f"dynamodb:{action}", test_table), expected=False) for action in ("DeleteTable", "UpdateTable")]
    asked += [*production.on_streams(), *production.on_buckets({}), *production.on_vaults({})]
    assert production.wrong(stack, restore_role(stack), asked) == []


def test_the_export_function_saves_its_own_tables_and_can_neither_read_nor_change_nor_delete_them(production: World) -> None:
    stack = production.stacks["miyabi_progress"]
    exported = [one for one in stack.arns(services.TABLE_TYPE) if one.endswith(tuple(f"{name}-production" for name in EXPORTED))]
    assert len(exported) == len(EXPORTED)
    may = {"CreateBackup", "DescribeContinuousBackups", "ExportTableToPointInTime"}
    asked = production.on_tables(dict.fromkeys(exported, may))
    asked += production.on_backups({key: {"DeleteBackup"} for key in exported})
    asked += [*production.on_streams(), *production.on_vaults({})]
    assert production.wrong(stack, "miyabi-progress-export", asked) == []


def test_exports_are_put_into_their_own_bucket_and_are_not_taken_back(production: World) -> None:
    stack = production.stacks["miyabi_progress"]
    (bucket,) = [one for one in stack.arns("aws_s3_bucket") if "-exports-" in one]
    asked = production.on_buckets({bucket: {"AbortMultipartUpload", "PutObject", "PutObjectAcl"}})
    assert production.wrong(stack, "miyabi-progress-export", asked) == []


def test_the_schedules_call_the_export_function_and_do_nothing_else(production: World) -> None:
    stack = production.stacks["miyabi_progress"]
    (queue,) = stack.arns("aws_sqs_queue")
    calls = [
        Question(Request(f"lambda:{action}", function), action == "InvokeFunction" and "miyabi-progress-export" in function)
        for function in production.arns("aws_lambda_function")
        for action in ("DeleteFunction", "InvokeFunction", "UpdateFunctionCode")
    ]
    messages = [
        Question(Request(f"sqs:{action}", queue), action == "SendMessage")
        for action in ("DeleteMessage", "PurgeQueue", "ReceiveMessage", "SendMessage")
    ]
    asked = [*calls, *messages, *production.on_tables({}), *production.on_backups({}), *production.on_buckets({})]
    assert production.wrong(stack, "miyabi-progress-export-schedules", asked) == []


def test_the_schedules_decrypt_what_they_send_by_themselves_and_nothing_else(production: World) -> None:
    """Scheduler asks KMS as the role, through no service, and names the schedule; the key's policy admits the role and nobody else."""
    stack = production.stacks["miyabi_progress"]
    ((key, policy),) = stack.keys().items()
    role = f"arn:aws:iam::{stack.environment.account_id}:role/miyabi-progress-export-schedules-production"
    names = [one["name"] for one in stack.resources["aws_scheduler_schedule"].values()]
    own = [arn(stack, "scheduler", f"schedule/miyabi-progress-export-production/{name}") for name in names]
    others = [
        arn(stack, "scheduler", f"schedule/{path}") for path in (f"default/{names[0]}", f"shop-export-production/{names[0]}")
    ]

    def asked(action: str, context: dict[str, str], principal: str = role) -> Request:
        return Request(f"kms:{action}", key, context, principal, resource_policy=policy, verbatim=True)

    named = "kms:EncryptionContext:aws:scheduler:schedule:arn"
    questions = [Question(asked("Decrypt", {named: schedule}), expected=True) for schedule in own]
    questions += [Question(asked("Decrypt", context), expected=False) for context in ({}, *({named: one} for one in others))]
    questions += [Question(asked(action, {named: own[0]}), expected=False) for action in ("Encrypt", "GenerateDataKey")]
    assert production.wrong(stack, "miyabi-progress-export-schedules", questions) == []
    stranger = Question(asked("Decrypt", {named: own[0]}, role.replace("export-schedules", "api")), expected=False)
    assert wrong_answers([anything()], [stranger], account_id=stack.environment.account_id) == []


@pytest.mark.parametrize("environment", ["staging", "production"])
def test_the_cache_asks_the_table_what_its_consumers_patterns_ask(environment: str) -> None:
    stack = stacks(environment)["feature_flags"]
    asked = services.of_cache(stack, FLAGS, EVALUATOR)
    assert World({"feature_flags": stack}).wrong(stack, "flags-cache", asked) == []


def test_no_role_of_a_service_is_left_out(production: World) -> None:
    """And each speaks of no service that is not asked about here."""
    known = {
        "backup": {"backup", "dynamodb", "kms"},
        "restore-test": {"dynamodb", "kms"},
        "export": {"dynamodb", "kms", "logs", "s3", "sqs", "xray"},
        "export-schedules": {"kms", "lambda", "sqs"},
        "cache": {"dynamodb", "kms"},
    }
    found: dict[str, set[str]] = {}
    for stack in production.stacks.values():
        for role in stack.roles():
            kind = next((one for one in known if role.endswith(f"-{one}-production")), None)
            if kind is not None:
                statements = [one for policy in stack.policies_of(role) for one in policy["Statement"]]
                actions = {action for one in statements for action in as_list(one["Action"])}
                found.setdefault(kind, set()).update(action.split(":")[0] for action in actions)
    assert found == known


def anything() -> Document:
    return {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
