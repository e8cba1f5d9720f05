"""Facts about existing resources that rows need, from moto."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dynawright.emulator.gaps.partiql import StatementError, parse
from dynawright.emulator.iam.backends import backend_of
from dynawright.emulator.iam.lookups import LOOKUPS
from dynawright.emulator.iam.tags import tags_of
from dynawright.iam.operations.ask import UntranslatableError
from dynawright.iam.operations.call import Situation, Statement


class MotoState:
    """The state of all accounts; `account` owns resources whose ARN names none."""

    def __init__(self, account: str) -> None:
        self._account = account

    def find(self, kind: str, value: str, situation: Situation) -> str | None:
        return LOOKUPS[kind](value, situation)

    def tags(self, arn: str) -> Mapping[str, str]:
        return tags_of(arn, self._account)

    def partition_key(self, table_arn: str, index: str | None) -> str | None:
        dynamodb, resource = backend_of(table_arn, account=self._account)
        table = dynamodb.tables.get(resource.split("/")[1])
        if table is None:
            return None
        schema = table.schema if index is None else _index_schema(table, index)
        return next((str(key["AttributeName"]) for key in schema if key["KeyType"] == "HASH"), None)

    def statement(self, text: str, parameters: Sequence[Any]) -> Statement:
        try:
            parsed = parse(text, list(parameters))
        except StatementError as error:
            raise UntranslatableError(f"{text}: {error}") from error
        named = [*(str(column[0]) for column in parsed.columns), *parsed.item, *parsed.updated, *parsed.names.values()]
        return Statement(
            kind=parsed.kind,
            table=parsed.table,
            index=parsed.index,
            attributes=tuple(dict.fromkeys(named)),
            equal={**parsed.item, **parsed.equal},
        )


def _index_schema(table: object, name: str) -> list[dict[str, str]]:
    indexes = [*getattr(table, "indexes", ()), *getattr(table, "global_indexes", ())]
    return next((index.schema for index in indexes if index.name == name), [])
