"""Lambda: the destination of failed asynchronous calls."""

from typing import Any

from moto.awslambda.models import LambdaFunction

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(LambdaFunction, "__init__", _create_function)
    wrap(LambdaFunction, "get_configuration", _get_configuration)
    wrap(LambdaFunction, "update_configuration", _update_configuration)


def _create_function(original: Original, function: Any, account_id: str, spec: dict[str, Any], *args: Any, **kwargs: Any) -> None:
    """Keep the dead-letter queue: otherwise every plan sets it."""
    original(function, account_id, spec, *args, **kwargs)
    function.dead_letter_config = spec.get("DeadLetterConfig")


def _get_configuration(original: Original, function: Any, *args: Any, **kwargs: Any) -> Any:
    queue = function.dead_letter_config
    return {**original(function, *args, **kwargs), **({"DeadLetterConfig": queue} if queue else {})}


def _update_configuration(original: Original, function: Any, updates: dict[str, Any]) -> Any:
    function.dead_letter_config = updates.get("DeadLetterConfig", function.dead_letter_config)
    return original(function, updates)
