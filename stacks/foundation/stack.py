"""What all systems of an environment share: alarm topic, backup vault, log bucket, deploy roles."""

from dynawright.foundation import FoundationStack

__all__ = ["FoundationStack"]
