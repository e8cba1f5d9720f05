"""Bulk requests to an OpenSearch-compatible index, signed if it is on AWS."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from dynawright.runtime.errors import ConfigurationError

SECONDS = 10
NO_RECORDS_FAULT = (401, 403, 429)  # statuses for missing rights and for too many requests


class RefusedError(Exception):
    """A whole bulk request was refused."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the search index answered {status} to a bulk request")
        self.may_be_a_records_fault = 400 <= status < 500 and status not in NO_RECORDS_FAULT


_LOOPBACK = ("127.0.0.1", "localhost")


def send(endpoint: str, body: bytes) -> list[int]:
    """Return each operation's status in order; raise RefusedError if the whole request was refused."""
    address = urlsplit(endpoint)
    if address.scheme != "https" and not (address.scheme == "http" and address.hostname in _LOOPBACK):
        raise ConfigurationError(f"SEARCH_ENDPOINT is {endpoint!r}: https://<host> is allowed (http on this machine only)")
    url = f"{endpoint.rstrip('/')}/_bulk"
    headers = {"Content-Type": "application/x-ndjson"}
    headers |= _signature(address.hostname or "", url, body, headers)
    request = urllib.request.Request(url, data=body, headers=headers, method="POST")  # noqa: S310  # checked above
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            return [int(next(iter(item.values()))["status"]) for item in json.load(answer)["items"]]
    except urllib.error.HTTPError as error:
        raise RefusedError(error.code) from None


def _signature(host: str, url: str, body: bytes, headers: Mapping[str, str]) -> dict[str, Any]:
    """Return headers signed with the function's role, for Amazon OpenSearch Service and Serverless."""
    if not host.endswith(".amazonaws.com"):
        return {}
    from botocore.auth import SigV4Auth
    from botocore.awsrequest import AWSRequest
    from botocore.session import Session

    service, region = ("aoss" if ".aoss." in host else "es"), host.split(".")[-4]
    request = AWSRequest(method="POST", url=url, data=body, headers=dict(headers))
    if service == "aoss":
        import hashlib

        request.headers["X-Amz-Content-SHA256"] = hashlib.sha256(body).hexdigest()
    SigV4Auth(Session().get_credentials(), service, region).add_auth(request)
    return dict(request.headers.items())
