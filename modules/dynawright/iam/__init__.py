"""IAM policies as data: statements, and who may assume a role."""

from dynawright.iam import trust
from dynawright.iam.policy import Statement

__all__ = ["Statement", "trust"]
