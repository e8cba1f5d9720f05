"""AWS's answer to a denied request, in each protocol."""

from __future__ import annotations

import json
from dataclasses import dataclass
from xml.sax.saxutils import escape

from dynawright.iam.operations.call import Call

REQUEST_ID = "00000000-0000-0000-0000-000000000000"
# code for a denial in XML, where a service doesn't use AccessDenied
_XML_CODES = {"ec2": "UnauthorizedOperation", "sns": "AuthorizationError"}
# authentication codes in JSON, where they differ from those in XML
_JSON_CODES = {"InvalidClientTokenId": "UnrecognizedClientException", "ExpiredToken": "ExpiredTokenException"}


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """An answer: status, headers, body."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


def denial(call: Call, message: str, missing_statement: object = None) -> Refusal:
    """Return the answer to a denied request; a header names the statement that would allow it."""
    code = "AccessDeniedException" if _speaks_json(call) else _XML_CODES.get(call.service, "AccessDenied")
    if call.service == "sqs" and _speaks_json(call):
        code = "AccessDenied"
    if call.service == "ec2":
        message = f"You are not authorized to perform this operation. {message}"
    refusal = error(call, code, message)
    if missing_statement is not None:
        refusal.headers.append(("x-dynawright-missing-statement", json.dumps(missing_statement)))
    return refusal


def error(call: Call, code: str, message: str, *, status: int = 403) -> Refusal:
    """Return a service's error in the call's protocol."""
    if _speaks_json(call):
        code = _JSON_CODES.get(code, code)
        if call.protocol == "json" and status == 403:
            status = 400
        kind = "application/json" if call.protocol == "rest-json" else "application/x-amz-json-1.1"
        body = json.dumps({"__type": code, "message": message, "Message": message})
        headers = [("Content-Type", kind), ("x-amzn-ErrorType", code)]
    else:
        body = _xml(call, code, escape(message))
        headers = [("Content-Type", "text/xml" if call.protocol != "rest-xml" else "application/xml")]
    encoded = body.encode()
    reasons = {400: "Bad Request", 403: "Forbidden", 501: "Not Implemented"}
    return Refusal(
        status=f"{status} {reasons[status]}",
        headers=[*headers, ("x-amzn-RequestId", REQUEST_ID), ("Content-Length", str(len(encoded)))],
        body=encoded,
    )


def _speaks_json(call: Call) -> bool:
    return call.protocol in ("json", "rest-json")


def _xml(call: Call, code: str, message: str) -> str:
    inner = f"<Code>{code}</Code><Message>{message}</Message>"
    if call.protocol == "ec2":
        return f"<Response><Errors><Error>{inner}</Error></Errors><RequestID>{REQUEST_ID}</RequestID></Response>"
    if call.protocol == "rest-xml":
        return f"<Error>{inner}<RequestId>{REQUEST_ID}</RequestId></Error>"
    return f"<ErrorResponse><Error><Type>Sender</Type>{inner}</Error><RequestId>{REQUEST_ID}</RequestId></ErrorResponse>"
