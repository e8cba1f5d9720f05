"""IAM: what a change of a role leaves as it is."""

from typing import Any

from moto.core.responses import ActionResult, EmptyResult
from moto.iam.responses import IamResponse


def install() -> None:
    IamResponse.update_role = _update_role


def _update_role(handler: Any) -> ActionResult:
    """Took a description or a session's duration that was not given for none, and for an hour."""
    role = handler.backend.get_role(handler._get_param("RoleName"))
    description, seconds = handler._get_param("Description"), handler._get_param("MaxSessionDuration")
    if description is not None:
        role.description = description
    if seconds is not None:
        role.max_session_duration = seconds
    return EmptyResult()
