"""Errors by cause: a record, the configuration, a receiver, or an earlier write."""

from typing import Any


class BadRecordError(Exception):
    """Raise it for a record that can never be processed; only that record fails."""


class ConfigurationError(Exception):
    """Raise it for a wrong configuration: the whole invocation fails and the alarm fires."""


class NotTakenError(Exception):
    """The call succeeded but the message was rejected; `code` is AWS's reason."""

    def __init__(self, code: str) -> None:
        super().__init__(f"the message was not taken: {code}")


def error_code(error: BaseException) -> str:
    """Return the code of a botocore ClientError, "" for other errors, without importing botocore."""
    response = getattr(error, "response", None)
    return str(response.get("Error", {}).get("Code", "")) if isinstance(response, dict) else ""


def cancellation_codes(error: BaseException) -> list[str]:
    """Return why a transaction was cancelled, per item: "None", "ConditionalCheckFailed", …; else []."""
    response: dict[str, Any] = getattr(error, "response", None) or {}
    return [str(reason.get("Code", "None")) for reason in response.get("CancellationReasons", [])]
