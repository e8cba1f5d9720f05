"""Progress of tasks and projects: three tables and the roles of those who report, watch and add up."""

from __future__ import annotations

from typing import ClassVar

from constructs import Construct

from environments import Environment
from modules import trust
from modules.access import grant
from modules.encryption import EncryptionKey
from modules.table import Table
from stacks.base import SystemStack
from stacks.miyabi_progress import model


class MiyabiProgressStack(SystemStack):
    """Tasks with their history, projects with their totals, and logs."""

    system = model.SYSTEM
    tags: ClassVar = {"Project": "miyabi"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="miyabi-progress-key", settings=self.settings.encryption)
        tasks = Table(self, "Tasks", model=model.TASKS, key=key, settings=self.settings.table)
        projects = Table(self, "Projects", model=model.PROJECTS, key=key, settings=self.settings.table)
        logs = Table(self, "Logs", model=model.LOGS, key=key, settings=self.settings.table)

        reporter = self.role(model.REPORTER, trust.lambda_functions())
        grant(reporter, model.REPORTER, tasks)
        grant(reporter, model.REPORTER, logs)
        web_ui = self.role(model.WEB_UI, trust.ecs_tasks(environment.account_id, environment.region))
        for table in (tasks, projects, logs):
            grant(web_ui, model.WEB_UI, table)
        project_metrics = self.role(model.PROJECT_METRICS, trust.lambda_functions())
        grant(project_metrics, model.PROJECT_METRICS, tasks)
        grant(project_metrics, model.PROJECT_METRICS, projects)

        for name, table in (("Tasks", tasks), ("Projects", projects), ("Logs", logs)):
            self.output(f"{name}TableName", table.name)
            self.output(f"{name}TableArn", table.arn)
