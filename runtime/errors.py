"""Who is to blame: one record, the function's configuration, or a write that somebody else was faster with."""

from typing import Any


class BadRecordError(Exception):
    """This record can never be processed: it is reported alone and ends, whole, in the failure destination."""


class ConfigurationError(Exception):
    """No record is to blame, so the whole invocation fails and its error alarm fires."""


def error_code(error: BaseException) -> str:
    """AWS's code of a botocore ClientError, "" of anything else; read without importing botocore."""
    response = getattr(error, "response", None)
    return str(response.get("Error", {}).get("Code", "")) if isinstance(response, dict) else ""


def cancellation_codes(error: BaseException) -> list[str]:
    """Why a transaction was cancelled, item by item: "None", "ConditionalCheckFailed", "TransactionConflict"…"""
    response: dict[str, Any] = getattr(error, "response", None) or {}
    return [str(reason.get("Code", "None")) for reason in response.get("CancellationReasons", [])]
