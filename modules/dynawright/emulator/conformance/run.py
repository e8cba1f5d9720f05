"""Run cases on an engine and report answers that differ from AWS's documentation."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from typing import Any

from dynawright.emulator.client import client
from dynawright.emulator.conformance.case import TABLE, Case
from dynawright.emulator.conformance.cases.tags import ARN
from dynawright.emulator.conformance.table import DEFINITION, FIRST, SECOND
from dynawright.emulator.engines.canonical import canonical_item

REGION = "eu-west-1"
CARRIED_OUT = "carried out"
ANOTHER_ANSWER = "another answer"


class Subject:
    """One engine with the shared table."""

    def __init__(self, endpoint_url: str) -> None:
        self.client = client("dynamodb", endpoint_url=endpoint_url, region=REGION, checked=False)
        self.arn = ""

    def answer(self, case: Case) -> str:
        """Return the refusal's code, "carried out", or "" if the answer is the documented one."""
        self._prepare()
        try:
            return self._answer(case)
        finally:
            if any(operation.endswith("_table") for operation in (case.operation, *(before for before, _ in case.given))):
                self.clear()

    def clear(self) -> None:
        """Delete every table that cases created."""
        for name in self.client.list_tables()["TableNames"]:
            if name.startswith(TABLE):
                self.client.delete_table(TableName=name)
        self.arn = ""

    def _prepare(self) -> None:
        """Create the shared table, and undo changes of earlier cases."""
        if not self.arn:
            self.arn = self.client.create_table(**DEFINITION)["TableDescription"]["TableArn"]
        self.client.batch_write_item(RequestItems={TABLE: [{"PutRequest": {"Item": item}} for item in (FIRST, SECOND)]})

    def _answer(self, case: Case) -> str:
        for operation, request in case.given:
            with contextlib.suppress(self.client.exceptions.ClientError):
                self._call(operation, request)
        try:
            answer = self._call(case.operation, case.request)
        except self.client.exceptions.ClientError as error:
            return str(error.response["Error"]["Code"])
        if case.refused:
            return CARRIED_OUT
        wrong = [f"{name} is {answer.get(name)!r:.200}" for name in _wrong_fields(answer, case.answer or {})]
        return f"{ANOTHER_ANSWER}: {', '.join(wrong)}" if wrong else ""

    def _call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        given = json.loads(json.dumps(request).replace(ARN, self.arn))
        answer: dict[str, Any] = getattr(self.client, operation)(**given)
        return answer


def _wrong_fields(answer: Mapping[str, Any], expected: Mapping[str, Any]) -> list[str]:
    """Return the fields with unexpected values; None means that the field must be missing."""
    return [name for name, value in expected.items() if _comparable(answer.get(name)) != _comparable(value)]


def _comparable(value: Any) -> Any:
    match value:
        case {"Item": dict() as item}:
            return {**value, "Item": canonical_item(item)}
        case list():
            return [_comparable(member) for member in value]
        case dict() if value and all(isinstance(member, dict) and len(member) == 1 for member in value.values()):
            return canonical_item(value)
    return value
