"""Evaluates whether IAM allows a request.

policies = Policies(identity=(Policy.parse(document, name="orders", kind=PolicyKind.IDENTITY),))
answer = evaluate(Request(action="dynamodb:GetItem", resource=table_arn, principal=session), policies)
answer.allowed, answer.message, answer.missing_statement
"""

from dynawright.iam.evaluator.answer import Answer, NearMiss, StatementOf
from dynawright.iam.evaluator.assume_role import AssumeRole
from dynawright.iam.evaluator.errors import IamError, InvalidPolicyError, InvalidRequestError
from dynawright.iam.evaluator.evaluate import Policies, evaluate
from dynawright.iam.evaluator.policy import Policy, PolicyKind
from dynawright.iam.evaluator.principals import (
    Anonymous,
    Principal,
    RoleSession,
    RootUser,
    ServicePrincipal,
    User,
    WebIdentity,
)
from dynawright.iam.evaluator.request import ContextValue, Request

__all__ = [
    "Anonymous",
    "Answer",
    "AssumeRole",
    "ContextValue",
    "IamError",
    "InvalidPolicyError",
    "InvalidRequestError",
    "NearMiss",
    "Policies",
    "Policy",
    "PolicyKind",
    "Principal",
    "Request",
    "RoleSession",
    "RootUser",
    "ServicePrincipal",
    "StatementOf",
    "User",
    "WebIdentity",
    "evaluate",
]
