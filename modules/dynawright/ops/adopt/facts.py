"""Facts about a table from AWS: printed by `--describe`, read by `--from-describe`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from dynawright import given_files
from dynawright.errors import Place, Problem, UserError
from dynawright.given_files import GivenFileError

Answer = Mapping[str, Any]


@dataclass(frozen=True)
class TableFacts:
    """AWS's responses; parts that could not be read are in `unread`, with the reason."""

    table: Answer
    time_to_live: Answer = field(default_factory=dict)
    continuous_backups: Answer = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    insights: Sequence[str] = ()
    """Indexes with Contributor Insights; an empty name is the table itself."""
    kinesis_streams: Sequence[str] = ()
    resource_policies: Mapping[str, str] = field(default_factory=dict)
    """Policies of the table and its stream, by their ARNs."""
    targets: Sequence[Answer] = ()
    policies: Sequence[Answer] = ()
    schedules: Sequence[Answer] = ()
    key_manager: str = ""
    """AWS or CUSTOMER; empty without a KMS key."""
    replicas: Mapping[str, Answer] = field(default_factory=dict)
    """Region → deletion_protection, point_in_time_recovery and kms_key_arn of the replica."""
    backups: Sequence[Answer] = ()
    """Backups on demand and by AWS Backup, as ListBackups returns them."""
    alarms: Sequence[str] = ()
    """Names of all alarms in the Region; those named as this package would can be imported."""
    watched: Mapping[str, str] = field(default_factory=dict)
    """Names of alarms on the table's metrics → the metric."""
    unread: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return str(self.table["TableName"])

    @property
    def arn(self) -> str:
        return str(self.table.get("TableArn", ""))

    @property
    def global_indexes(self) -> list[Answer]:
        return sorted(self.table.get("GlobalSecondaryIndexes") or [], key=lambda index: str(index["IndexName"]))

    @property
    def is_provisioned(self) -> bool:
        return bool(self.table.get("BillingModeSummary", {}).get("BillingMode", "PROVISIONED") == "PROVISIONED")

    @property
    def existing_ids(self) -> set[str]:
        """Return Terraform's import ids of the table's existing resources."""
        name, account = self.name, self.arn.split(":")[4] if self.arn else ""
        home = self.arn.split(":")[3] if self.arn else ""
        targets = {f"dynamodb/{target['ResourceId']}/{target['ScalableDimension']}" for target in self.targets}
        policies = {
            f"dynamodb/{policy['ResourceId']}/{policy['ScalableDimension']}/{policy['PolicyName']}" for policy in self.policies
        }
        return {
            *(name, *targets, *policies, *self.resource_policies, *self.alarms),
            *(f"{name}:{home}@{region}" for region in self.replicas),
            *(f"name:{name}/index:{index}/{account}" for index in self.insights),
            *(f"{name},{stream}" for stream in self.kinesis_streams),
        }

    @property
    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        document: dict[str, Any] = json.loads(json.dumps(asdict(self), default=str))
        return document


def read_file(file: Path) -> list[TableFacts]:
    """Read the output of `--describe`, or of `aws dynamodb describe-table`, one or a list of them."""
    try:
        content = given_files.read_json(file)
    except GivenFileError as error:
        raise UserError([_broken(file, str(error))]) from None
    documents = content if isinstance(content, list) else [content]
    known = {field_.name for field_ in fields(TableFacts)}
    described = []
    for number, document in enumerate(documents):
        given = {"table": document["Table"]} if isinstance(document, dict) and set(document) == {"Table"} else document
        if not isinstance(given, dict) or not set(given) <= known or not _is_table(given.get("table")):
            text = f"entry {number} is neither what `dynawright adopt --describe` prints nor an answer of DescribeTable"
            raise UserError([_broken(file, text)])
        facts = TableFacts(**given)
        described.append(
            replace(facts, unread={"all but DescribeTable": "the file does not have it"}) if "Table" in document else facts
        )
    return described


def _is_table(table: object) -> bool:
    return (
        isinstance(table, dict)
        and isinstance(table.get("TableName"), str)
        and isinstance(table.get("KeySchema"), list)
        and isinstance(table.get("AttributeDefinitions"), list)
    )


def _broken(file: Path, text: str) -> Problem:
    fix = "make it with `dynawright adopt --describe <table>...`, or `aws dynamodb describe-table --table-name <table>`"
    return Problem("DW742", text, Place(str(file)), fix=fix)
