"""Lambda: settings of a function that moto forgets, and mappings that it would run in containers."""

from typing import Any

from moto.awslambda.models import LambdaBackend, LambdaFunction

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(LambdaFunction, "__init__", _create_function)
    wrap(LambdaFunction, "get_configuration", _get_configuration)
    wrap(LambdaFunction, "update_configuration", _update_configuration)
    wrap(LambdaBackend, "send_dynamodb_items", _send_dynamodb_items)


def _create_function(original: Original, function: Any, account_id: str, spec: dict[str, Any], *args: Any, **kwargs: Any) -> None:
    """Where a function logs to was dropped: the next plan wanted to set it, for ever."""
    original(function, account_id, spec, *args, **kwargs)
    function.logging_config = spec.get("LoggingConfig")


def _get_configuration(original: Original, function: Any, *args: Any, **kwargs: Any) -> Any:
    logging = function.logging_config or {"LogFormat": "Text", "LogGroup": function.logs_group_name}
    return {**original(function, *args, **kwargs), "LoggingConfig": logging}


def _update_configuration(original: Original, function: Any, updates: dict[str, Any]) -> Any:
    """An existing function got no key: the next plan wanted to give it one, for ever."""
    function.kms_key_arn = updates.get("KMSKeyArn", function.kms_key_arn)
    return original(function, updates)


def _send_dynamodb_items(original: Original, backend: Any, function_arn: str, items: list[Any], source: str) -> str:
    """Each write to a table ran the functions that read its stream, in a container, and failed with status 500 where there is none.

    Here the records stay in the stream, for whoever reads it: a mapping is simulated by those tests that want one.
    """
    return ""
