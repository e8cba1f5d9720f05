"""Mistakes are reported before Terraform runs: one line with the place and the fix, status 2."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.problems import codes

MODEL, STACK, PRODUCTION = "stacks/orders/model.py", "stacks/orders/stack.py", "environments/production.yaml"


@dataclass(frozen=True)
class Mistake:
    """A change of one file of the application, and what the line about it must name."""

    code: str
    file: str
    right: str
    wrong: str
    named: tuple[str, ...]


MISTAKES = {
    "a wrong argument of a resource": Mistake(
        "DW311",
        STACK,
        "        self.backup(",
        "        from dynawright.bindings.aws.sqs_queue import SqsQueue\n"
        '        SqsQueue(self, "Queue", nmae="queue")\n'
        "        self.backup(",
        ("stacks/orders/stack.py:", "aws_sqs_queue", "'nmae'", "'name'"),
    ),
    "an index dropped from the model": Mistake(
        "DW211", MODEL, 'indexes=[Index("ByDay", Key("day"), Key("SK"))],', "", ("stacks/orders/model.py:", "ORDER", "'day'")
    ),
    "a pattern that no index serves": Mistake(
        "DW221",
        MODEL,
        'index="ByDay", day="{day}"',
        'index="ByDay", customerId="{customerId}"',
        ("orders", "PO3", "ByDay", "day"),
    ),
    "a typo in a setting": Mistake(
        "DW104", PRODUCTION, "tags:", "tabel: {deletion_protection: false}\ntags:", ("production.yaml:", "tabel", "'table'")
    ),
    "an expression of Terraform in a setting": Mistake(
        "DW109", PRODUCTION, "CostCenter: sales", "CostCenter: \"${file('secrets')}\"", ("production.yaml:", "tags.CostCenter")
    ),
    "a consumer that is no list": Mistake(
        "DW201", MODEL, 'SK="ORDER#{orderId}", used_by=[API]', 'SK="ORDER#{orderId}", used_by=API', ("PO1", "used_by")
    ),
    "a table that the stack builds twice": Mistake(
        "DW305",
        STACK,
        "        self.backup(",
        '        self.table("Again", model.LOG, key=key)\n        self.backup(',
        ("order-log", "2"),
    ),
    "a grant that no pattern asks for": Mistake(
        "DW323", STACK, "model.ORDER_LOG, log)", "model.ORDER_LOG, orders)", ("orders", "'order-log'", "used_by")
    ),
    "a stack of another name": Mistake(
        "DW302", STACK, "class OrdersStack", "class OrderStack", ("stacks/orders/stack.py", "OrdersStack")
    ),
    "a parenthesis that stays open": Mistake("DW001", MODEL, "API = Consumer(", "API = Consumer((", ("stacks/orders/model.py:",)),
    "a second construct of the same id": Mistake("DW314", STACK, 'self.table("Log"', 'self.table("Orders"', ("'Orders'",)),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_said_in_one_line_without_a_traceback(name: str, application: Path) -> None:
    mistake = MISTAKES[name]
    text = (application / mistake.file).read_text()
    assert mistake.right in text
    (application / mistake.file).write_text(text.replace(mistake.right, mistake.wrong))
    environ = {**os.environ, "DYNAWRIGHT_ENV": "production", "DYNAWRIGHT_SYSTEM": "orders"}
    done = subprocess.run([sys.executable, "main.py"], cwd=application, env=environ, capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    assert done.returncode == 2, done.stderr
    assert all(line.startswith("error[") for line in lines), done.stderr
    named = [line for line in lines if all(part in line for part in mistake.named)]
    assert mistake.code in codes("\n".join(named)), done.stderr
    assert list(application.rglob("cdk.tf.json")) == []
