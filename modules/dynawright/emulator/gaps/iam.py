"""IAM: keep what a change of a role doesn't mention."""

from typing import Any

from moto.core.responses import ActionResult, EmptyResult
from moto.iam.responses import IamResponse


def install() -> None:
    IamResponse.update_role = _update_role


def _update_role(handler: Any) -> ActionResult:
    """Keep a description and session duration that the request omits; moto resets them."""
    role = handler.backend.get_role(handler._get_param("RoleName"))
    description, seconds = handler._get_param("Description"), handler._get_param("MaxSessionDuration")
    if description is not None:
        role.description = description
    if seconds is not None:
        role.max_session_duration = seconds
    return EmptyResult()
