"""DynamoDB: policies on a stream; moto takes the last part of every ARN for a table's name."""

from typing import Any

from moto.dynamodb.exceptions import ResourceNotFoundException
from moto.dynamodb.models import DynamoDBBackend

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    for operation in ("put", "get", "delete"):
        wrap(DynamoDBBackend, f"{operation}_resource_policy", _of_table_or_stream)


def _of_table_or_stream(original: Original, backend: Any, resource_arn: str, *args: Any, **kwargs: Any) -> Any:
    table_arn, is_stream, label = resource_arn.partition("/stream/")
    if not is_stream:
        return original(backend, resource_arn, *args, **kwargs)
    name = table_arn.rpartition("/")[2]
    if name not in backend.tables or backend.tables[name].latest_stream_label != label:
        raise ResourceNotFoundException(table_name=name)
    return original(backend, f"{resource_arn}/{name}", *args, **kwargs)  # stored beside the table's own policy
