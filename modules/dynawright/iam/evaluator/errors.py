"""Errors for requests and policies that can't be evaluated.

Each is a mistake of the caller or of a policy; the request is never allowed.
"""

from __future__ import annotations


class IamError(ValueError):
    """A request that IAM would not understand."""


class InvalidPolicyError(IamError):
    """A policy document that AWS would refuse to store, or whose condition can never hold."""


class InvalidRequestError(IamError):
    """A request with an unknown action, or a resource or condition key the action does not have."""
