"""What the team's page says of the shop, typed from it by hand."""

from tests.stacks.pages import Page, keys, single

PAGE = Page(
    tables={"DynamoDBShop": single("GSI1")},
    entities={
        "PRODUCT": keys("PRODUCT#{ProductId}", "METADATA", GSI1PK="CATEGORY#{Category}", GSI1SK="PRODUCT#{ProductId}"),
        "CUSTOMER": keys("CUSTOMER#{CustomerId}", "METADATA"),
        "ORDER": keys("CUSTOMER#{CustomerId}", "ORDER#{OrderId}", GSI1PK="ORDERS#{OrderDate}", GSI1SK="ORDER#{OrderId}"),
        "DAILY_SALES": keys("SALES#{OrderDate}", "SUMMARY"),
    },
    lives={},
    patterns={
        "PS1": "GetItem PK=PRODUCT#{ProductId} SK=METADATA",
        "PS2": "Query GSI1 GSI1PK=CATEGORY#{Category}",
        "PS3": "Query PK=CUSTOMER#{CustomerId} SK^ORDER#",
        "PS4": "Query GSI1 GSI1PK=ORDERS#{OrderDate}",
        "PS5": "TransactWriteItems put ORDER if attribute_not_exists(PK), "
        "update PK=PRODUCT#{ProductId} SK=METADATA if Stock >= {Quantity}",
        "PS6": "GetItem PK=SALES#{OrderDate} SK=SUMMARY",
        "PS7": "UpdateItem PK=PRODUCT#{ProductId} SK=METADATA",
    },
    attributes={
        "PRODUCT": "EntityType ProductId Name Stock Price Category",
        "ORDER": "EntityType OrderId Amount OrderDate",
        "DAILY_SALES": "EntityType Total Orders",
    },
)
