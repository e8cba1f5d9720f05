"""The measured app of whole modules: `n` tables with grants, alarms and charts."""

from __future__ import annotations

import sys
from pathlib import Path

from constructs import Construct

from dynawright.constructs.access import grant
from dynawright.constructs.encryption import EncryptionKey
from dynawright.framework import cdktf
from dynawright.iam import trust
from dynawright.model import Consumer, Entity, Get, Index, Key, Put, Query, Stream, System, TableModel
from dynawright.settings import Environment, load_named
from dynawright.stack import Observable, SystemStack


def table(number: int) -> tuple[TableModel, Consumer]:
    """A table with two indexes, and its consumers."""
    api = Consumer(f"api-{number}", "asks")
    model = TableModel(
        f"orders-{number}",
        partition_key=Key("PK"),
        sort_key=Key("SK"),
        indexes=[Index("GSI1", Key("GSI1PK"), Key("GSI1SK")), Index("GSI2", Key("GSI2PK"), Key("GSI1SK"))],
        stream=Stream.NEW_AND_OLD_IMAGES,
        entities=[
            Entity("ORDER", PK="ORDER#{id}", SK="METADATA", GSI1PK="DAY#{day}", GSI1SK="{id}", GSI2PK="CUSTOMER#{customer}")
        ],
        access_patterns=[
            Get(f"P{number}a", "an order", PK="ORDER#{id}", SK="METADATA", used_by=[api]),
            Query(f"P{number}b", "a day's orders", index="GSI1", GSI1PK="DAY#{day}", used_by=[api]),
            Query(f"P{number}c", "a customer's orders", index="GSI2", GSI2PK="CUSTOMER#{customer}", used_by=[api]),
            Put(f"P{number}d", "save an order", entity="ORDER", used_by=[api]),
        ],
    )
    return model, api


class WholeStack(SystemStack):
    """Takes the shop's settings, since settings are per system."""

    def __init__(self, scope: Construct, environment: Environment, tables: int) -> None:
        made = [table(number) for number in range(tables)]
        type(self).system = System("shop", [model for model, _ in made])
        super().__init__(scope, environment)
        key = EncryptionKey(self, "Key", name="whole-key", settings=self.settings.encryption)
        watched: list[Observable] = []
        for number, (model, api) in enumerate(made):
            built = self.table(f"Orders{number}", model, key=key)
            grant(self.role(api, trust.lambda_functions()), api, built)
            watched.append(built)
        self.watch(*watched)


def main(tables: int, outdir: Path) -> None:
    app = cdktf.App(outdir=str(outdir))
    WholeStack(app, load_named("production"), tables)
    app.synth()


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
