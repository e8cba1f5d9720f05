"""CloudTrail: whether a trail has event selectors."""

from typing import Any

from moto.cloudtrail.models import Trail

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(Trail, "description", _description)


def _description(original: Original, trail: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
    """Report event selectors: without that the provider never reads them, and plans show no drift."""
    return {
        **original(trail, *args, **kwargs),
        "HasCustomEventSelectors": bool(trail.event_selectors or trail.advanced_event_selectors),
        "HasInsightSelectors": bool(trail.insight_selectors),
    }
