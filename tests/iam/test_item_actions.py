"""Which actions read or write items: the reference decides, and a new action of AWS must be judged."""

from dynawright.iam.item_actions import item_actions, storing_actions
from dynawright.iam.reference import service

ON_ITEMS = {
    *("BatchGetItem", "BatchWriteItem", "ConditionCheckItem", "DeleteItem", "GetItem", "PutItem", "Query", "Scan", "UpdateItem"),
    *("PartiQLDelete", "PartiQLInsert", "PartiQLSelect", "PartiQLUpdate", "SearchVectors"),
}
OTHERWISE = (
    *(
        "Associate",
        "CancelBulk",
        "Create",
        "DeleteBackup",
        "DeleteGlobal",
        "DeleteResource",
        "DeleteTable",
        "Describe",
        "Disable",
        "Enable",
    ),
    *("Export", "GetAbac", "GetRecords", "GetResource", "GetShard", "Import", "Inject", "List", "Purchase", "PutResource"),
    *("ReadDataForReplication", "Replicate", "Restore", "Start", "Tag", "Untag", "UpdateAbac", "UpdateContinuous"),
    *("UpdateContributor", "UpdateGlobal", "UpdateKinesis", "UpdateTable", "UpdateTime", "WriteDataForReplication"),
)
"""How the actions begin that are on tables, streams, backups and the account."""


def test_every_action_of_dynamodb_is_judged() -> None:
    owner = service("dynamodb")
    assert owner is not None
    names = {action.name.removeprefix("dynamodb:") for action in owner.actions.values()}
    assert {name for name in names if not name.startswith(OTHERWISE)} == ON_ITEMS


def test_item_actions_are_those_of_the_reference() -> None:
    assert item_actions("dynamodb") == tuple(sorted(f"dynamodb:{name}" for name in ON_ITEMS))


def test_a_cache_has_the_item_actions_of_tables() -> None:
    assert {"dax:BatchGetItem", "dax:ConditionCheckItem", "dax:GetItem", "dax:PutItem", "dax:Scan"} <= {*item_actions("dax")}
    assert {"dax:CreateCluster", "dax:ListTags"} & {*item_actions("dax")} == set()


def test_what_stores_attributes_neither_reads_nor_deletes() -> None:
    stores = ("BatchWriteItem", "PartiQLInsert", "PartiQLUpdate", "PutItem", "UpdateItem")
    assert storing_actions() == {f"dynamodb:{name}" for name in stores}
