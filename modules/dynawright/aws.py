"""Clients for operators: the user's own configuration, and AWS's refusals in words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dynawright.environ import EMULATOR_HOST, emulator_endpoint, emulator_settings
from dynawright.errors import Problem, UserError
from dynawright.settings import Environment


def client(service: str, region: str | None = None, **settings: Any) -> Any:
    """AWS_PROFILE, AWS_ENDPOINT_URL and so on are honoured as everywhere, and AWS_REGION, which boto3 passes over; `settings` are botocore's."""
    import boto3
    from botocore.config import Config
    from botocore.exceptions import NoRegionError

    try:
        return boto3.client(service, region_name=region or os.environ.get("AWS_REGION"), config=Config(**settings))
    except NoRegionError:
        fix = "set AWS_REGION, or use a profile that has one"
        raise UserError([Problem("DW703", "no AWS Region is set", fix=fix)]) from None


def use_emulator(environment: Environment) -> str:
    """From here on nothing of the user's own AWS configuration is used: real tables can't be reached by mistake. Its address."""
    endpoint = emulator_endpoint()
    os.environ.update(emulator_settings(endpoint))
    os.environ.pop("AWS_PROFILE", None)
    os.environ["AWS_DEFAULT_REGION"] = environment.region
    return endpoint


@contextmanager
def refusals_in_words() -> Iterator[None]:
    """What AWS refuses is the user's to solve: without a traceback."""
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
