"""SQS: the policy of a queue whose other attributes change."""

from typing import Any

from moto.sqs.models import Queue, SQSBackend

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(SQSBackend, "set_queue_attributes", _set_queue_attributes)


def _set_queue_attributes(original: Original, backend: Any, queue_name: str, attributes: dict[str, Any]) -> Queue:
    """It went with each change that did not name it: the next plan wanted to set it again."""
    policy = backend.get_queue(queue_name).policy
    queue: Queue = original(backend, queue_name, attributes)
    if "Policy" not in attributes:
        queue.policy = policy
    return queue
