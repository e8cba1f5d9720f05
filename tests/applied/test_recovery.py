"""A deployment that failed half-way is recovered by running it again."""

from pathlib import Path

import pytest

from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.logs import LogGroup
from dynawright.deploy.terraform import TerraformError
from dynawright.emulator.emulator import Emulator
from dynawright.settings import EncryptionSettings, LogSettings, TableSettings
from dynawright.stack import SystemStack
from tests.applied.small_stack import ACCOUNT_ID, SmallStack, applied
from tests.constructs.conftest import MINIMAL
from tests.constructs.test_table import table
from tests.problems import told

IN_THE_WAY = "/orders-test"


def build(stack: SystemStack) -> None:
    table(stack, MINIMAL)
    key = EncryptionKey(stack, "LogKey", name="orders-log-key", settings=EncryptionSettings(key="aws_owned"))
    LogGroup(stack, "Logs", name="/orders", key=key, settings=LogSettings(retention_days=7))


def test_what_an_apply_left_undone_is_done_by_the_next_and_what_it_did_is_kept(needs_terraform: None, tmp_path: Path) -> None:
    with Emulator(ACCOUNT_ID) as emulator:
        small = SmallStack(tmp_path, emulator)
        small.write(build)
        small.terraform.init()
        logs, dynamodb = small.client("logs"), small.client("dynamodb")
        logs.create_log_group(logGroupName=IN_THE_WAY)  # made by hand: AWS refuses ours
        with pytest.raises(TerraformError, match="ResourceAlreadyExistsException"):
            small.terraform.apply()
        created = dynamodb.describe_table(TableName="orders-test")["Table"]["CreationDateTime"]
        assert not any(address.startswith("aws_cloudwatch_log_group.") for address in small.terraform.addresses())

        logs.delete_log_group(logGroupName=IN_THE_WAY)
        small.terraform.apply()
        assert small.terraform.plan().is_empty
        assert dynamodb.describe_table(TableName="orders-test")["Table"]["CreationDateTime"] == created
        assert any(address.startswith("aws_cloudwatch_log_group.") for address in small.terraform.addresses())


def test_a_table_that_is_half_made_is_named_and_kept_once_it_is_untainted(needs_terraform: None, tmp_path: Path) -> None:
    with applied(tmp_path, lambda stack: table(stack, MINIMAL)) as small:
        created = small.client("dynamodb").describe_table(TableName="orders-test")["Table"]["CreationDateTime"]
        (address,) = [one for one in small.terraform.addresses() if one.startswith("aws_dynamodb_table.")]
        small.terraform._run("taint", address)  # the state after an apply whose last steps failed
        with pytest.raises(TerraformError) as error:
            small.terraform.plan()
        assert told(error.value.problems)[:1] == [("DW415", address, address)]
        small.terraform._run("untaint", address)  # what the fix says
        assert small.terraform.plan().is_empty
        assert small.client("dynamodb").describe_table(TableName="orders-test")["Table"]["CreationDateTime"] == created
        small.write(lambda stack: table(stack, MINIMAL, settings=TableSettings(deletion_protection=False, prevent_destroy=False)))
        small.terraform.apply()
