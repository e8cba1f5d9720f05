"""The moto service that answers a request, which is the one to evaluate, whatever the signature says."""

from __future__ import annotations

import functools
import io
from typing import Any

NAMES = {"application-autoscaling": "applicationautoscaling", "lambda": "awslambda"}
"""botocore's name of a service → moto's, where they differ."""


def answers_as(service: str, environ: dict[str, Any], body: bytes) -> bool:
    """Whether moto routes a request to this service.

    moto reads signature, host, path and body by rules of its own.
    """
    request = {**environ, "wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    try:
        return bool(_dispatcher().get_application(request) == NAMES.get(service, service))
    except (IndexError, KeyError):  # DynamoDB's without a target
        return False


@functools.cache
def _dispatcher() -> Any:
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication

    dispatcher: Any = DomainDispatcherApplication(lambda backend: backend)
    dispatcher.get_backend_for_host = functools.cache(dispatcher.get_backend_for_host)
    return dispatcher
