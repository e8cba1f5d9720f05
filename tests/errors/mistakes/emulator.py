"""A mistake for each code of the emulator and of stream functions."""

from pathlib import Path

from dynawright.deploy.deploy import terraform_in
from dynawright.deploy.plan import Plan
from dynawright.emulator.demo import check_second_plan
from dynawright.emulator.engines.dynamodb_local import DYNAMODB_LOCAL, FOLDER_VARIABLE
from dynawright.emulator.streams.function import find
from dynawright.rules.event_patterns import passes
from dynawright.settings import load_named
from tests.errors.mistakes.deployment import with_terraform, with_variable
from tests.errors.mistakes.source import Mistake

CHANGED = {"address": "aws_dynamodb_table.Orders_Table", "change": {"actions": ["update"]}}


def _without_jars() -> None:
    with DYNAMODB_LOCAL.start():
        pass


MISTAKES: dict[str, Mistake] = {
    "DW601": with_variable(FOLDER_VARIABLE, "jars", _without_jars),
    "DW602": with_variable(
        "AWS_ENDPOINT_URL", "http://127.0.0.1:9", with_terraform(lambda: terraform_in(Path.cwd(), load_named("local")))
    ),
    "DW603": lambda: check_second_plan("orders", Plan(is_empty=False, raw={"resource_changes": [CHANGED]})),
    "DW604": lambda: find("orders", "order_lock"),
    "DW606": lambda: passes([{"eventName": [{"cidr": "10.0.0.0/8"}]}], {"eventName": "INSERT"}),
}
