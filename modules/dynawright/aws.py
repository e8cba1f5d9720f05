"""AWS clients with the user's configuration, and AWS's errors as problems."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from dynawright.environ import EMULATOR_HOST, emulator_endpoint, emulator_settings
from dynawright.errors import Problem, UserError
from dynawright.settings import Environment

SESSION = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")


def client(service: str, region: str | None = None, **settings: Any) -> Any:
    """Return a boto3 client.

    It respects AWS_PROFILE, AWS_ENDPOINT_URL and AWS_REGION (which boto3 ignores); `settings` go to botocore's Config.
    """
    import boto3
    from botocore.config import Config
    from botocore.exceptions import NoRegionError

    try:
        return boto3.client(service, region_name=region or os.environ.get("AWS_REGION"), config=Config(**settings))
    except NoRegionError:
        fix = "set AWS_REGION, or use a profile that has one"
        raise UserError([Problem("DW703", "no AWS Region is set", fix=fix)]) from None


def use_emulator(environment: Environment) -> str:
    """Ignore the user's AWS configuration from here on and return the emulator's address.

    So real tables can't be reached by mistake.
    """
    endpoint = emulator_endpoint()
    os.environ.update(emulator_settings(endpoint) | emulator_session(endpoint))
    os.environ.pop("AWS_PROFILE", None)
    os.environ["AWS_DEFAULT_REGION"] = environment.region
    return endpoint


def emulator_session(endpoint: str) -> dict[str, str]:
    """Return this process's credentials if they are a role session of this emulator, else {}."""
    given = {name: os.environ[name] for name in SESSION if name in os.environ}
    if len(given) < len(SESSION) or urlsplit(endpoint).hostname not in (EMULATOR_HOST, "localhost"):
        return {}
    import boto3
    from botocore.exceptions import ClientError

    try:
        caller = boto3.Session().client("sts", endpoint_url=endpoint, region_name="us-east-1").get_caller_identity()
    except ClientError:
        return {}
    return given if ":assumed-role/" in caller["Arn"] else {}


@contextmanager
def refusals_in_words() -> Iterator[None]:
    """Turn AWS's errors into problems, which are printed without a traceback."""
    from botocore.exceptions import BotoCoreError, ClientError, EndpointConnectionError, NoCredentialsError

    try:
        yield
    except ClientError as error:
        reason = error.response.get("Error", {})
        text = f"AWS refused {error.operation_name}: {reason.get('Code')}: {reason.get('Message')}"
        raise UserError([Problem("DW701", text, value=reason.get("Code"))]) from None
    except EndpointConnectionError as error:
        fix = "start an emulator in another terminal with `dynawright emulator`" if f"//{EMULATOR_HOST}:" in str(error) else ""
        raise UserError([Problem("DW702", f"AWS can't be reached: {error}", fix=fix)]) from None
    except NoCredentialsError:
        fix = "sign in (`aws sso login`) and set AWS_PROFILE, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
        raise UserError([Problem("DW702", "AWS can't be asked: there are no credentials", fix=fix)]) from None
    except BotoCoreError as error:
        raise UserError([Problem("DW702", f"AWS can't be reached: {error}")]) from None
