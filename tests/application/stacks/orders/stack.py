"""Orders, and the log of their changes."""

from __future__ import annotations

from typing import ClassVar

from constructs import Construct

from dynawright.constructs.access import grant
from dynawright.constructs.encryption import EncryptionKey
from dynawright.settings import Environment
from dynawright.stack import SystemStack

from . import model


class OrdersStack(SystemStack):
    """The tables and their consumers' roles."""

    system = model.SYSTEM
    tags: ClassVar = {"Service": "orders"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="orders-key", settings=self.settings.encryption)
        orders = self.table("Orders", model.ORDERS, key=key)
        log = self.table("Log", model.LOG, key=key)
        archive = self.tables("Archive", model.ARCHIVE, key=key)

        api = self.role(model.API)
        for table in (orders, log, *archive):
            grant(api, model.API, table)
        grant(self.role(model.ORDER_LOG), model.ORDER_LOG, log)

        self.backup(orders, log, key=key)
        self.watch(orders, log, *archive)
