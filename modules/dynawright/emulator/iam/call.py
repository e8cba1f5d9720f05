"""Decode an HTTP request in any AWS protocol: the called operation and its parameters."""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dynawright.emulator.iam.routing import answers_as
from dynawright.iam.operations.call import Call

if TYPE_CHECKING:
    from moto.core.request import Request

# service in a signature → botocore's name, where they differ
SERVICES = {
    "aoss": "opensearchserverless",
    "es": "opensearch",
    "eventbridge": "events",
    "monitoring": "cloudwatch",
    "tagging": "resourcegroupstaggingapi",
}
_SCOPE = re.compile(r"(?:\S+\s+)?Credential=(?P<key>[^/,\s]+)/\d+/(?P<region>[^/]*)/(?P<service>[^/]+)/aws4_request")
_STREAMS = "DynamoDBStreams_"


class UnknownCallError(ValueError):
    """The request is not an operation of a known service."""


def read_call(environ: dict[str, Any]) -> Call:
    """Decode a WSGI request; its body is put back for the application."""
    from moto.core.request import Request

    body = _body(environ)
    request = Request({**environ, "wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))})
    request.get_data()  # before the form is read, which would use the body up
    access_key_id, region, service = _signature(request)
    operation, protocol, parameters = _operation(service, request)
    if not answers_as(service, environ, body):
        raise UnknownCallError(f"{request.method} {request.path} is signed for {service}, but would reach another service")
    return Call(
        service=service,
        operation=operation,
        protocol=protocol,
        region=region,
        parameters=parameters,
        access_key_id=access_key_id,
        session_token=request.headers.get("X-Amz-Security-Token") or request.args.get("X-Amz-Security-Token"),
        headers=dict(request.headers),
    )


def _body(environ: dict[str, Any]) -> bytes:
    stream = environ["wsgi.input"]
    chunked = environ.get("HTTP_TRANSFER_ENCODING", "").lower() == "chunked"
    body: bytes = stream.read() if chunked else stream.read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = io.BytesIO(body)
    return gzip.decompress(body) if environ.get("HTTP_CONTENT_ENCODING") == "gzip" else body


def _signature(request: Request) -> tuple[str | None, str, str]:
    """Return the request's access key, Region and service; S3's URLs can be signed as well."""
    signed = request.headers.get("Authorization") or f"Credential={request.args.get('X-Amz-Credential', '')}"
    match = _SCOPE.match(signed)
    if match is None:
        unsigned = "sts" if request.values.get("Action") == "AssumeRoleWithWebIdentity" else "s3"
        return None, "us-east-1", unsigned
    service = SERVICES.get(match["service"].lower(), match["service"].lower())
    if service == "dynamodb" and request.headers.get("X-Amz-Target", "").startswith(_STREAMS):
        service = "dynamodbstreams"
    elif service == "s3" and request.path.startswith("/v20180820/"):
        service = "s3control"
    return match["key"], match["region"], service


def _operation(service: str, request: Request) -> tuple[str, str, Mapping[str, Any]]:
    """Return the operation's name, its protocol and its parameters."""
    from botocore.exceptions import UnknownServiceError
    from moto.core.parse import PROTOCOL_PARSERS
    from moto.core.request import determine_request_protocol
    from moto.core.routing import get_service_router
    from moto.core.utils import get_service_model
    from werkzeug.exceptions import HTTPException

    _refuse_ambiguity(request)
    target = request.headers.get("X-Amz-Target")
    try:
        if target:
            prefix, _, name = target.rpartition(".")
            known = get_service_model(service).metadata.get("targetPrefix", "")
            if not prefix or prefix not in (known, known.rpartition(".")[2]):  # SDKs shorten CloudTrail's
                raise UnknownCallError(f"{target} is no operation of {service}")
            return name, "json", _json(request.get_data() or b"{}")
        operation, labels = get_service_router(service).match(request)
        protocol = determine_request_protocol(get_service_model(service), request.content_type)
    except (HTTPException, NotImplementedError, UnknownServiceError) as error:
        raise UnknownCallError(f"{request.method} {request.path} is no operation of {service}") from error
    parser = PROTOCOL_PARSERS[protocol](operation)
    parameters = parser.parse(
        {
            "method": request.method,
            "values": request.values,
            "headers": request.headers,
            "body": b"" if _is_blob(operation) else request.get_data(),
            "url_path": request.path,
            "url_params": labels,
        }
    )
    return operation.name, protocol, parameters


def _refuse_ambiguity(request: Request) -> None:
    """Refuse requests that moto might interpret differently from what IAM evaluates."""
    if request.args.keys() & request.form.keys():
        raise UnknownCallError("a parameter is given in the URL and in the body")
    actions = [*request.args.getlist("Action"), *request.form.getlist("Action")]
    if len(actions) + len(request.headers.getlist("X-Amz-Target")) > 1:
        raise UnknownCallError("the request names several operations")


def _json(body: bytes) -> Mapping[str, Any]:
    try:
        parameters = json.loads(body)
    except ValueError as error:
        raise UnknownCallError(f"the body is not JSON: {error}") from error
    if not isinstance(parameters, dict):
        raise UnknownCallError("the body is not a JSON object")
    return parameters


def _is_blob(operation: Any) -> bool:
    """Whether the body is an object's content or the like, which doesn't affect rights."""
    shape = operation.input_shape
    payload = shape.serialization.get("payload") if shape else None
    return bool(payload) and shape.members[payload].type_name == "blob"
