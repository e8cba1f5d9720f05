"""Who is to blame: one record, the function's configuration, or a write that somebody else was faster with; and what is in doubt."""

from typing import Any


class BadRecordError(Exception):
    """This record can never be processed: it is reported alone and ends, whole, in the failure destination."""


class ConfigurationError(Exception):
    """No record is to blame, so the whole invocation fails and its error alarm fires."""


class NotTakenError(Exception):
    """A message was not accepted although the call itself succeeded; `code` is the reason that AWS gives."""

    def __init__(self, code: str) -> None:
        super().__init__(f"the message was not taken: {code}")
        self.response = {"Error": {"Code": code}}


class InDoubtError(Exception):
    """A message may be out, and sending it again might double it: somebody has to look at its receiver, and say so."""

    def __init__(self, message_id: str, attempt: str, reason: str) -> None:
        super().__init__(reason)
        self.message_id = message_id
        self.attempt = attempt


_PROVES_NOTHING = ("Internal", "RequestTimeout", "RequestAborted", "PriorRequestNotComplete")
"""How codes begin by which AWS says that it does not know either, or no longer, whatever their status."""


def certainly_refused(error: BaseException) -> bool:
    """Whether AWS did nothing of what it was asked for. An answer that is missing, or one of a server that failed, proves nothing."""
    from botocore import exceptions

    if error_code(error).startswith(_PROVES_NOTHING):
        return False
    if isinstance(error, exceptions.ClientError):
        return bool(error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 500) < 500)
    never_asked = (
        exceptions.EndpointConnectionError,
        exceptions.ConnectTimeoutError,
        exceptions.NoCredentialsError,
        exceptions.PartialCredentialsError,
        exceptions.CredentialRetrievalError,
        exceptions.ParamValidationError,
    )
    return isinstance(error, (NotTakenError, *never_asked))


def error_code(error: BaseException) -> str:
    """AWS's code of a botocore ClientError, "" of anything else; read without importing botocore."""
    response = getattr(error, "response", None)
    return str(response.get("Error", {}).get("Code", "")) if isinstance(response, dict) else ""


def cancellation_codes(error: BaseException) -> list[str]:
    """Why a transaction was cancelled, item by item: "None", "ConditionalCheckFailed", "TransactionConflict"…"""
    response: dict[str, Any] = getattr(error, "response", None) or {}
    return [str(reason.get("Code", "None")) for reason in response.get("CancellationReasons", [])]
