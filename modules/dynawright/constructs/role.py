"""An IAM role of one consumer."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from dynawright.bindings.aws.iam_policy import IamPolicy
from dynawright.bindings.aws.iam_role import IamRole
from dynawright.bindings.aws.iam_role_policy_attachment import IamRolePolicyAttachment
from dynawright.bindings.engine.element import Resource
from dynawright.bindings.engine.location import location
from dynawright.constructs.component import Component
from dynawright.constructs.naming import POLICY, ROLE, physical_name
from dynawright.errors import Place, Problem, UserError
from dynawright.iam.policy import Statement, document, split
from dynawright.settings import RoleSettings

ATTACHED_POLICIES_LIMIT = 10  # IAM's quota unless the account has a higher one


class Role(Component):
    """An IAM role without rights; each grant adds a policy."""

    def __init__(
        self,
        scope: Construct,
        id: str,
        *,
        name: str,
        description: str,
        trust: Statement | Sequence[Statement],
        settings: RoleSettings,
        session_seconds: int = 3600,
    ) -> None:
        super().__init__(scope, id)
        self.thing = name
        self._settings = settings
        self._attached: list[Resource] = []
        self._followers: list[Resource] = []
        self._role = IamRole(
            self,
            "Role",
            name=physical_name(self, name, ROLE),
            description=description,
            path=settings.path,
            permissions_boundary=settings.permissions_boundary_arn,
            assume_role_policy=document([trust] if isinstance(trust, Statement) else trust),
            max_session_duration=session_seconds,
        )

    @property
    def name(self) -> str:
        return self._role.name

    @property
    def arn(self) -> str:
        return self._role.arn

    def may_assume(self, other: Role) -> None:
        """The other role's trust policy must name this one too, and demand any session tags."""
        self.attach(f"Assume{location(other).path[-1]}", [Statement(("sts:AssumeRole", "sts:TagSession"), (other.arn,))])

    def precede(self, resource: Resource) -> None:
        """Attach every policy, also of later grants, before the resource is created: AWS checks them at once."""
        self._followers.append(resource)
        resource.depends_on = list(self._attached)

    def attach(
        self, id: str, statements: list[Statement], literals: dict[str, str] | None = None
    ) -> list[tuple[IamPolicy, list[Statement]]]:
        """Build one managed policy, or several if IAM's limit requires; `literals` are the values of tokens.

        Returns each policy with its statements.
        """
        groups = split(statements, literals or {})
        needed = len(self._attached) + len(groups)
        if needed > ATTACHED_POLICIES_LIMIT:
            allowed, fix = f"at most {ATTACHED_POLICIES_LIMIT}", "give a part of its grants to a second role"
            text = f"a role must have {allowed} managed policies, got {needed} with '{id}'"
            raise UserError([Problem("DW341", text, Place(path=f"role {self.thing}"), needed, allowed, fix)])
        policies = []
        for number, group in enumerate(groups, start=1):
            suffix = "" if number == 1 else str(number)  # the first keeps its name if a second is needed
            policy = IamPolicy(
                self,
                f"{id}{suffix}",
                name=physical_name(self, f"{self.thing}-{id.lower()}{suffix}", POLICY),
                path=self._settings.path,
                policy=document(group),
            )
            attachment = IamRolePolicyAttachment(self, f"{id}{suffix}Attachment", role=self.name, policy_arn=policy.arn)
            self._attached.append(attachment)
            policies.append((policy, group))
        for follower in self._followers:
            follower.depends_on = list(self._attached)
        return policies
