"""IAM policies as data, and an evaluator for them."""

from dynawright.iam import trust
from dynawright.iam.policy import Statement

__all__ = ["Statement", "trust"]
