"""boto3 clients that can reach nothing but one endpoint."""

from typing import Any

from dynawright.emulator.iam.credentials import ADMINISTRATOR, Credentials


def client(
    service: str, *, endpoint_url: str, region: str, checked: bool = True, credentials: Credentials = ADMINISTRATOR
) -> Any:
    """Return a boto3 client that sees neither the user's AWS configuration nor a proxy; not `checked`, it sends mistakes, too."""
    import boto3
    from botocore.config import Config
    from botocore.session import Session

    no_profile = Session(session_vars={"profile": (None, None, None, None), "config_file": (None, None, "", None)})
    return boto3.Session(botocore_session=no_profile).client(
        service,
        region_name=region,
        endpoint_url=endpoint_url,
        aws_access_key_id=credentials.access_key_id,
        aws_secret_access_key=credentials.secret_access_key,
        aws_session_token=credentials.session_token,
        config=Config(
            proxies={},
            retries={"total_max_attempts": 1},  # what fails here would fail again
            parameter_validation=checked,
        ),
    )
