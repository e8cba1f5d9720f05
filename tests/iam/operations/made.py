"""A small account, and calls to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dynawright.iam.evaluator import Principal, RoleSession
from dynawright.iam.operations.ask import Asked
from dynawright.iam.operations.call import Call, Situation, Statement
from dynawright.iam.operations.row import asked_of

ACCOUNT, REGION = "111122223333", "eu-west-1"
SESSION = RoleSession(role_arn=f"arn:aws:iam::{ACCOUNT}:role/app", session_name="s")
TABLE = f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/notes"
KEY = f"arn:aws:kms:{REGION}:{ACCOUNT}:key/1234"


@dataclass(frozen=True)
class Account:
    """A table `notes` with key `pk` and index `by-owner` on `owner`; `found` answers lookups."""

    found: Mapping[str, str] = field(default_factory=dict)
    tagged: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def find(self, kind: str, value: str, _: Situation) -> str | None:
        return self.found.get(kind)

    def tags(self, arn: str) -> Mapping[str, str]:
        return self.tagged.get(arn, {})

    def partition_key(self, table_arn: str, index: str | None) -> str | None:
        return {None: "pk", "by-owner": "owner"}.get(index) if table_arn == TABLE else None

    def statement(self, text: str, parameters: Sequence[Any]) -> Statement:
        raise NotImplementedError


def situation(
    service: str, operation: str, *, account: Account | None = None, principal: Principal = SESSION, **parameters: Any
) -> Situation:
    call = Call(service=service, operation=operation, region=REGION, parameters=parameters)
    return Situation(call=call, principal=principal, account=ACCOUNT, state=account or Account())


def asked(service: str, operation: str, *, account: Account | None = None, **parameters: Any) -> list[Asked]:
    return asked_of(situation(service, operation, account=account, **parameters))
