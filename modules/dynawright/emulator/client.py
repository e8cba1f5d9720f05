"""boto3 clients that can reach nothing but one endpoint."""

from typing import Any

from dynawright.environ import emulator_settings


def client(service: str, *, endpoint_url: str, region: str, checked: bool = True) -> Any:
    """Return a boto3 client that sees neither the user's AWS configuration nor a proxy; not `checked`, it sends mistakes, too."""
    import boto3
    from botocore.config import Config
    from botocore.session import Session

    no_profile = Session(session_vars={"profile": (None, None, None, None), "config_file": (None, None, "", None)})
    settings = emulator_settings(endpoint_url)
    return boto3.Session(botocore_session=no_profile).client(
        service,
        region_name=region,
        endpoint_url=endpoint_url,
        aws_access_key_id=settings["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=settings["AWS_SECRET_ACCESS_KEY"],
        config=Config(
            proxies={},
            retries={"total_max_attempts": 1},  # what fails here would fail again
            parameter_validation=checked,
        ),
    )
