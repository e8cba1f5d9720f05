"""S3: whose bucket it is."""

from typing import Any

from moto.s3.models import s3_backends
from moto.s3.responses import S3Response

from harness.gaps.patch import Original, wrap


def install() -> None:
    wrap(S3Response, "head_bucket", _head_bucket)


def _head_bucket(original: Original, handler: Any) -> Any:
    """The expected owner was not looked at: another account's bucket passed for one's own."""
    expected = handler.headers.get("x-amz-expected-bucket-owner")
    _, owner = s3_backends.bucket_accounts.get(handler.bucket_name, (None, expected))
    return original(handler) if expected in (None, owner) else (403, {}, "")
