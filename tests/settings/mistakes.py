"""A mistake for each code of settings; the catalogue of errors shows what a command says about it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dynawright.constructs.encryption import EncryptionKey
from dynawright.settings import load, load_named
from dynawright.settings.discovered import application_class
from dynawright.systems import systems
from tests.constructs.conftest import MINIMAL as ORDERS
from tests.constructs.conftest import SOMEBODY, plain_stack
from tests.settings.systems import MINIMAL, SETTINGS

FILE = Path("environments/test.yaml")
FUNCTION = "arn:aws:lambda:eu-west-1:123456789012:function:pager"
KEY = "arn:aws:kms:eu-west-1:111111111111:key/a"
TOPIC = "arn:aws:sns:us-east-1:123456789012:oncall"
VPC = "network: {vpc_id: vpc-0a1b2c3d, route_table_ids: [rtb-0a1b2c3d]}"


@dataclass(frozen=True)
class Mistake:
    """Lines that are added to the smallest environment, or else what is called."""

    lines: str = ""
    call: Callable[[], object] = lambda: load(FILE, SETTINGS)

    def make(self) -> None:
        """Make the mistake, in a project that is the working directory."""
        FILE.parent.mkdir(exist_ok=True)
        FILE.write_text(MINIMAL + self.lines)
        self.call()


def replaced(old: str, new: str) -> Mistake:
    """Replace text of the smallest environment."""

    def call() -> None:
        FILE.write_text(MINIMAL.replace(old, new))
        load(FILE, SETTINGS)

    return Mistake(call=call)


def written(file: str, text: str, call: Callable[[], object]) -> Mistake:
    """Write a file of the project."""

    def make() -> None:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        Path(file).write_text(text)
        call()

    return Mistake(call=make)


def _beside(name: str) -> Mistake:
    """Write another environment of the same account beside one that workflows deploy."""

    def call() -> None:
        FILE.with_stem(name).write_text(MINIMAL.replace("name: test", f"name: {name}"))
        load(FILE, SETTINGS)

    boundary = "roles: {permissions_boundary_arn: 'arn:aws:iam::123456789012:policy/boundary'}\n"
    return Mistake(f"{boundary}deployment: {{repository: acme/app}}", call)


def _processor_of_another_name() -> None:
    stack = plain_stack()
    key = EncryptionKey(stack, "Key", name="orders-key", settings=stack.settings.encryption)
    table = stack.table("Orders", ORDERS, key=key)
    stack.processor("Audit", Path("stacks/orders/functions/audit_log"), table=table, consumer=SOMEBODY, key=key)


MODEL = """\
from dynawright.model import Consumer, Entity, Get, Key, System, TableModel

API = Consumer("api", "for tests")
TABLE = TableModel(
    "orders",
    partition_key=Key("id"),
    entities=[Entity("ORDER", id="{id}")],
    access_patterns=[Get("P1", "an order", id="{id}", used_by=[API])],
)
SYSTEM = System("orders", [TABLE])
"""

MISTAKES: dict[str, Mistake] = {
    "DW100": Mistake(call=lambda: load_named("tset")),
    "DW101": Mistake(call=lambda: load(Path("environments/absent.yaml"), SETTINGS)),
    "DW102": Mistake("#" * 70_000),
    "DW103": Mistake("table: {}}"),
    "DW104": Mistake("table: {deletion_protektion: true}"),
    "DW105": replaced("region: eu-west-1\n", ""),
    "DW106": Mistake("table: {point_in_time_recovery_days: 36}"),
    "DW107": Mistake("region: eu-west-2"),
    "DW108": Mistake("encryption: {deletion_window_days: 010}"),
    "DW109": Mistake("tags: {Owner: '${path.cwd}'}"),
    "DW110": Mistake("systems: {orders: {vault: {lock: none}}}"),
    "DW111": Mistake("systems: {order: {logs: {retention_days: 7}}}"),
    "DW112": Mistake("systems: {warehouse: {logs: {retention_days: 7}}}"),
    "DW113": Mistake("systems: {orders: {cache: {enabled: true}}}"),
    "DW114": replaced("project: acme", "project: orders"),
    "DW115": written("stacks/order_desk/settings.py", "OrderDeskSettings = {}\n", application_class),
    "DW116": Mistake("other_regions: [us-east-1, us-east-1]"),
    "DW117": replaced("name: test", "name: dev"),
    "DW118": written("stacks/order_desk/model.py", MODEL, systems),
    "DW119": Mistake(call=_processor_of_another_name),
    "DW120": Mistake("table: {write_capacity_units: 5}"),
    "DW121": Mistake("table: {ignore_changes: [point_in_time_recovery]}"),
    "DW122": Mistake("table: {replicas: [{region: eu-west-2}]}"),
    "DW123": Mistake(f"other_regions: [us-east-1]\ntable: {{replicas: [{{region: us-east-1, kms_key_arn: '{KEY}'}}]}}"),
    "DW124": Mistake(
        "other_regions: [us-east-1]\n"
        "table: {capacity_mode: provisioned, autoscaling: {enabled: false}, replicas: [{region: us-east-1}]}"
    ),
    "DW125": Mistake("table: {capacity_mode: provisioned, read_capacity_units: 50, autoscaling: {read_max_units: 40}}"),
    "DW126": Mistake(
        "table:\n  capacity_mode: provisioned\n"
        "  autoscaling: {schedules: [{name: night, schedule: 'cron(0 20 * * ? *)', write_max_units: 3}]}"
    ),
    "DW127": Mistake("other_regions: [eu-west-2]\ntable: {witness_region: eu-west-2}"),
    "DW128": Mistake("table: {warm_read_units: 12000}"),
    "DW130": Mistake("backup: {daily_retention_days: 0, weekly_retention_days: 0, monthly_retention_days: 0}"),
    "DW131": Mistake("backup: {start_window_minutes: 480}"),
    "DW132": Mistake("backup: {monthly_retention_days: 119}"),
    "DW133": Mistake("backup: {copy_to_vault_arns: ['arn:aws:backup:eu-west-1:123456789012:backup-vault:acme-test']}"),
    "DW134": Mistake("backup: {daily_retention_days: 6}"),
    "DW135": Mistake("vault: {lock_changeable_for_days: 5}"),
    "DW136": Mistake("export: {expire_after_days: 90}"),
    "DW140": Mistake("network: {vpc_id: vpc-0a1b2c3d}"),
    "DW141": Mistake("systems: {flags: {cache: {enabled: true}}}"),
    "DW142": Mistake(f"systems:\n  agents: {{{VPC}}}\n  flags: {{{VPC}}}"),
    "DW143": Mistake("audit: {lock_days: 400}"),
    "DW144": Mistake(
        "systems: {flags: {cache: {enabled: true, node_count: 1}, audit: {data_events: reads_and_writes}, "
        f"{VPC[:-1]}, subnet_ids: [subnet-0a1b2c3d]}}}}}}"
    ),
    "DW150": Mistake("streams: {record_age_seconds: 65}"),
    "DW151": Mistake("streams: {reserved_concurrency: 2, parallelization: 3}"),
    "DW152": Mistake("systems: {orders: {streams: {audit_log: {record_age_seconds: 600}}}}"),
    "DW160": Mistake(f"notifications: {{topic_arn: '{TOPIC}'}}"),
    "DW161": Mistake(
        f"notifications: {{topic_arn: '{TOPIC.replace('us-east-1', 'eu-west-1')}', "
        "subscriptions: [{protocol: email, endpoint: oncall@example.com}]}"
    ),
    "DW162": Mistake("notifications: {subscriptions: [{protocol: email, endpoint: oncall}]}"),
    "DW163": Mistake(
        f"notifications: {{subscriptions: [{{protocol: lambda, endpoint: '{FUNCTION}'}}]}}\n"
        "systems: {orders: {region: us-east-1}}"
    ),
    "DW164": Mistake("alarms: {messages: {Slwo: none}}"),
    "DW170": Mistake("tags: {ManagedBy: me}"),
    "DW171": Mistake("deployment: {repository: acme/orders}"),
    "DW172": Mistake("other_regions: [eu-west-1]"),
    "DW173": Mistake("deployment: {owner_id: 84790634}"),
    "DW174": _beside("pretest"),
    "DW175": Mistake("systems: {orders: {consumers: {api: {assumed_by: [{account_id: '222222222222'}]}}}}"),
    "DW180": Mistake("provider: {version: 5.99.0}"),
    "DW181": Mistake("provider: {version: 6.20.0}"),
    "DW182": replaced("{bucket: test-state}", "{backend: http, config: {address: 'https://s.example.com/{stack}'}}"),
    "DW183": replaced("{bucket: test-state}", "{backend: pg, config: {schema_name: '{stack}', conn_str: secret}}"),
    "DW184": Mistake(
        "other_regions: [eu-west-2, eu-west-3]\nprovider: {version: 5.100.0}\n"
        "table: {replica_consistency: strong, replicas: [{region: eu-west-2}, {region: eu-west-3}]}"
    ),
    "DW199": Mistake("systems: {orders: {report: {words: 300}}}"),
}
