"""DynamoDB: execute a transaction with a repeated ClientRequestToken only once.

moto ignores the token.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from moto.core.exceptions import JsonRESTError
from moto.dynamodb.exceptions import ERROR_TYPE_PREFIX
from moto.dynamodb.responses import DynamoHandler

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(DynamoHandler, "transact_write_items", _transact_write)


def _transact_write(original: Original, handler: Any) -> Any:
    token = handler.body.get("ClientRequestToken")
    if token is None:
        return original(handler)
    answered: dict[str, tuple[str, Any]] = handler.dynamodb_backend.__dict__.setdefault("transaction_tokens", {})
    request = hashlib.sha256(json.dumps(handler.body["TransactItems"], sort_keys=True, default=str).encode()).hexdigest()
    if token in answered:
        first_request, answer = answered[token]
        if first_request != request:
            message = "The token was used before, for another request"
            raise JsonRESTError(ERROR_TYPE_PREFIX + "IdempotentParameterMismatchException", message)
        return answer
    result = original(handler)
    answered[token] = (request, result)
    return result
