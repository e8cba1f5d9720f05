"""S3: bucket ownership, access logs, tags at creation, and refusals by bucket policy."""

import json
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

from moto.iam.access_control import PermissionResult
from moto.s3.models import FakeBucket, FakeDeleteMarker, s3_backends
from moto.s3.responses import S3Response

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(S3Response, "head_bucket", _head_bucket)
    wrap(S3Response, "_bucket_response_put", _put_bucket)
    wrap(FakeBucket, "_log_permissions_enabled_policy", _admits_logs)
    FakeBucket.get_permission = _get_permission
    FakeDeleteMarker.dispose = _dispose


def _head_bucket(original: Original, handler: Any) -> Any:
    """Check the expected owner, which moto ignores: it accepts another account's bucket."""
    expected = handler.headers.get("x-amz-expected-bucket-owner")
    _, owner = s3_backends.bucket_accounts.get(handler.bucket_name, (None, expected))
    return original(handler) if expected in (None, owner) else (403, {}, "")


def _put_bucket(original: Original, handler: Any, request: Any, bucket_name: str, query: Any) -> Any:
    """Keep the tags in CreateBucket."""
    answer = original(handler, request, bucket_name, query)
    if handler.data.get("Action") == "CreateBucket" and handler.body:  # moto sets it for some other requests, too
        tags = ElementTree.fromstring(handler.body).findall("{*}Tags/{*}Tag")  # noqa: S314  # the tests and tools of this machine
        if tags:
            handler.backend.put_bucket_tagging(bucket_name, {tag.findtext("{*}Key"): tag.findtext("{*}Value") for tag in tags})
    return answer


def _admits_logs(original: Original, _source: Any, *, target_bucket: Any, target_prefix: str | None) -> bool:
    """Admit logs under policies with `"Principal": "*"`, such as one that requires TLS; moto fails."""
    policy = json.loads(target_bucket.policy or b'{"Statement": []}')
    policy["Statement"] = [statement for statement in policy["Statement"] if isinstance(statement.get("Principal"), dict)]
    named = SimpleNamespace(name=target_bucket.name, partition=target_bucket.partition, policy=json.dumps(policy).encode())
    admitted: bool = original(target_bucket=named, target_prefix=target_prefix)
    return admitted


def _get_permission(bucket: Any, action: str, resource: str) -> PermissionResult:
    """Leave bucket policies to `--iam`: moto ignores conditions, such as one that requires TLS."""
    return PermissionResult.NEUTRAL


def _dispose(marker: Any, garbage: bool = False) -> None:  # as keys have it
    """Markers of deleted keys have no file to close: emptying a bucket after its versioning failed."""
