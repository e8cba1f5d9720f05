"""Functions, their event source mappings, and other triggers."""

from __future__ import annotations

import re

from dynawright.guard.differences import Difference
from dynawright.guard.directions import ANYTHING, FIRST, GONE, GROWN, ON, Direction, higher, lower, to
from dynawright.guard.known.row import Known

AGAIN = "it is recreated at once; differences are judged"
TRIES = {"retry_policy.maximum_retry_attempts": higher(185), "retry_policy.maximum_event_age_in_seconds": higher(86400)}

STEERING = ("AWS_", "LD_", "NODE_", "PYTHON", "JAVA_", "RUBY", "DOTNET_")
"""Prefixes of variables that the runtime itself reads: they can load other code."""


def _is_new_variable(difference: Difference) -> bool:
    return difference.before is None and not difference.pattern.rpartition(".")[2].startswith(STEERING)


def _is_newer_runtime(difference: Difference) -> bool:
    """Whether a runtime gets newer: `python3.12` → `python3.13`."""
    (family, version), (new_family, new_version) = (_runtime(state) for state in (difference.before, difference.after))
    return bool(family) and family == new_family and new_version >= version


def _runtime(name: object) -> tuple[str, list[int]]:
    match = re.fullmatch(r"([a-z]+)(\d+(?:\.\d+)?)(?:\.x)?", str(name))
    return (match[1], [int(part) for part in match[2].split(".")]) if match else ("", [])


def _is_same_image(difference: Difference) -> bool:
    """Whether an image gets another version of the same repository."""
    before, after = (re.split(r"[:@](?=[^/]*$)|@", str(state))[0] for state in (difference.before, difference.after))
    return before == after


def _are_newer_layers(difference: Difference) -> bool:
    """Whether each layer gets the same or a later version."""
    before, after = difference.before or [], difference.after
    if not isinstance(after, list) or len(after) > len(before):
        return False
    old, new = ([str(layer).rpartition(":") for layer in layers] for layers in (before, after))
    return len(old) == len(new) and all(
        was[0] == now[0] and was[2].isdigit() and now[2].isdigit() and int(now[2]) >= int(was[2])
        for was, now in zip(old, new, strict=True)
    )


ROWS = (
    Known(
        "aws_lambda_function",
        {
            "code_signing_config_arn": FIRST,
            "dead_letter_config": FIRST,
            "environment.variables": Direction("new ones, except those that a runtime reads", _is_new_variable),
            "environment.variables.LOG_LEVEL": ANYTHING,
            "environment.variables.POWERTOOLS_LOG_LEVEL": ANYTHING,
            "ephemeral_storage.size": higher(512),
            "image_uri": Direction("of the same repository", _is_same_image),
            "layers": Direction("later versions of the same layers", _are_newer_layers),
            "memory_size": higher(128),
            "publish": ANYTHING,
            "runtime": Direction("a later version", _is_newer_runtime),
            "replace_security_groups_on_destroy": ANYTHING,
            "replacement_security_group_ids": ANYTHING,
            "skip_destroy": ON,
            "snap_start": ANYTHING,
            "timeout": higher(3),
            "tracing_config.mode": to("Active"),
            # a release: a plan doesn't show what is inside a package
            "filename": ANYTHING,
            "source_code_hash": ANYTHING,
            "s3_object_version": ANYTHING,
        },
    ),
    Known(
        "aws_lambda_event_source_mapping",
        {
            "maximum_batching_window_in_seconds": lower(0),
            "bisect_batch_on_function_error": ON,
            "function_response_types": GROWN,
            "metrics_config.metrics": GROWN,
        },
    ),
    Known(
        "aws_lambda_permission",
        {"statement_id": ANYTHING, "statement_id_prefix": ANYTHING},
        replacement="its callers are compared",
    ),
    Known("aws_cloudwatch_event_bus", {"dead_letter_config": FIRST}),
    Known("aws_cloudwatch_event_bus_policy", end="what it denied is compared"),
    Known("aws_cloudwatch_event_rule", {"name": ANYTHING, "force_destroy": GONE}, replacement=AGAIN),
    Known(
        "aws_cloudwatch_event_target",
        {"target_id": ANYTHING, "dead_letter_config": FIRST, "force_destroy": GONE, **TRIES},
        replacement=AGAIN,
    ),
    Known(
        "aws_scheduler_schedule",
        {
            "name": ANYTHING,
            "schedule_expression_timezone": ANYTHING,
            "flexible_time_window": ANYTHING,
            "start_date": GONE,
            "end_date": GONE,
            "target.dead_letter_config": FIRST,
            **{f"target.{name}": direction for name, direction in TRIES.items()},
        },
        replacement=AGAIN,
    ),
    Known("aws_scheduler_schedule_group"),
)
