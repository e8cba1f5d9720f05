"""What the team's page says of feature flags, typed from it by hand."""

from tests.stacks.pages import Page, keys, single

PAGE = Page(
    tables={
        "feature-flags": single(
            "GSI1-FLAGS-INDEX", "GSI2-OWNER-INDEX", "GSI3-TENANT-INDEX", projection="INCLUDE", ttl="expiresAt"
        )
    },
    entities={
        "FLAG_METADATA": keys(
            "FLAG#{environment}#{flagKey}",
            "METADATA",
            GSI1PK="FLAGS#{environment}",
            GSI1SK="METADATA#{createdAt}",
            GSI2PK="OWNER#{environment}#{owner}",
            GSI2SK="FLAG#{flagKey}",
        ),
        "FLAG_OVERRIDE": keys(
            "TENANT#{tenantId}",
            "FLAG#{environment}#{flagKey}",
            GSI3PK="TENANT#{tenantId}",
            GSI3SK="FLAG#{environment}#{flagKey}",
        ),
        "FLAG_EVALUATION": keys(  # `#{shard}`: the page's correction
            "TENANT#{tenantId}#EVAL#{flagKey}",
            "EVAL#{timestamp}#{evaluationId}",
            GSI1PK="EVALS#{environment}#{date}#{shard}",
            GSI1SK="FLAG#{flagKey}#{timestamp}",
        ),
        "AB_TEST": keys("ABTEST#{testId}", "METADATA", GSI1PK="ABTESTS#{environment}", GSI1SK="TEST#{createdAt}"),
        "AB_ASSIGNMENT": keys("ABTEST#{testId}", "ASSIGN#{userId}", GSI1PK="USER#{userId}", GSI1SK="ABTEST#{testId}#{timestamp}"),
    },
    lives={"FLAG_EVALUATION": "30 days"},  # PF7: "with TTL"; the page leaves the time to us
    patterns={
        "PF1": "GetItem PK=FLAG#{environment}#{flagKey} SK=METADATA projected",
        "PF2": "Query GSI1-FLAGS-INDEX GSI1PK=FLAGS#{environment} descending pages of 50 projected",
        "PF3": "Query GSI2-OWNER-INDEX GSI2PK=OWNER#{environment}#{owner} projected",
        "PF4": "Query GSI3-TENANT-INDEX GSI3PK=TENANT#{tenantId}",
        "PF5": "BatchGetItem PK=FLAG#{environment}#{flagKey} SK=METADATA projected",
        "PF6": "PutItem FLAG_METADATA if attribute_not_exists(PK) OR version = {expectedVersion:N}",
        "PF7": "PutItem FLAG_EVALUATION",
        "PF8": "Query GSI1-FLAGS-INDEX GSI1PK=EVALS#{environment}#{date}#{shard} projected",
        "PF9": "Query PK=ABTEST#{testId}",
        "PF10": "Query GSI1-FLAGS-INDEX GSI1PK=USER#{userId} projected",
        "PF11a": "GetItem PK=TENANT#{tenantId} SK=FLAG#{environment}#{flagKey}",
        "PF11b": "Query PK=TENANT#{tenantId} SK^FLAG#",
        "PF11c": "PutItem FLAG_OVERRIDE",
    },
    attributes={
        "FLAG_METADATA": "flagKey description defaultEnabled owner environment createdAt updatedAt expiresAt? rolloutPercentage? "
        "targetingRules? tags?",
    },
)
