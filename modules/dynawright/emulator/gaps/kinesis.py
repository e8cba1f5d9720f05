"""Kinesis: the tags of new streams."""

from typing import Any

from moto.kinesis.responses import KinesisResponse

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(KinesisResponse, "create_stream", _create_stream)


def _create_stream(original: Original, handler: Any) -> Any:
    """Keep the tags: otherwise the next plan sets them."""
    result = original(handler)
    handler.kinesis_backend.streams[handler._get_param("StreamName")].tags.update(handler._get_param("Tags") or {})
    return result
