"""What customers, the warehouse and the support desk do, and what functions make of it."""

import pytest

from stacks.shop.model import API, AUDIT_LOG, STREAM_JOBS, SUPPORT, WAREHOUSE
from tests.stacks.stage import Cast, Stage, Story


def a_customer_buys_until_the_shop_is_sold_out(cast: Cast) -> None:
    api = cast.client(API)

    # The shop offers three lamps. Adding the product again must not fill the stock up.
    lamp = {"ProductId": "lamp-1", "Category": "lights-1", "Name": "Lamp", "Stock": 3, "Price": 20}
    api.add_product(**lamp)
    with cast.refused():
        api.add_product(**lamp)
    assert [one["ProductId"] for one in api.products_of_category(Category="lights-1")] == ["lamp-1"]

    # Ann registers and buys two of them; her browser sends the order twice, and she gets it once.
    api.save_customer(CustomerId="ann-1", Name="Ann")
    order = {"CustomerId": "ann-1", "ProductId": "lamp-1", "Quantity": 2, "Amount": 40, "OrderDate": "2040-01-01"}
    api.place_order(OrderId="o1", **order)
    with cast.refused() as error:
        api.place_order(OrderId="o1", **order)
    assert 0 in error.value.parts  # the order is there

    # Two more are not there to be had, and nothing of that order is kept.
    with cast.refused() as error:
        api.place_order(OrderId="o2", **order)
    assert error.value.parts == (1,)  # the stock
    assert api.product(ProductId="lamp-1")["Stock"] == 1
    assert [one["OrderId"] for one in api.customer_orders(CustomerId="ann-1")] == ["o1"]
    assert [one["CustomerId"] for one in api.orders_of_day(OrderDate="2040-01-01")] == ["ann-1"]
    assert api.customer(CustomerId="ann-1")["Name"] == "Ann"

    # What the stream functions keep is the support desk's business.
    with cast.denied():
        list(cast.client(SUPPORT, under=API).item_history(ItemKey="PRODUCT#lamp-1|METADATA"))


def goods_arrive_at_the_warehouse(cast: Cast) -> None:
    api, warehouse = cast.client(API), cast.client(WAREHOUSE)
    api.add_product(ProductId="desk-2", Category="desks-2", Name="Desk", Stock=1, Price=300)

    # Two deliveries are booked; one with an unknown label is refused and makes no product.
    warehouse.restock(ProductId="desk-2", Quantity=5)
    warehouse.restock(ProductId="desk-2", Quantity=4)
    with cast.refused():
        warehouse.restock(ProductId="dsk-2", Quantity=5)
    assert api.product(ProductId="desk-2")["Stock"] == 10
    assert api.product(ProductId="dsk-2") is None

    # The warehouse neither reads what the shop sells nor adds to it.
    with cast.denied():
        cast.client(API, under=WAREHOUSE).product(ProductId="desk-2")
    with cast.denied():
        cast.client(API, under=WAREHOUSE).add_product(ProductId="desk-3", Category="desks-2", Name="Desk", Stock=1, Price=300)


def an_order_counts_into_its_day_and_low_stock_is_told(cast: Cast) -> None:
    api, changes = cast.client(API), cast.changes()
    assert api.day_sales(OrderDate="2040-01-03") is None

    # Eleven chairs are in stock, two of them are sold: the alert is due at ten.
    api.add_product(ProductId="chair-3", Category="chairs-3", Name="Chair", Stock=11, Price=50)
    order = {"CustomerId": "ann-3", "ProductId": "chair-3", "Quantity": 1, "OrderDate": "2040-01-03"}
    api.place_order(OrderId="o1", Amount=50, **order)
    api.place_order(OrderId="o2", Amount=45, **order)
    effects = cast.deliver(changes).effects["stream_jobs"]

    sales = api.day_sales(OrderDate="2040-01-03")
    assert (sales["Total"], sales["Orders"]) == (95, 2)
    assert effects["messages to SNS"] == 1

    # The function adds sales up; it reads no product and makes none.
    with cast.denied():
        cast.client(API, under=STREAM_JOBS).product(ProductId="chair-3")
    with cast.denied():
        cast.client(API, under=STREAM_JOBS).add_product(ProductId="x", Category="x", Name="X", Stock=1, Price=1)


def every_change_is_audited(cast: Cast) -> None:
    api, changes = cast.client(API), cast.changes()

    api.add_product(ProductId="rug-4", Category="rugs-4", Name="Rug", Stock=50, Price=80)
    cast.client(WAREHOUSE).restock(ProductId="rug-4", Quantity=1)
    effects = cast.deliver(changes).effects["audit_log"]

    assert effects == {f"new AUDIT_ENTRY in {cast.table('DynamoDBShopAudit')}": 2}
    with cast.denied():  # the function writes the trail, and can't look into it
        list(cast.client(SUPPORT, under=AUDIT_LOG).item_history(ItemKey="PRODUCT#rug-4|METADATA"))


def support_finds_out_what_happened(cast: Cast) -> None:
    api, support, changes = cast.client(API), cast.client(SUPPORT), cast.changes()
    api.add_product(ProductId="bed-5", Category="beds-5", Name="Bed", Stock=11, Price=500)
    order = {"CustomerId": "ann-5", "ProductId": "bed-5", "Amount": 1000, "OrderDate": "2040-01-05"}
    api.place_order(OrderId="o1", Quantity=2, **order)
    cast.deliver(changes)

    # "Was my order counted?" Its history has the change, and the change has a marker.
    (placed,) = support.item_history(ItemKey="CUSTOMER#ann-5|ORDER#o1")
    assert placed["EventName"] == "INSERT"
    assert support.whether_sale_was_counted(EventId=placed["EventId"])["Status"] == "DONE"

    # "Why did nobody order more beds?" They were told when the stock fell below ten.
    history = list(support.item_history(ItemKey="PRODUCT#bed-5|METADATA"))
    assert [one["EventName"] for one in history] == ["INSERT", "MODIFY"]
    fell = history[1]["EventId"]
    assert support.whether_notification_was_sent(NotificationId=f"{fell}-LOW_STOCK")["Status"] == "DONE"
    assert support.search_position(Document="PRODUCT#bed-5") is None  # the search index is switched off here

    # Support looks at what happened, not at customers.
    with cast.denied():
        cast.client(API, under=SUPPORT).customer(CustomerId="ann-5")


STORIES = (
    a_customer_buys_until_the_shop_is_sold_out,
    goods_arrive_at_the_warehouse,
    an_order_counts_into_its_day_and_low_stock_is_told,
    every_change_is_audited,
    support_finds_out_what_happened,
)


@pytest.mark.parametrize("story", STORIES)
def test_story(stage: Stage, story: Story) -> None:
    stage.play(story)
