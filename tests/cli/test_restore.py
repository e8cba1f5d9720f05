from collections.abc import Mapping

from dynawright.emulator.emulator import Emulator
from tests.cli.conftest import Dynawright, example
from tests.cli.tables import tables


def test_the_example_puts_back_what_was_lost(dynawright: Dynawright, cloud: Emulator, aws: Mapping[str, str]) -> None:
    words = example("restore")
    with tables(cloud, orders_production_restored=("PK",), orders_production=("PK",)) as client:
        client.put_item(TableName="orders-production-restored", Item={"PK": {"S": "1"}})
        assert dynawright(*words[:-1], **aws).returncode == 1
        assert client.scan(TableName="orders-production")["Items"] == []
        assert dynawright(*words, **aws).returncode == 0
        assert client.scan(TableName="orders-production")["Items"] == [{"PK": {"S": "1"}}]
        assert dynawright(*words[:-1], **aws).returncode == 0
