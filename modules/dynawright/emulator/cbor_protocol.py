"""CloudWatch's CBOR protocol (Smithy RPC v2) for newer AWS SDKs; moto itself speaks JSON only."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from typing import Any

from botocore.loaders import Loader
from botocore.model import OperationNotFoundError, ServiceModel
from botocore.parsers import create_parser
from botocore.serialize import create_serializer
from werkzeug.wrappers import Request, Response

SERVICES = {"GraniteServiceVersion20100801": "cloudwatch"}
"""Prefix of a service's operations in paths → botocore's service name."""

CBOR, JSON = "smithy-rpc-v2-cbor", "json"
MARK = "rpc-v2-cbor"
PATH = re.compile(r"/service/(\w+)/operation/(\w+)")
ERROR = "Error"
ERROR_SHAPES = {
    "ErrorText": {"type": "string"},
    "ErrorBody": {"type": "structure", "members": {"__type": {"shape": "ErrorText"}, "message": {"shape": "ErrorText"}}},
}


class CborAsJson:
    """Wraps a WSGI application: translates CBOR requests to JSON, and JSON answers to CBOR."""

    def __init__(self, application: Any) -> None:
        self._application = application

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        service, operation = _called(environ)
        answer = self._application if service is None else self._converted(service, operation, environ)
        body: Iterable[bytes] = answer(environ, start_response)
        return body

    def _converted(self, service: str, operation: str, environ: dict[str, Any]) -> Any:
        try:
            request = _json_request(service, operation, environ)
        except OperationNotFoundError:
            return _cbor_error(service, 404, {"__type": "UnknownOperationException", "message": operation})
        response = Response.from_app(self._application, request, buffered=True)
        return _cbor_answer(service, operation, response)


def _called(environ: Mapping[str, Any]) -> tuple[str | None, str]:
    """Return the service (None unless the request is CBOR) and the operation."""
    path = PATH.fullmatch(environ.get("PATH_INFO", ""))
    if path is None or environ.get("HTTP_SMITHY_PROTOCOL") != MARK:
        return None, ""
    return SERVICES.get(path[1]), path[2]


def _json_request(service: str, operation: str, environ: dict[str, Any]) -> dict[str, Any]:
    model = _requests(service).operation_model(operation)
    body = Request(environ).get_data()
    if environ.get("HTTP_CONTENT_ENCODING") == "gzip":
        body = gzip.decompress(body)
    values = {}
    if model.input_shape is not None and body:
        values = create_parser(CBOR).parse({"body": body, "headers": {}, "status_code": 200}, model.input_shape)
        values.pop("ResponseMetadata")
    request = create_serializer(JSON).serialize_to_request(values, model)
    kept = {name: value for name, value in environ.items() if name not in ("HTTP_SMITHY_PROTOCOL", "HTTP_CONTENT_ENCODING")}
    return kept | {
        "PATH_INFO": "/",
        "REQUEST_URI": "/",
        "RAW_URI": "/",
        "HTTP_X_AMZ_TARGET": request["headers"]["X-Amz-Target"],
        "CONTENT_TYPE": request["headers"]["Content-Type"],
        "CONTENT_LENGTH": str(len(request["body"])),
        "wsgi.input": BytesIO(request["body"]),
    }


def _cbor_answer(service: str, operation: str, response: Any) -> Any:
    body = response.get_data()
    if response.status_code >= 300:
        try:
            content = json.loads(body)
        except ValueError:
            content = {"__type": "InternalFailure", "message": body.decode(errors="replace")}
        return _cbor_error(service, response.status_code, content, response.headers.get("x-amzn-query-error"))
    shape = _requests(service).operation_model(operation).output_shape
    values = create_parser(JSON).parse({"body": body, "headers": {}, "status_code": 200}, shape)
    values.pop("ResponseMetadata", None)
    return _response(_cbor(service, operation, values), 200)


def _cbor_error(service: str, status: int, content: Mapping[str, Any], query_error: str | None = None) -> Any:
    """Return an error with the older protocols' name in a header, which clients prefer."""
    error = {"__type": content.get("__type"), "message": content.get("message") or content.get("Message")}
    answer = _response(_cbor(service, ERROR, error), status)
    if query_error:
        answer.headers["x-amzn-query-error"] = query_error
    return answer


def _response(body: bytes, status: int) -> Any:
    return Response(body, status, {"smithy-protocol": MARK, "Content-Type": "application/cbor"})


def _cbor(service: str, operation: str, values: Mapping[str, Any]) -> bytes:
    request = create_serializer(CBOR).serialize_to_request(values, _answers(service).operation_model(operation))
    return bytes(request["body"])


@cache
def _requests(service: str) -> Any:
    return ServiceModel(_description(service))


@cache
def _answers(service: str) -> Any:
    """Return a service model with answers as requests, because botocore serializes only requests."""

    description = _description(service)
    operations = {
        name: {"name": name, "http": operation["http"], **({"input": operation["output"]} if "output" in operation else {})}
        for name, operation in description["operations"].items()
    }
    error = {"name": ERROR, "http": {}, "input": {"shape": "ErrorBody"}}
    return ServiceModel(
        {**description, "shapes": description["shapes"] | ERROR_SHAPES, "operations": operations | {ERROR: error}}
    )


@cache
def _description(service: str) -> dict[str, Any]:
    description: dict[str, Any] = Loader().load_service_model(service, "service-2")
    return description
