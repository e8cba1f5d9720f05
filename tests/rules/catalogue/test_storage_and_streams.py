"""Rules about queues, topics, buckets, streams, caches, functions, schedules, logs, keys and backups."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.documents import TLS_ONLY, changed, messages, policy

KEY = "${aws_kms_key.k.arn}"
BUCKET: dict[str, Any] = {
    "aws_s3_bucket.b": {"bucket": "b", "lifecycle": {"prevent_destroy": True}},
    "aws_s3_bucket_public_access_block.b": {
        "bucket": "${aws_s3_bucket.b.bucket}",
        "block_public_acls": True,
        "block_public_policy": True,
        "ignore_public_acls": True,
        "restrict_public_buckets": True,
    },
    "aws_s3_bucket_ownership_controls.b": {"bucket": "b", "rule": {"object_ownership": "BucketOwnerEnforced"}},
    "aws_s3_bucket_logging.b": {"bucket": "b", "target_bucket": "logs", "target_prefix": "b/"},
    "aws_s3_bucket_versioning.b": {"bucket": "b", "versioning_configuration": {"status": "Enabled"}},
    "aws_s3_bucket_lifecycle_configuration.b": {"bucket": "b", "rule": [{"status": "Enabled"}]},
    "aws_s3_bucket_server_side_encryption_configuration.b": {
        "bucket": "b",
        "rule": [{"apply_server_side_encryption_by_default": {"sse_algorithm": "aws:kms", "kms_master_key_id": KEY}}],
    },
}
CACHE = {"server_side_encryption": {"enabled": True}, "cluster_endpoint_encryption_type": "TLS"}
GOOD: dict[str, Any] = {
    **BUCKET,
    "aws_sqs_queue.q": {"name": "q", "kms_master_key_id": KEY},
    "aws_sns_topic.t": {"name": "t", "kms_master_key_id": KEY},
    "aws_kinesis_stream.s": {"encryption_type": "KMS", "kms_key_id": KEY},
    "aws_dax_cluster.c": CACHE,
    "aws_cloudwatch_log_group.l": {"name": "l", "kms_key_id": KEY, "retention_in_days": 365},
    "aws_backup_vault.v": {"name": "v", "kms_key_arn": "${aws_kms_key.v.arn}", "lifecycle": {"prevent_destroy": True}},
    "aws_backup_region_settings.r": {},
    "aws_backup_vault_lock_configuration.v": {"backup_vault_name": "${aws_backup_vault.v.name}"},
    "aws_backup_vault_policy.v": {
        "backup_vault_name": "v",
        "policy": policy({"Effect": "Deny", "Principal": "*", "Action": ["backup:DeleteRecoveryPoint"], "Resource": "*"}),
    },
    "aws_backup_plan.p": {"rule": [{"rule_name": "daily", "lifecycle": {"delete_after": 35}, "copy_action": [{"lifecycle": {"delete_after": 35}}]}]},
    "aws_kms_key.k": {
        "enable_key_rotation": True,
        "rotation_period_in_days": 365,
        "deletion_window_in_days": 30,
        "lifecycle": {"prevent_destroy": True},
    },
    "aws_secretsmanager_secret.x": {"name": "x", "kms_key_id": KEY, "recovery_window_in_days": 30},
    "aws_cloudtrail.t": {"enable_log_file_validation": True, "kms_key_id": KEY, "s3_bucket_name": "${aws_s3_bucket.b.bucket}"},
    "aws_s3_bucket_object_lock_configuration.b": {"bucket": "b", "rule": {"default_retention": {"mode": "COMPLIANCE", "days": 90}}},
    "aws_lambda_function.f": {"function_name": "f", "runtime": "python3.13", "environment": {"variables": {"TOKEN_ARN": "arn:aws:x", "TABLE": "t"}}},
    "aws_lambda_event_source_mapping.m": {
        "event_source_arn": "${aws_dynamodb_table.t.stream_arn}",
        "destination_config": {"on_failure": {"destination_arn": "${aws_s3_bucket.b.arn}"}},
        "maximum_retry_attempts": 3,
        "maximum_record_age_in_seconds": 3600,
        "bisect_batch_on_function_error": True,
        "function_response_types": ["ReportBatchItemFailures"],
    },
    "aws_scheduler_schedule.s": {"target": {"arn": "${aws_lambda_function.f.arn}", "dead_letter_config": {"arn": "${aws_sqs_queue.q.arn}"}}},
    "aws_security_group.g": {"name": "g"},
    "aws_vpc_security_group_ingress_rule.i": {"referenced_security_group_id": "${aws_security_group.g.id}"},
    "aws_vpc_endpoint.e": {
        "policy": policy({"Effect": "Allow", "Principal": "*", "Action": "dynamodb:GetItem", "Resource": "${aws_dynamodb_table.t.arn}"})
    },
}  # fmt: skip
RULES = (
    *("stored-data-is-encrypted", "production-data-has-its-own-key", "data-refuses-destruction", "buckets-are-private"),
    *("mappings-lose-nothing", "schedules-keep-failures", "logs-expire-in-time", "functions-run-supported-code"),
    *(
        "nothing-holds-a-secret",
        "resources-are-tagged",
        "keys-rotate",
        "deleted-keys-can-be-recovered",
        "backups-cannot-be-deleted",
    ),
    *("networks-are-closed", "trails-can-be-trusted", "expressions-are-ours", "buckets-keep-access-logs"),
)


@pytest.mark.parametrize("rule", RULES)
def test_what_is_safe_passes(rule: str) -> None:
    assert messages(rule, GOOD) == []


UNWRITTEN = "nothing says how it is encrypted: "
NO_KEY = "it has no customer-managed key: name the stack's key"
MAPPING = "aws_lambda_event_source_mapping.m"


@pytest.mark.parametrize(
    ("rule", "change", "message"),
    [
        (
            "stored-data-is-encrypted",
            {"aws_sqs_queue.q.kms_master_key_id": None},
            f"{UNWRITTEN}name kms_master_key_id, or set sqs_managed_sse_enabled to true",
        ),
        ("stored-data-is-encrypted", {"aws_sns_topic.t.kms_master_key_id": None}, f"{UNWRITTEN}name kms_master_key_id"),
        ("stored-data-is-encrypted", {"aws_kinesis_stream.s.encryption_type": "NONE"}, f"{UNWRITTEN}set encryption_type to KMS"),
        (
            "stored-data-is-encrypted",
            {"aws_dax_cluster.c.server_side_encryption": {"enabled": False}},
            f"{UNWRITTEN}enable server_side_encryption and set cluster_endpoint_encryption_type to TLS",
        ),
        (
            "stored-data-is-encrypted",
            {"aws_dax_cluster.c.cluster_endpoint_encryption_type": "NONE"},
            f"{UNWRITTEN}enable server_side_encryption and set cluster_endpoint_encryption_type to TLS",
        ),
        ("production-data-has-its-own-key", {"aws_sqs_queue.q": {"name": "q", "sqs_managed_sse_enabled": True}}, NO_KEY),
        ("production-data-has-its-own-key", {"aws_sns_topic.t.kms_master_key_id": "alias/aws/sns"}, NO_KEY),
        ("production-data-has-its-own-key", {"aws_kinesis_stream.s.kms_key_id": "alias/aws/kinesis"}, NO_KEY),
        ("production-data-has-its-own-key", {"aws_cloudwatch_log_group.l.kms_key_id": None}, NO_KEY),
        ("production-data-has-its-own-key", {"aws_backup_vault.v.kms_key_arn": None}, NO_KEY),
        ("production-data-has-its-own-key", {"aws_secretsmanager_secret.x.kms_key_id": None}, NO_KEY),
        ("production-data-has-its-own-key", {"aws_cloudtrail.t.kms_key_id": None}, NO_KEY),
        (
            "data-refuses-destruction",
            {"aws_s3_bucket.b.force_destroy": True},
            "force_destroy deletes whatever it holds along with it: remove it",
        ),
        ("data-refuses-destruction", {"aws_kms_key.k.lifecycle": None}, "Terraform may delete or replace it: set prevent_destroy to true"),
        ("data-refuses-destruction", {"aws_s3_bucket.b.lifecycle": None}, "Terraform may delete or replace it: set prevent_destroy to true"),
        ("data-refuses-destruction", {"aws_backup_vault.v.lifecycle": None}, "Terraform may delete or replace it: set prevent_destroy to true"),
        ("buckets-are-private", {"aws_s3_bucket_public_access_block.b.block_public_policy": False}, "block_public_policy is off: set it to true"),
        (
            "buckets-are-private",
            {"aws_s3_bucket_public_access_block.b": None},
            "public access is not blocked: add an aws_s3_bucket_public_access_block",
        ),
        (
            "buckets-are-private",
            {"aws_s3_bucket_ownership_controls.b.rule": {"object_ownership": "ObjectWriter"}},
            "ACLs are enabled: set object_ownership to BucketOwnerEnforced",
        ),
        (
            "buckets-are-private",
            {"aws_s3_bucket_versioning.b.versioning_configuration": {"status": "Suspended"}},
            "overwritten objects are lost: enable versioning",
        ),
        (
            "buckets-are-private",
            {"aws_s3_bucket_lifecycle_configuration.b": None},
            "old versions pile up: add a lifecycle configuration",
        ),
        ("mappings-lose-nothing", {f"{MAPPING}.destination_config": None}, "failed records are lost: add a failure destination"),
        (
            "mappings-lose-nothing",
            {f"{MAPPING}.maximum_retry_attempts": -1},
            "one bad record blocks its shard until it expires: set maximum_retry_attempts",
        ),
        (
            "mappings-lose-nothing",
            {f"{MAPPING}.maximum_retry_attempts": None},
            "one bad record blocks its shard until it expires: set maximum_retry_attempts",
        ),
        (
            "mappings-lose-nothing",
            {f"{MAPPING}.maximum_record_age_in_seconds": None},
            "records wait until they expire: set maximum_record_age_in_seconds",
        ),
        (
            "mappings-lose-nothing",
            {f"{MAPPING}.bisect_batch_on_function_error": False},
            "one bad record fails its whole batch: set bisect_batch_on_function_error to true",
        ),
        (
            "mappings-lose-nothing",
            {f"{MAPPING}.function_response_types": []},
            "a response that names failed records counts as success: set function_response_types to ReportBatchItemFailures",
        ),
        (
            "schedules-keep-failures",
            {"aws_scheduler_schedule.s.target": {"arn": "x"}},
            "failed calls leave no trace: add a dead_letter_config to its target",
        ),
        ("logs-expire-in-time", {"aws_cloudwatch_log_group.l.retention_in_days": None}, "it keeps logs forever: set logs.retention_days"),
        (
            "logs-expire-in-time",
            {"aws_cloudwatch_log_group.l.retention_in_days": 30},
            "it keeps logs for 30 days: production keeps 365; set logs.retention_days",
        ),
        (
            "nothing-holds-a-secret",
            {"aws_lambda_function.f.environment": {"variables": {"DB_PASSWORD": "hunter2"}}},
            "variable DB_PASSWORD holds a secret in plain text: store it in Secrets Manager, and its ARN in DB_PASSWORD_ARN",
        ),
        (
            "nothing-holds-a-secret",
            {"aws_sqs_queue.q.name": "AKIA" + "A" * 16},
            "it holds an AWS access key: revoke it now, and keep the new one in Secrets Manager",
        ),
        (
            "nothing-holds-a-secret",
            {"aws_lambda_function.f.environment": {"variables": {"URL": "redis://admin:" + "hunter2@cache:6379"}}},
            "it holds a URL with a password: revoke it now, and keep the new one in Secrets Manager",
        ),
        ("keys-rotate", {"aws_kms_key.k.enable_key_rotation": False}, "rotation is off: set enable_key_rotation to true"),
        ("keys-rotate", {"aws_kms_key.k.rotation_period_in_days": 2560}, "it rotates every 2560 days: once a year or more often"),
        ("keys-rotate", {"aws_kms_key.k.is_enabled": False}, "it is disabled: data that it encrypts can't be read"),
        (
            "deleted-keys-can-be-recovered",
            {"aws_kms_key.k.deletion_window_in_days": 7},
            "a deleted key can be recovered for 7 days only: set encryption.deletion_window_days to 30",
        ),
        (
            "deleted-keys-can-be-recovered",
            {"aws_kms_key.k.bypass_policy_lockout_safety_check": True},
            "its policy may lock everyone out: remove bypass_policy_lockout_safety_check",
        ),
        (
            "deleted-keys-can-be-recovered",
            {"aws_secretsmanager_secret.x.recovery_window_in_days": 0},
            "a deleted secret can be recovered for 0 days only: set secrets.recovery_window_days to 7 or more",
        ),
        (
            "backups-cannot-be-deleted",
            {"aws_backup_vault_policy.v": None},
            "nothing denies backup:DeleteRecoveryPoint: add a vault policy that does",
        ),
        (
            "backups-cannot-be-deleted",
            {"aws_backup_vault_lock_configuration.v": None},
            "no lock keeps retentions from being shortened: set vault.lock to governance or compliance",
        ),
        (
            "backups-cannot-be-deleted",
            {"aws_backup_plan.p.rule": [{"rule_name": "daily", "lifecycle": {"delete_after": 7}}]},
            "rule 'daily' deletes recovery points after 7 days: keep them 35 or more",
        ),
        (
            "networks-are-closed",
            {"aws_vpc_security_group_ingress_rule.i": {"cidr_ipv4": "0.0.0.0/0"}},
            "it is open to the whole internet: name a security group or a prefix list",
        ),
        (
            "networks-are-closed",
            {"aws_security_group.g.ingress": [{"cidr_blocks": ["0.0.0.0/0"]}]},
            "its ingress is open to the whole internet: name a security group or a prefix list",
        ),
        ("networks-are-closed", {"aws_vpc_endpoint.e": {}}, "it has no policy: it carries any request to any account; name the tables"),
        (
            "networks-are-closed",
            {"aws_vpc_endpoint.e.policy": policy({"Effect": "Allow", "Principal": "*", "Action": "*", "Resource": "*"})},
            "its policy admits every resource: name the tables",
        ),
        (
            "buckets-keep-access-logs",
            {"aws_s3_bucket_logging.b": None},
            "it has no access logs: add an aws_s3_bucket_logging",
        ),
        (
            "buckets-keep-access-logs",
            {"aws_s3_bucket_logging.b.target_bucket": "${aws_s3_bucket.b.bucket}"},
            "it logs into itself, and so logs its own logs: name another target_bucket",
        ),
        (
            "trails-can-be-trusted",
            {"aws_cloudtrail.t.enable_log_file_validation": False},
            "changes of log files would go unnoticed: set enable_log_file_validation to true",
        ),
        ("trails-can-be-trusted", {"aws_cloudtrail.t.enable_logging": False}, "it is switched off: remove enable_logging"),
    ],
)  # fmt: skip
def test_what_is_not_is_found(rule: str, change: dict[str, Any], message: str) -> None:
    place = next(iter(change))
    address = ".".join(place.split(".")[:2])
    owner = {"aws_s3_bucket": "aws_s3_bucket.b", "aws_backup_vault": "aws_backup_vault.v"}
    about = next((value for prefix, value in owner.items() if address.startswith(f"{prefix}_")), address)
    assert messages(rule, changed(GOOD, change)) == [f"{about}: {message}"]


UNLOCKED = "its log files can be deleted: set audit.lock_days"


@pytest.mark.parametrize("lock", [None, {"bucket": "b"}, {"bucket": "other", "rule": {"default_retention": {"days": 90}}}])
def test_a_trail_whose_records_can_be_deleted_is_found(lock: dict[str, Any] | None) -> None:
    weak = changed(GOOD, {"aws_s3_bucket_object_lock_configuration.b": lock})
    assert messages("trails-can-be-trusted", weak) == [f"aws_cloudtrail.t: {UNLOCKED}"]
    assert messages("trails-can-be-trusted", weak, environment="dev") == []


def test_a_trail_whose_bucket_is_elsewhere_is_not_judged_by_it() -> None:
    elsewhere = changed(
        GOOD, {"aws_cloudtrail.t.s3_bucket_name": "central-records", "aws_s3_bucket_object_lock_configuration.b": None}
    )
    assert messages("trails-can-be-trusted", elsewhere) == []


def test_a_bucket_without_a_key_is_found() -> None:
    plain = {"bucket": "b", "rule": [{"apply_server_side_encryption_by_default": {"sse_algorithm": "AES256"}}]}
    address = "aws_s3_bucket_server_side_encryption_configuration.b"
    assert messages("production-data-has-its-own-key", changed(GOOD, {address: plain})) == [f"aws_s3_bucket.b: {NO_KEY}"]
    assert messages("stored-data-is-encrypted", changed(GOOD, {address: None})) == [
        f"aws_s3_bucket.b: {UNWRITTEN}give it an aws_s3_bucket_server_side_encryption_configuration"
    ]


def test_a_queue_needs_no_failure_destination() -> None:
    assert messages("mappings-lose-nothing", {MAPPING: {"event_source_arn": "${aws_sqs_queue.q.arn}"}}) == []


@pytest.mark.parametrize("runtime", ["python3.8", "python3.9", "nodejs16.x", "provided.al2"])
def test_an_old_runtime_is_found(runtime: str) -> None:
    (message,) = messages("functions-run-supported-code", {"aws_lambda_function.f": {"runtime": runtime}})
    assert message.startswith(f"aws_lambda_function.f: runtime '{runtime}' is not supported for long: use one of dotnet10, ")


def test_a_variable_that_names_a_secret_by_reference_passes() -> None:
    variables = {
        "API_TOKEN": "${aws_secretsmanager_secret.x.arn}",
        "SECRET": "arn:aws:secretsmanager:eu-west-1:111111111111:secret:x",
    }
    assert messages("nothing-holds-a-secret", {"aws_lambda_function.f": {"environment": {"variables": variables}}}) == []


def test_a_key_that_kms_cannot_rotate_passes() -> None:
    assert messages("keys-rotate", {"aws_kms_key.k": {"customer_master_key_spec": "RSA_2048"}}) == []


def test_encrypted_failures_in_development_pass() -> None:
    queue = {"name": "q", "sqs_managed_sse_enabled": True, "policy": TLS_ONLY}
    for rule in ("stored-data-is-encrypted", "production-data-has-its-own-key", "requests-use-tls"):
        assert messages(rule, {"aws_sqs_queue.q": queue}, environment="dev") == []


@pytest.mark.parametrize(
    ("blocks", "is_open"),
    [
        (["0.0.0.0/0"], True),
        (["0.0.0.0/1", "128.0.0.0/1"], True),
        (["0.0.0.0/2", "64.0.0.0/2", "${var.rest}"], True),
        (["10.0.0.0/8", "192.168.0.0/16"], False),
        (["${var.open}", None], False),
    ],
)
def test_networks_that_add_up_to_everything_are_found(blocks: list[str | None], is_open: bool) -> None:
    group = {"aws_security_group.g": {"name": "g", "ingress": [{"cidr_blocks": blocks}]}}
    assert bool(messages("networks-are-closed", group)) == is_open
