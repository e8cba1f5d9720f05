"""CloudWatch Logs: the key and the class of a log group, and changes of metric filters."""

from typing import Any

from moto.logs.exceptions import ResourceNotFoundException
from moto.logs.metric_filters import MetricFilters
from moto.logs.models import LogGroup
from moto.logs.responses import LogsResponse

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    LogsResponse.associate_kms_key = _associate_kms_key
    LogsResponse.disassociate_kms_key = _disassociate_kms_key
    wrap(LogsResponse, "create_log_group", _create_log_group)
    wrap(MetricFilters, "add_filter", _add_filter)
    wrap(LogGroup, "to_describe_dict", _describe_log_group)


def _associate_kms_key(handler: Any) -> str:
    """Add the operation, which sets the key of an existing log group."""
    _group(handler).kms_key_id = handler._get_param("kmsKeyId")
    return ""


def _disassociate_kms_key(handler: Any) -> str:
    """Add the operation, which removes the key."""
    _group(handler).kms_key_id = None
    return ""


def _create_log_group(original: Original, handler: Any) -> Any:
    """Keep the class: otherwise the next plan replaces the log group."""
    result = original(handler)
    _group(handler).log_group_class = handler._get_param("logGroupClass", "STANDARD")
    return result


def _add_filter(original: Original, filters: Any, filter_name: str, pattern: str, log_group_name: str, *args: Any) -> None:
    """Replace a changed filter: moto adds a second one of that name, and finds the first."""
    filters.delete_filter(filter_name, log_group_name)
    original(filters, filter_name, pattern, log_group_name, *args)


def _describe_log_group(original: Original, group: Any) -> Any:
    return {**original(group), "logGroupClass": getattr(group, "log_group_class", "STANDARD")}


def _group(handler: Any) -> Any:
    name = handler._get_param("logGroupName")
    if name not in handler.logs_backend.groups:
        raise ResourceNotFoundException
    return handler.logs_backend.groups[name]
