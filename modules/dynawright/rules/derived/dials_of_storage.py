"""Expected arguments of keys, logs, buckets, vaults, caches, streams and secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dynawright.rules.blocks import as_mapping
from dynawright.rules.derived.dials import Due
from dynawright.rules.derived.functions import EXPORTED
from dynawright.rules.derived.things import BUCKET, FUNCTION, MAPPING, TRAIL, at, intent_of, names_of
from dynawright.rules.resources import Document, Resource, texts
from dynawright.rules.statements import statements

ROLE_ARN = re.compile(r"arn:aws[a-z-]*:iam::\d{12}:role/.+")
LOGGING = ("Service", "logging.s3.amazonaws.com")
LIFECYCLE, LOCK = "aws_s3_bucket_lifecycle_configuration", "aws_s3_bucket_object_lock_configuration"


def _group(document: Document, name: str) -> Mapping[str, Any]:
    group: Mapping[str, Any] = intent_of(document).dials.groups.get(name, {})
    return group


def of_key(key: Resource, document: Document) -> Iterator[Due]:
    """Yield the expected arguments of a key, from the system's settings or those of its table."""
    own = [settings["encryption"] for settings in intent_of(document).dials.tables.values()]
    if groups := [group for group in (_group(document, "encryption"), *own) if group]:
        longest = max(group["rotation_period_days"] for group in groups)
        yield Due("rotation_period_in_days", longest, "encryption.rotation_period_days", "most")
        shortest = min(group["deletion_window_days"] for group in groups)
        yield Due("deletion_window_in_days", shortest, "encryption.deletion_window_days", "least")
        if all(group["prevent_destroy"] for group in groups):
            yield _kept("encryption", is_kept=True)


def of_log_group(group: Resource, document: Document) -> Iterator[Due]:
    """Yield the expected retention of a log group."""
    if dials := _group(document, "logs"):
        yield Due("retention_in_days", dials["retention_days"], "logs.retention_days", "least")


def of_bucket(bucket: Resource, document: Document) -> Iterator[Due]:
    """Yield whether Terraform may delete a bucket."""
    if dials := _group(document, "buckets"):
        if not dials["force_destroy"]:
            yield Due("force_destroy", False, "buckets.force_destroy")
        yield _kept("buckets", is_kept=dials["prevent_destroy"])


def of_lifecycle(lifecycle: Resource, document: Document) -> Iterator[Due]:
    """Yield how long objects are kept."""
    if dials := _group(document, "buckets"):
        path = "rule.noncurrent_version_expiration.noncurrent_days"
        yield Due(path, dials["noncurrent_days"], "buckets.noncurrent_days", "least")
    bucket = document.named(lifecycle.get("bucket"), "bucket", BUCKET)
    if bucket is not None and (lasts := _lasts(bucket, document)):
        days, setting = lasts
        yield Due("rule.expiration.days", days, setting, "least")


def _lasts(bucket: Resource, document: Document) -> tuple[int, str] | None:
    """Return how many days a bucket keeps objects, by their writer; None for other buckets."""
    intent = intent_of(document)
    for mapping in document.of_type(MAPPING):
        if bucket in _named(document, at(mapping.values, ("destination_config", "on_failure", "destination_arn"))):
            function = document.named(mapping.get("function_name"), "function_name", FUNCTION)
            dials = intent.dials.functions.get(names_of(document).name(function)) if function else None
            return (dials["failure_retention_days"], "streams.failure_retention_days") if dials else None
    if any(bucket in _named(document, [trail.get("s3_bucket_name")]) for trail in document.of_type(TRAIL)):
        return _of_group(document, "audit", "retention_days")
    for function in document.of_type(FUNCTION):
        variables = as_mapping(function.block("environment").get("variables"))
        if EXPORTED in variables and bucket in _named(document, [variables.get("BUCKET")]):
            return _of_group(document, "export", "expire_after_days")
    policies = [
        policy for policy in document.of_type("aws_s3_bucket_policy") if bucket in _named(document, [policy.get("bucket")])
    ]
    if any(LOGGING in statement.principals for policy in policies for statement in statements(policy)):
        return _of_group(document, "access_logs", "retention_days")
    return None


def _of_group(document: Document, group: str, setting: str) -> tuple[int, str] | None:
    dials = _group(document, group)
    return (dials[setting], f"{group}.{setting}") if dials else None


def _named(document: Document, values: list[Any]) -> list[Resource]:
    buckets = (document.named(value, "bucket", BUCKET) for value in values)
    return [bucket for bucket in buckets if bucket is not None]


def of_lock(lock: Resource, document: Document) -> Iterator[Due]:
    """Yield for how long a trail's records can't be deleted."""
    if dials := _group(document, "audit"):
        yield Due("rule.default_retention.days", dials["lock_days"], "audit.lock_days", "least")


def of_cluster(cluster: Resource, document: Document) -> Iterator[Due]:
    """Yield the expected arguments of a cache."""
    if dials := _group(document, "cache"):
        yield Due("replication_factor", dials["node_count"], "cache.node_count", "least")


def of_stream(stream: Resource, document: Document) -> Iterator[Due]:
    """Yield how long captured changes can be read."""
    if dials := _group(document, "change_capture"):
        yield Due("retention_period", dials["retention_hours"], "change_capture.retention_hours", "least")


def of_secret(secret: Resource, document: Document) -> Iterator[Due]:
    """Yield how long a deleted secret can be recovered."""
    if dials := _group(document, "secrets"):
        yield Due("recovery_window_in_days", dials["recovery_window_days"], "secrets.recovery_window_days", "least")


def of_rotation(rotation: Resource, document: Document) -> Iterator[Due]:
    """Yield how often a secret is rotated."""
    if dials := _group(document, "secrets"):
        yield Due("rotation_rules.automatically_after_days", dials["rotation_days"], "secrets.rotation_days", "most")


def of_vault(vault: Resource, document: Document) -> Iterator[Due]:
    """Yield whether Terraform may delete the vault."""
    if dials := _group(document, "vault"):
        yield _kept("vault", is_kept=dials["prevent_destroy"])


def of_vault_lock(lock: Resource, document: Document) -> Iterator[Due]:
    """Yield the grace period of a vault's lock, which makes it final (compliance mode)."""
    if dials := _group(document, "vault"):
        grace = dials["lock_changeable_for_days"] if dials["lock"] == "compliance" else None
        yield Due("changeable_for_days", grace, "vault.lock and vault.lock_changeable_for_days")


def of_provider(provider: Resource, document: Document) -> Iterator[Due]:
    """Yield the tags by which workflow roles recognize their own resources."""
    intent = intent_of(document)
    yield Due("default_tags.tags.Environment", intent.environment, "the environment's name")
    if intent.deployment:
        yield Due("default_tags.tags.Repository", intent.deployment.repository, "deployment.repository")


def lacking(whole: Resource, document: Document) -> Iterator[str]:
    """Yield shared resources that the foundation doesn't build, and roles that settings name in vain."""
    written = {text for resource in document.resources for text in texts(resource.values) if ":role/" in text}
    for name, values in intent_of(document).dials.own.items():
        for role in (value for value in values if ROLE_ARN.fullmatch(value)):
            if not any(role in text for text in written):
                yield f"{name} is {role}, and nothing here names it: let a policy admit the role, or remove the setting"
    logs = _group(document, "access_logs")
    if intent_of(document).system or not logs or not logs["enabled"]:
        return
    admitted = (statement.principals for policy in document.of_type("aws_s3_bucket_policy") for statement in statements(policy))
    if not any(LOGGING in principals for principals in admitted):
        yield "access_logs.enabled requires a bucket for S3's access logs, and there is none"


def _kept(group: str, *, is_kept: bool) -> Due:
    return Due("lifecycle.prevent_destroy", is_kept, f"{group}.prevent_destroy")
