"""The roles that workflows assume: one to plan, which only reads, and one to apply."""

from __future__ import annotations

from collections.abc import Sequence

from constructs import Construct

from dynawright.bindings.aws.iam_openid_connect_provider import IamOpenidConnectProvider
from dynawright.constructs.component import Component
from dynawright.constructs.deploy_names import DEPLOY_ROLE, PLAN_ROLE, SystemNames, own_names
from dynawright.constructs.deploy_statements import DeployStatements
from dynawright.constructs.naming import environment_of
from dynawright.constructs.role import Role
from dynawright.constructs.suppression import suppress
from dynawright.iam import trust
from dynawright.iam.arn import is_name_pattern
from dynawright.iam.policy import Statement
from dynawright.settings import RoleSettings

BY_NAME = "whoever deploys makes what is not there yet: ours is what begins with a system's name and ends with the environment's"
BY_STAR = "AWS demands '*' to describe composite alarms and to manage caches"
APPLY_SECONDS = 7200  # an index on a large table takes hours


class DeployRoles(Component):
    """Only one deployment environment of one repository may assume each role."""

    def __init__(self, scope: Construct, id: str, *, repository: str, systems: Sequence[SystemNames]) -> None:
        super().__init__(scope, id)
        self._environment = environment_of(self)
        statements = DeployStatements(environment=self._environment, repository=repository, systems=systems)
        if self._environment.deployment.create_github_provider:
            IamOpenidConnectProvider(self, "GitHub", url=f"https://{trust.GITHUB}", client_id_list=["sts.amazonaws.com"])
        self.plan = self._role("Plan", PLAN_ROLE, repository, f"plan-{self._environment.name}", 3600)
        self._attach(self.plan, "Read", statements.plan())
        self.deploy = self._role("Deploy", DEPLOY_ROLE, repository, self._environment.name, APPLY_SECONDS)
        self._attach(self.deploy, "Write", statements.deploy())

    def _role(self, id: str, name: str, repository: str, deployment: str, session_seconds: int) -> Role:
        environment = self._environment
        spelling, *others = environment.deployment.spellings(repository)
        return Role(
            self,
            id,
            name=f"{own_names(environment)}{name}",
            description=f"{id}s what {repository} builds in {environment.name}",
            trust=trust.github(environment.account_id, spelling, deployment, *others),
            settings=RoleSettings(path=environment.roles.path),  # the boundary is for roles that these roles create
            session_seconds=session_seconds,
        )

    def _attach(self, role: Role, id: str, statements: list[Statement]) -> None:
        for policy, held in role.attach(id, statements):
            unconditional = [statement for statement in held if statement.effect == "Allow" and not statement.condition]
            if any(is_name_pattern(arn) for statement in unconditional for arn in statement.resources):
                suppress(policy, "policies-spell-names-out", because=BY_NAME)
            demanded = {action for statement in unconditional if statement.resources == ("*",) for action in statement.actions}
            if "dax:ListTags" in demanded:
                suppress(policy, "CKV_AWS_355", because=BY_STAR)
            if "dax:CreateCluster" in demanded:
                suppress(policy, "CKV_AWS_290", because=BY_STAR)
