"""Progress of tasks and projects: four tables and the roles that report, watch and sum up."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from constructs import Construct

from dynawright.constructs.access import grant
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.export import Export
from dynawright.constructs.logs import LogGroup
from dynawright.constructs.naming import pascal_case
from dynawright.settings import Environment
from dynawright.stack import SystemStack
from stacks.miyabi_progress import model
from stacks.miyabi_progress.settings import MiyabiProgressSettings

ERROR_LINE = '{ $.level = "ERROR" }'
REMEDY = "Read the log stream task-<task_id> with the line; its phase says where the task failed."

FUNCTIONS = Path(__file__).parent / "functions"


class MiyabiProgressStack(SystemStack):
    """Tasks with their history, projects with their totals, each task's counted state, and logs."""

    system = model.SYSTEM
    settings: MiyabiProgressSettings
    tags: ClassVar = {"Project": "miyabi"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="miyabi-progress-key", settings=self.settings.encryption)
        tasks = self.table("Tasks", model.TASKS, key=key)
        projects = self.table("Projects", model.PROJECTS, key=key)
        logs = self.tables("Logs", model.LOGS, key=key)
        counts = self.table("Counts", model.COUNTS, key=key)

        project_metrics = self.processor(
            "ProjectMetrics", FUNCTIONS / "project_metrics", table=tasks, consumer=model.PROJECT_METRICS, key=key
        )

        reporter = self.role(model.REPORTER)
        for table in (tasks, *logs):
            grant(reporter, model.REPORTER, table)
        web_ui = self.role(model.WEB_UI)
        for table in (tasks, projects, *logs):
            grant(web_ui, model.WEB_UI, table)
        grant(project_metrics.role, model.PROJECT_METRICS, projects)
        grant(project_metrics.role, model.PROJECT_METRICS, counts)

        errors = []
        # JSON lines of timestamp, level, task_id, message, phase and progress, in streams task-<task_id>.
        agents = {f"{pascal_case(agent)}Log": f"/miyabi/agents/{agent}" for agent in self.settings.agents.names}
        for id, name in {"DeploymentLog": "/miyabi/cdk-deploy", **agents, "SystemLog": "/miyabi/system"}.items():
            group = LogGroup(self, id, name=name, key=key, settings=self.settings.logs)
            group.grant_write(reporter, streams="task-*")
            errors.append(group.count("Errors", pattern=ERROR_LINE, title="lines of level ERROR", remedy=REMEDY))
        export = Export(
            self,
            "Export",
            name="miyabi-progress",
            tables=[tasks, projects],
            key=key,
            settings=self.settings.export,
            buckets=self.settings.buckets,
            logs=self.settings.logs,
        )
        self.backup(tasks, projects, *logs, counts, key=key)
        self.watch(tasks, projects, *logs, counts, project_metrics, *errors, export)
        if export.enabled:
            self.output("ExportFailuresArn", export.failures_arn)
