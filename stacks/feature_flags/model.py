"""Feature flags and A/B tests of many tenants; tenants never see each other's items."""

from datetime import timedelta

from dynawright.model import (
    BatchGet,
    Consumer,
    Entity,
    Get,
    Index,
    Key,
    OtherNames,
    Put,
    Query,
    Stream,
    System,
    TableModel,
    begins_with,
    include,
)

EVALUATOR = Consumer("evaluator", "the services that evaluate flags, at low latency", runs_on="ecs", cache="reads")
ADMIN = Consumer("admin", "the administration UI: flags, owners, A/B tests", cache="writes")
ANALYTICS = Consumer("analytics", "reads the evaluations of a day")
FLAG_AUDIT = Consumer("flag-audit", "the stream function that keeps who changed what")
TENANT = Consumer("tenant", "a tenant's own session: its overrides, and nobody else's", tenant_key="TENANT#{tenantId}")

EVALUATION_ATTRIBUTES = ("flagKey", "defaultEnabled", "owner", "environment", "rolloutPercentage", "targetingRules", "expiresAt")
LISTED_ATTRIBUTES = (*EVALUATION_ATTRIBUTES, "description", "createdAt", "updatedAt")
OWNED_ATTRIBUTES = ("flagKey", "description", "defaultEnabled", "environment", "updatedAt")

FLAGS = TableModel(
    "feature-flags",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    indexes=[
        Index(  # only what PF2, PF8 and PF10 read: changes of other attributes cost no write here
            "GSI1-FLAGS-INDEX",
            Key("GSI1PK"),
            Key("GSI1SK"),
            projection=include(*LISTED_ATTRIBUTES, "tenantId", "timestamp", "enabled", "testId", "userId", "variant"),
        ),
        Index(
            "GSI2-OWNER-INDEX",
            Key("GSI2PK"),
            Key("GSI2SK"),
            projection=include(*OWNED_ATTRIBUTES),
        ),
        Index("GSI3-TENANT-INDEX", Key("GSI3PK"), Key("GSI3SK"), projection=include("flagKey", "enabled", "environment")),
    ],
    ttl="expiresAt",
    stream=Stream.NEW_AND_OLD_IMAGES,  # the audit trail needs old values
    entities=[
        Entity(
            "FLAG_METADATA",
            PK="FLAG#{environment}#{flagKey}",
            SK="METADATA",
            GSI1PK="FLAGS#{environment}",
            GSI1SK="METADATA#{createdAt}",
            GSI2PK="OWNER#{environment}#{owner}",
            GSI2SK="FLAG#{flagKey}",
            attributes={
                "flagKey": "S",
                "description": "S",
                "defaultEnabled": "BOOL",
                "owner": "S",
                "environment": "S",
                "createdAt": "S",
                "updatedAt": "S",
                "updatedBy": "S",  # streams lack the writer, so the writer adds itself
                "version": "N",
                "expiresAt": "N",
                "rolloutPercentage": "N",
                "targetingRules": "L",
                "tags": "SS",
            },
            optional=["expiresAt", "rolloutPercentage", "targetingRules", "tags"],
        ),
        Entity(
            "FLAG_OVERRIDE",
            PK="TENANT#{tenantId}",
            SK="FLAG#{environment}#{flagKey}",
            GSI3PK="TENANT#{tenantId}",
            GSI3SK="FLAG#{environment}#{flagKey}",
            attributes={
                "tenantId": "S",
                "environment": "S",
                "flagKey": "S",
                "enabled": "BOOL",
                "updatedAt": "S",
                "updatedBy": "S",
            },
        ),
        Entity(
            "FLAG_EVALUATION",
            PK="TENANT#{tenantId}#EVAL#{flagKey}",
            SK="EVAL#{timestamp}#{evaluationId}",
            GSI1PK="EVALS#{environment}#{date}#{shard}",
            GSI1SK="FLAG#{flagKey}#{timestamp}",
            attributes={
                "tenantId": "S",
                "flagKey": "S",
                "timestamp": "S",
                "evaluationId": "S",
                "environment": "S",
                "date": "S",
                "enabled": "BOOL",
            },
            shards={"shard": 4},  # otherwise a day's evaluations would share one partition
            expires_after=timedelta(days=30),
        ),
        Entity(
            "AB_TEST",
            PK="ABTEST#{testId}",
            SK="METADATA",
            GSI1PK="ABTESTS#{environment}",
            GSI1SK="TEST#{createdAt}",
            attributes={"testId": "S", "environment": "S", "createdAt": "S", "updatedBy": "S", "variants": "L"},
        ),
        Entity(
            "AB_ASSIGNMENT",
            PK="ABTEST#{testId}",
            SK="ASSIGN#{userId}",
            GSI1PK="USER#{userId}",
            GSI1SK="ABTEST#{testId}#{timestamp}",
            attributes={"testId": "S", "userId": "S", "timestamp": "S", "updatedBy": "S", "variant": "S"},
        ),
    ],
    access_patterns=[
        Get(
            "PF1",
            "one flag",
            PK="FLAG#{environment}#{flagKey}",
            SK="METADATA",
            attributes=EVALUATION_ATTRIBUTES,
            used_by=[EVALUATOR],
        ),
        Query(
            "PF2",
            "all flags of an environment, newest first, by pages",
            name="flags",
            index="GSI1-FLAGS-INDEX",
            GSI1PK="FLAGS#{environment}",
            attributes=LISTED_ATTRIBUTES,
            descending=True,
            page_size=50,
            used_by=[EVALUATOR, ADMIN],
        ),
        Query(
            "PF3",
            "an owner's flags",
            index="GSI2-OWNER-INDEX",
            GSI2PK="OWNER#{environment}#{owner}",
            attributes=OWNED_ATTRIBUTES,
            used_by=[ADMIN],
        ),
        # IAM can't limit the value that a tenant writes into GSI3PK: readers drop items whose PK is another tenant's.
        Query("PF4", "a tenant's flags", index="GSI3-TENANT-INDEX", GSI3PK="TENANT#{tenantId}", used_by=[EVALUATOR, ADMIN]),
        BatchGet(
            "PF5",
            "many flags at once",
            name="many_flags",
            PK="FLAG#{environment}#{flagKey}",
            SK="METADATA",
            attributes=EVALUATION_ATTRIBUTES,
            used_by=[EVALUATOR],
        ),
        Put(
            "PF6",
            "save a flag, unless it has changed since",
            entity="FLAG_METADATA",
            condition="attribute_not_exists(PK) OR version = {expectedVersion:N}",
            used_by=[ADMIN],
        ),
        Put("PF7", "record an evaluation", entity="FLAG_EVALUATION", used_by=[EVALUATOR]).accepting(
            "DW269", because="each evaluation has an id of its own: nothing is replaced"
        ),
        Query(
            "PF8",
            "evaluations of a day",
            index="GSI1-FLAGS-INDEX",
            GSI1PK="EVALS#{environment}#{date}#{shard}",
            attributes=["GSI1SK", "tenantId", "flagKey", "timestamp", "enabled"],
            used_by=[ANALYTICS],
        ),
        Query(
            "PF9",
            "an A/B test and its assignments",
            name="ab_test_with_assignments",
            PK="ABTEST#{testId}",
            used_by=[EVALUATOR, ADMIN],
        ),
        Query(
            "PF10",
            "a user's assignments",
            index="GSI1-FLAGS-INDEX",
            GSI1PK="USER#{userId}",
            attributes=["testId", "userId", "timestamp", "variant"],
            used_by=[EVALUATOR],
        ),
        Get(
            "PF11a",
            "one of a tenant's own overrides",
            name="own_override",
            PK="TENANT#{tenantId}",
            SK="FLAG#{environment}#{flagKey}",
            used_by=[TENANT],
        ),
        Query(
            "PF11b",
            "a tenant's own overrides",
            name="own_overrides",
            PK="TENANT#{tenantId}",
            SK=begins_with("FLAG#"),
            used_by=[TENANT],
        ),
        Put("PF11c", "set an override of one's own", name="set_own_override", entity="FLAG_OVERRIDE", used_by=[TENANT]),
        Put("PF14", "save an A/B test", name="save_ab_test", entity="AB_TEST", used_by=[ADMIN]),
        Put(
            "PF15",
            "assign a user to a variant, once",
            entity="AB_ASSIGNMENT",
            condition="attribute_not_exists(PK)",
            used_by=[ADMIN],
        ),
        Query(
            "PF17",
            "A/B tests of an environment, newest first",
            name="ab_tests",
            index="GSI1-FLAGS-INDEX",
            GSI1PK="ABTESTS#{environment}",
            attributes=["testId", "environment", "createdAt"],  # the index's projection; PF9 has the variants
            descending=True,
            used_by=[ADMIN],
        ),
        Get(
            "PF18",
            "a flag with its version, before it is saved",
            name="whole_flag",
            PK="FLAG#{environment}#{flagKey}",
            SK="METADATA",
            consistent=True,
            used_by=[ADMIN],
        ),
    ],
)

AUDIT = TableModel(
    "feature-flags-audit",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    entities=[
        Entity(
            "FLAG_CHANGE",
            PK="{itemKey}",
            SK="CHANGE#{order}#{eventId}",
            attributes={
                "itemKey": "S",
                "order": "S",
                "eventId": "S",
                "what": ("INSERT", "MODIFY", "REMOVE"),
                "who": "S",
                "when": "S",
                "before": "S",
                "after": "S",
                "pieces": "N",
            },
        ),
        Entity(  # further pieces of values that are too long for one item
            "FLAG_CHANGE_PIECE",
            PK="{itemKey}",
            SK="CHANGE#{order}#{eventId}#PIECE#{piece}",
            attributes={"itemKey": "S", "order": "S", "eventId": "S", "piece": "S", "before": "S", "after": "S"},
        ),
    ],
    access_patterns=[
        Put(
            "PF12",
            "keep a change",
            entity="FLAG_CHANGE",
            condition="attribute_not_exists(PK)",
            in_transaction=True,  # in a transaction with its pieces: see runtime/transactions.py
            used_by=[FLAG_AUDIT],
        ),
        Put(
            "PF16",
            "keep the rest of a long change",
            entity="FLAG_CHANGE_PIECE",
            condition="attribute_not_exists(PK)",
            in_transaction=True,
            used_by=[FLAG_AUDIT],
        ),
        Query("PF13", "who changed an item", PK="{itemKey}", SK=begins_with("CHANGE#"), descending=True, used_by=[ADMIN]),
    ],
)

SYSTEM = System("feature_flags", [FLAGS, AUDIT], OtherNames(caches=("flags",))).accepting(  # the name of a cache must be short
    "DW273", because="the team's document names them so"
)
