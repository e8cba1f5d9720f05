"""Everything that a stack can build, once, for tests of rules, mutations and access."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from constructs import Construct

from dynawright.constructs.access import grant
from dynawright.constructs.audit import Audit
from dynawright.constructs.cache import Cache
from dynawright.constructs.change_capture import ChangeCapture
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.event_bus import EventBus
from dynawright.constructs.export import Export
from dynawright.constructs.logs import LogGroup
from dynawright.constructs.network import Network
from dynawright.constructs.resource_policy import ResourcePolicy
from dynawright.constructs.secret import Secret
from dynawright.constructs.suppression import suppress
from dynawright.constructs.topic import Topic
from dynawright.iam import trust
from dynawright.settings import Environment
from dynawright.stack import SystemStack

from . import model
from .settings import LibrarySettings

FUNCTIONS = Path(__file__).parent / "functions"


class LibraryStack(SystemStack):
    """Loans with a cache and a history, the roles of those who use them, an export and a trail."""

    system = model.SYSTEM
    settings: LibrarySettings
    tags: ClassVar = {"Service": "library"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        settings = self.settings
        key = EncryptionKey(self, "Key", name="library-key", settings=settings.encryption)
        loans = self.table("Loans", model.LOANS, key=key)
        history = self.table("History", model.HISTORY, key=key)
        notices = self.table("Notices", model.NOTICES, key=key)
        archive = self.tables("Archive", model.ARCHIVE, key=key)
        ResourcePolicy(self, "HistoryPolicy", table=history, admits=model.PARTNER, role_arn=settings.partner_role_arn)
        hash_key = Secret(
            self,
            "HashKey",
            name="library/hash-key",
            description="Hashes the names of readers",
            key=key,
            settings=environment.secrets,
            never_rotated_because="names hashed with different keys can't be compared",
        )
        overdue = Topic(self, "Overdue", name="library-overdue", key=key, fifo=True)
        elsewhere = "the service that writes to readers subscribes its queue, in a stack of its own"
        suppress(overdue, "topics-have-receivers", because=elsewhere, on="aws_sns_topic")
        events = EventBus(self, "Events", name="library-events", description="Changes of loans", key=key)
        changes = ChangeCapture(self, "Changes", name="library-changes", table=loans, settings=settings.change_capture)
        network = Network(self, "Network", name="library", tables=[loans, history, notices], settings=settings.network)
        cache = Cache(
            self, "Cache", name="library", table=loans, consumers=[model.DESK], network=network, settings=settings.cache
        )

        loan_history = self.processor(
            "LoanHistory",
            FUNCTIONS / "loan_history",
            table=loans,
            consumer=model.LOAN_HISTORY,
            key=key,
            variables={"HASH_KEY_SECRET_ARN": hash_key.arn, "TOPIC_ARN": overdue.arn, "EVENT_BUS_NAME": events.name},
        )
        overdue.grant_publish(loan_history.role)
        events.grant_publish(loan_history.role)
        grant(loan_history.role, model.LOAN_HISTORY, history)
        grant(loan_history.role, model.LOAN_HISTORY, notices)
        hash_key.grant_read(loan_history.role)

        desk = self.role(model.DESK)
        grant(desk, model.DESK, loans)
        cache.grant(desk, model.DESK)
        hash_key.grant_below(desk, makes=True)
        reports = self.role(model.REPORTS, trust.lambda_functions())
        grant(reports, model.REPORTS, history)
        hash_key.grant_below(reports, makes=False)
        grant(reports, model.REPORTS, loans, projections=True)
        for table in archive:
            grant(reports, model.REPORTS, table)
        branch = self.role(model.BRANCH, trust.tenant_sessions(desk.arn, "branchId"))
        grant(branch, model.BRANCH, loans)
        desk.may_assume(branch)

        log = LogGroup(self, "Log", name="/aws/dynamodb/library-desk", key=key, settings=settings.logs)
        log.grant_write(desk, streams="counter-*")
        errors = log.count("Errors", pattern='"ERROR"', title="lines of level ERROR", remedy="Read the log.")
        export = Export(
            self,
            "Export",
            name="library",
            tables=[history],
            key=key,
            settings=settings.export,
            buckets=settings.buckets,
            logs=settings.logs,
        )
        Audit(
            self,
            "Trail",
            name="library",
            tables=[loans, history, notices],
            key=key,
            settings=settings.audit,
            bucket_settings=settings.buckets,
        )
        self.backup(loans, history, notices, *archive, key=key)
        self.watch(loans, history, notices, *archive, changes, loan_history, cache, errors, export, events)
