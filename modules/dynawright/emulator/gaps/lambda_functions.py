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
    """Keep the log settings: otherwise every plan sets them."""
    original(function, account_id, spec, *args, **kwargs)
    function.logging_config = spec.get("LoggingConfig")


def _get_configuration(original: Original, function: Any, *args: Any, **kwargs: Any) -> Any:
    logging = function.logging_config or {"LogFormat": "Text", "LogGroup": function.logs_group_name}
    return {**original(function, *args, **kwargs), "LoggingConfig": logging}


def _update_configuration(original: Original, function: Any, updates: dict[str, Any]) -> Any:
    """Apply changes of the key and the log settings: otherwise every plan makes them again."""
    function.kms_key_arn = updates.get("KMSKeyArn", function.kms_key_arn)
    function.logging_config = updates.get("LoggingConfig", function.logging_config)
    return original(function, updates)


def _send_dynamodb_items(original: Original, backend: Any, function_arn: str, items: list[Any], source: str) -> str:
    """Don't run functions on writes: moto needs Docker for it and answers status 500 without.

    Records stay in the stream for any reader; tests of a mapping simulate one.
    """
    return ""
