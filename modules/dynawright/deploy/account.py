"""The account that credentials belong to."""

from __future__ import annotations

from typing import Any

from dynawright.errors import UserError
from dynawright.settings import Environment


def refuse_another(environment: Environment, sts: Any) -> None:
    """Credentials of another account would find nothing there, or change the wrong things."""
    account = sts.get_caller_identity()["Account"]
    if account != environment.account_id:
        wanted = f"{environment.name} is account {environment.account_id}"
        raise UserError([f"these credentials are of account {account}, but {wanted}: take credentials of that one"])
