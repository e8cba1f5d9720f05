"""Rights of a function's role: logs, traces, variables, streams, destinations."""

from __future__ import annotations

from collections.abc import Iterator

from dynawright.rules.blocks import as_mapping
from dynawright.rules.derived.grant import Grant, allow
from dynawright.rules.derived.need import Need, needs
from dynawright.rules.derived.things import (
    BUCKET,
    FUNCTION,
    LOG_GROUP,
    MAPPING,
    SCHEDULE,
    TABLE,
    arn_of,
    at,
    endpoint,
    key_of,
    named,
    names_of,
    of_table,
    sending,
    through,
    used_by,
    writing_logs,
)
from dynawright.rules.resources import Document, Resource

TRACING = ("xray:PutTelemetryRecords", "xray:PutTraceSegments")
READ_STREAM = ("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator")
EXPORTED = "TABLE_ARNS"
"""The variable of functions that back up and export tables."""
BACK_UP = ("dynamodb:CreateBackup", "dynamodb:DescribeContinuousBackups", "dynamodb:ExportTableToPointInTime")
LISTS = ("dynamodb:ListBackups", "dynamodb:ListExports")
INTO_BUCKET = ("s3:AbortMultipartUpload", "s3:PutObject", "s3:PutObjectAcl")
BACKING_UP = ("kms:Decrypt", "kms:GenerateDataKey")


def of_function(role: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of a Lambda function's role."""
    for function in used_by(document, FUNCTION, ("role",), role):
        name = names_of(document).name(function)
        yield from needs(f"function {name} writes its log", _of_log(function, document))
        if "Active" in at(function.values, ("tracing_config", "mode")):
            yield from needs(f"function {name} is traced", allow(TRACING, "*"))
        yield from needs(f"function {name} has variables", _of_variables(function, document))
        for destination in at(function.values, ("dead_letter_config", "target_arn")):
            yield from needs(f"function {name} keeps calls that fail", sending(document, destination))
        for mapping in used_by(document, MAPPING, ("function_name",), function):
            yield from needs(f"function {name} reads a stream", _of_stream(mapping, document))
            for destination in at(mapping.values, ("destination_config", "on_failure", "destination_arn")):
                yield from needs(f"function {name} keeps records that fail", sending(document, destination))
        if any(document.named(arn, "function_name", FUNCTION) is function for arn in _scheduled(document)):
            yield from needs(f"function {name} backs tables up", _of_export(function, document))


def of_schedule(role: Resource, document: Document) -> Iterator[Need]:
    """Yield the grants of a schedule's role."""
    for schedule in used_by(document, SCHEDULE, ("target", "role_arn"), role):
        called = [names_of(document).written_out(str(key)) for key in at(schedule.values, ("target", "arn"))]
        yield from needs("schedules call it", allow(("lambda:InvokeFunction",), *called))
        for destination in at(schedule.values, ("target", "dead_letter_config", "arn")):
            yield from needs("schedules keep calls that fail", sending(document, destination))
        yield from needs("schedules decrypt their payloads", of_payload(schedule, document))


def of_payload(schedule: Resource, document: Document) -> list[Grant]:
    """Return the right to decrypt schedule payloads: the scheduler uses KMS as this role."""
    key = key_of(schedule, document)
    group = names_of(document).written_out(str(schedule.get("group_name", "default")))
    return allow(("kms:Decrypt",), key, when={"StringLike": payload_context(document, group)}) if key else []


def payload_context(document: Document, group: str) -> dict[str, str]:
    """Return the encryption context of the payloads of a schedule group."""
    return {"kms:EncryptionContext:aws:scheduler:schedule:arn": arn_of(document, "scheduler", f"schedule/{group}/*")}


def exported(function: Resource, document: Document) -> list[Resource]:
    """Return the tables that a function backs up."""
    arns = names_of(document).written_out(str(_variables(function).get(EXPORTED, ""))).split(",")
    return [table for table in document.of_type(TABLE) if names_of(document).arn(table) in arns]


def _variables(function: Resource) -> dict[str, object]:
    return dict(as_mapping(function.block("environment").get("variables")))


def _scheduled(document: Document) -> list[object]:
    return [key for schedule in document.of_type(SCHEDULE) for key in at(schedule.values, ("target", "arn"))]


def _of_log(function: Resource, document: Document) -> list[Grant]:
    written = at(function.values, ("logging_config", "log_group")) or [f"/aws/lambda/{names_of(document).name(function)}"]
    groups = [group for group in document.of_type(LOG_GROUP) if any(named(document, arn, group) for arn in written)]
    return [grant for group in groups for grant in writing_logs(document, group)]


def _of_variables(function: Resource, document: Document) -> list[Grant]:
    key = key_of(function, document) if _variables(function) else None
    return through(document, key, "lambda", aws_lambda_FunctionArn=names_of(document).arn(function))


def _of_stream(mapping: Resource, document: Document) -> list[Grant]:
    source = mapping.get("event_source_arn")
    table = document.named(source, "name", TABLE)
    if table is None:
        return []
    return [*allow(READ_STREAM, names_of(document).written_out(str(source))), *of_table(document, table)]


def _of_export(function: Resource, document: Document) -> list[Grant]:
    tables = exported(function, document)
    arns = [names_of(document).arn(table) for table in tables]
    if not arns:
        return []
    grants = [
        *allow(BACK_UP, *arns),
        *allow(("dynamodb:DeleteBackup",), *(f"{arn}/backup/*" for arn in arns)),
        *allow(("dynamodb:DescribeExport",), *(f"{arn}/export/*" for arn in arns)),
        *allow(LISTS, "*"),
    ]
    bucket = document.named(_variables(function).get("BUCKET"), "bucket", BUCKET)
    if bucket is not None:
        arn, key = names_of(document).arn(bucket), key_of(bucket, document)
        grants += allow(INTO_BUCKET, f"{arn}/*")
        if key:
            context = {"kms:EncryptionContext:aws:s3:arn": [arn, f"{arn}/*"]}
            via = {"kms:ViaService": endpoint(document, "s3")}
            grants += allow(BACKING_UP, key, when={"StringEquals": via, "StringLike": context})
    for table in tables:
        if key := key_of(table, document):
            name = names_of(document).name(table)
            grants += through(document, key, "dynamodb", BACKING_UP, aws_dynamodb_tableName=name)
            grants += lasting_use(key)
    return grants


def lasting_use(key: str) -> list[Grant]:
    """Return the rights that let AWS continue a backup after the request has ended."""
    return [
        *allow(("kms:DescribeKey",), key),
        *allow(("kms:CreateGrant",), key, when={"Bool": {"kms:GrantIsForAWSResource": "true"}}),
    ]
