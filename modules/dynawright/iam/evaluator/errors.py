"""Why a question can't be answered.

Each is a mistake of the caller or of a policy, and never an allow.
"""

from __future__ import annotations


class IamError(ValueError):
    """A question that IAM would not understand."""


class InvalidPolicyError(IamError):
    """A policy document that AWS would refuse to store, or that no request can meet as it was meant."""


class InvalidRequestError(IamError):
    """A request with an unknown action, or a resource or condition key the action does not have."""
