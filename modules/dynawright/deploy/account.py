"""The account of the user's credentials."""

from __future__ import annotations

from typing import Any

from dynawright.errors import Problem, UserError
from dynawright.settings import Environment


def refuse_another(environment: Environment, sts: Any) -> None:
    """Reject credentials of another account, which would find nothing or change the wrong resources."""
    account = sts.get_caller_identity()["Account"]
    if account != environment.account_id:
        text = f"the account of {environment.name} must be {environment.account_id}, but the credentials are of {account}"
        fix = "use credentials of that account"
        raise UserError([Problem("DW404", text, value=account, allowed=environment.account_id, fix=fix)])
