"""boto3 clients that can reach only one endpoint."""

import threading
from functools import cache
from typing import Any

from dynawright.emulator.iam.credentials import ADMINISTRATOR, Credentials

_MAKING = threading.Lock()
"""Sessions are not thread-safe; clients are."""


def client(
    service: str, *, endpoint_url: str, region: str, checked: bool = True, credentials: Credentials = ADMINISTRATOR
) -> Any:
    """Return a boto3 client that ignores AWS configuration and proxies; unchecked, it sends mistakes."""
    from botocore.config import Config

    with _MAKING:
        return _session().client(
            service,
            region_name=region,
            endpoint_url=endpoint_url,
            aws_access_key_id=credentials.access_key_id,
            aws_secret_access_key=credentials.secret_access_key,
            aws_session_token=credentials.session_token,
            config=Config(
                proxies={},
                retries={"total_max_attempts": 1},  # a failure here would only repeat
                parameter_validation=checked,
            ),
        )


@cache
def _session() -> Any:
    """Return a session without a profile, shared because each one reads the service descriptions again."""
    import boto3
    from botocore.session import Session

    no_profile = Session(session_vars={"profile": (None, None, None, None), "config_file": (None, None, "", None)})
    return boto3.Session(botocore_session=no_profile)
