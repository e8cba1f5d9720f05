"""Products, orders and stock."""

from __future__ import annotations

from typing import ClassVar

from constructs import Construct

from environments import Environment
from modules import trust
from modules.access import grant
from modules.encryption import EncryptionKey
from modules.table import Table
from stacks.base import SystemStack
from stacks.shop import model


class ShopStack(SystemStack):
    """The shop's single table, and the roles of its API and its warehouse."""

    system = model.SYSTEM
    tags: ClassVar = {"Service": "shop"}

    def __init__(self, scope: Construct, environment: Environment) -> None:
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="shop-key", settings=self.settings.encryption)
        shop = Table(self, "Shop", model=model.SHOP, key=key, settings=self.settings.table)

        for consumer in self.system.consumers:
            grant(self.role(consumer, trust.lambda_functions()), consumer, shop)

        self.output("ShopTableName", shop.name)
        self.output("ShopTableArn", shop.arn)
        self.output("ShopStreamArn", shop.stream_arn)
