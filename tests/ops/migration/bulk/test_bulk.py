"""Items by files: written once, loaded by DynamoDB into an existing or a new table."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dynawright.ops.migration.bulk import load
from dynawright.ops.migration.value import text
from tests.ops.migration.bulk.conftest import BUCKET, TRANSFORMS, Aws, findings, items
from tests.problems import codes

Said = pytest.CaptureFixture[str]
Migrate = Callable[..., int]
BY_USER = ("--transform", f"{TRANSFORMS}:by_user")


def session(number: int, **more: Any) -> dict[str, Any]:
    return {"sessionId": {"S": f"s{number}"}, "userId": {"S": f"u{number % 3}"}, "photo": {"B": bytes([number])}, **more}


def moved() -> list[str]:
    """Return the items that `by_user` makes of the sessions."""
    return sorted(text({**session(number), "movedFrom": {"S": "sessions"}}) for number in range(20))


@pytest.fixture
def source(aws: Aws, named: str) -> str:
    table = aws.table(f"{named}-from", "sessionId")
    aws.put(table, *map(session, range(20)), {"sessionId": {"S": "g"}, "userId": {"S": "guest"}})
    return table


@pytest.fixture
def target(aws: Aws, named: str) -> str:
    return aws.table(f"{named}-to", "userId", "sessionId")


def test_a_table_that_is_there_is_loaded_in_bulk(
    aws: Aws, migrate: Migrate, source: str, target: str, named: str, capsys: Said
) -> None:
    assert migrate("run", source, target, f"s3://{BUCKET}/{named}", *BY_USER) == 0
    assert aws.items(target) == moved()
    output = capsys.readouterr().out.splitlines()
    assert output[0].startswith("about 20 items; prices of ap-northeast-1 as of ")
    assert [line.split("  ")[0] for line in output[3:6]] == ["PutItem, on demand", "import, new table", "bulk put"]
    assert "21 records read: 20 items, 1 dropped by the transform" in output
    assert f"put in bulk: 20 items into {target}" in output


def test_it_goes_on_with_verify_and_never_copies_again(
    migrate: Migrate, ops: Callable[..., int], source: str, target: str, named: str, tmp_path: Path, capsys: Said
) -> None:
    assert migrate("run", source, target, f"s3://{BUCKET}/{named}", *BY_USER) == 0
    given = ("--from", source, "--to", target, *BY_USER, "--state", str(tmp_path / "m.state"))
    assert ops("migrate", "verify", *given) == 0
    assert "compared: the target has every item of the source, and nothing else (20 items)" in capsys.readouterr().out
    assert migrate("run", source, target, f"s3://{BUCKET}/{named}-again", *BY_USER) == 2
    assert codes(capsys.readouterr().err) == ["DW728"]


def test_a_plan_tells_what_it_costs_and_writes_nothing(
    aws: Aws, migrate: Migrate, source: str, target: str, named: str, tmp_path: Path, capsys: Said
) -> None:
    prices = tmp_path / "prices.yaml"
    prices.write_text("region: ap-northeast-1\nimport_gb: 1000000\n")
    assert migrate("plan", source, target, f"s3://{BUCKET}/{named}", *BY_USER, "--prices", str(prices)) == 0
    put, imported, bulk = capsys.readouterr().out.splitlines()[3:6]
    assert " 20 write units " in put
    assert put.endswith("0:00:00 (100 units a second)")
    assert float(imported.split()[-4]) == pytest.approx(1e6 * 20 * 110 / 1024**3, rel=0.2)
    assert bulk.split()[-4] == "?"
    assert aws.s3.list_objects_v2(Bucket=BUCKET, Prefix=f"{named}/")["KeyCount"] == 0


def test_a_new_table_is_imported_as_its_stack_builds_it(
    aws: Aws, migrate: Migrate, named: str, application: Path, capsys: Said
) -> None:
    source = aws.table(f"{named}-from", "PK", "SK")
    aws.put(source, {"PK": {"S": "CUSTOMER#1"}, "SK": {"S": "ORDER#1"}, "day": {"S": "2026-11-19"}, "amount": {"N": "3"}})
    assert migrate("run", source, "orders-local", f"s3://{BUCKET}/{named}", "--environment", "local") == 0
    assert aws.items("orders-local") == aws.items(source)
    table = aws.dynamodb.describe_table(TableName="orders-local")["Table"]
    assert [key["AttributeName"] for key in table["KeySchema"]] == ["PK", "SK"]
    assert [(index["IndexName"], index["Projection"]) for index in table["GlobalSecondaryIndexes"]] == [
        ("ByDay", {"ProjectionType": "ALL"})
    ]
    (block,) = json.loads((application / "stacks" / "orders" / "imports" / "local.json").read_text())["import"]
    assert block["id"] == "orders-local"
    assert block["to"].startswith("aws_dynamodb_table.")
    output = capsys.readouterr().out
    assert "imported: 1 items into the new table orders-local" in output
    assert "It changes " in output


def test_an_unknown_table_is_refused_before_anything_is_read(migrate: Migrate, source: str, named: str, capsys: Said) -> None:
    assert migrate("run", source, "order-local", f"s3://{BUCKET}/{named}", "--environment", "local") == 2
    errors = capsys.readouterr().err
    assert codes(errors) == ["DW736"]
    assert "orders-local" in errors


def test_an_old_botocore_is_told_before_anything_is_written(
    aws: Aws, migrate: Migrate, source: str, target: str, named: str, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "BULK_PUT", "StartBulkPutItemsOfNextYear")
    assert migrate("run", source, target, f"s3://{BUCKET}/{named}", *BY_USER) == 2
    assert codes(capsys.readouterr().err) == ["DW736"]
    assert aws.s3.list_objects_v2(Bucket=BUCKET, Prefix=f"{named}/")["KeyCount"] == 0


def test_an_export_becomes_files_in_a_folder(
    aws: Aws, migrate: Migrate, source: str, target: str, tmp_path: Path, capsys: Said
) -> None:
    aws.put(source, {"sessionId": {"S": "bad"}})
    folder = tmp_path / "items"
    assert migrate("run", aws.export(source), target, str(folder), *BY_USER) == 1
    assert sorted(items(folder)) == moved()
    ((kind, place, key, reason),) = findings(folder)
    assert (kind, key, reason) == ("rejected", None, "the transform raised KeyError: 'userId'")
    assert place.startswith("data/")
    summary = json.loads((folder / "summary.json").read_text())
    assert {name: summary[name] for name in ("read", "items", "dropped", "rejected")} == {
        "read": 22,
        "items": 20,
        "dropped": 1,
        "rejected": 1,
    }
    assert "migrate load" in capsys.readouterr().out


def test_what_a_run_wrote_is_an_export_itself(aws: Aws, migrate: Migrate, source: str, target: str, tmp_path: Path) -> None:
    assert migrate("run", aws.export(source), target, str(tmp_path / "one"), *BY_USER) == 0
    assert migrate("run", str(tmp_path / "one"), target, str(tmp_path / "two")) == 0
    assert items(tmp_path / "two") == items(tmp_path / "one")


def test_of_two_records_with_one_key_none_is_loaded(aws: Aws, migrate: Migrate, named: str, target: str, tmp_path: Path) -> None:
    source = aws.table(f"{named}-from", "sessionId")
    for name, to in {"a": ["1"], "b": ["1", "2"], "c": ["3"]}.items():
        aws.put(source, {"sessionId": {"S": name}, "to": {"L": [{"N": number} for number in to]}})
    folder = tmp_path / "items"
    assert migrate("run", source, target, str(folder), "--transform", f"{TRANSFORMS}:fan_out") == 1
    assert [json.loads(item)["userId"]["S"] for item in items(folder)] == ["u2", "u3"]
    key = '{"sessionId":{"S":"s"},"userId":{"S":"u1"}}'
    assert [finding[:3] for finding in findings(folder)] == [
        ("conflict", '{"sessionId":{"S":"a"}}', key),
        ("conflict", '{"sessionId":{"S":"b"}}', key),
    ]


def test_a_place_that_is_not_empty_is_left_alone(
    migrate: Migrate, source: str, target: str, tmp_path: Path, capsys: Said
) -> None:
    (tmp_path / "items").mkdir()
    (tmp_path / "items" / "mine").write_text("keep")
    assert migrate("run", source, target, str(tmp_path / "items"), *BY_USER) == 2
    assert codes(capsys.readouterr().err) == ["DW735"]
    assert [path.name for path in (tmp_path / "items").iterdir()] == ["mine"]


def test_only_what_is_complete_is_loaded(
    aws: Aws, migrate: Migrate, target: str, named: str, tmp_path: Path, capsys: Said
) -> None:
    aws.s3.put_object(Bucket=BUCKET, Key=f"{named}/data/part-00000-000.json.gz", Body=b"")
    for via in (f"s3://{BUCKET}/{named}", str(tmp_path)):
        assert migrate("load", "-", target, via) == (2 if via.startswith("s3") else 0)
    assert codes(capsys.readouterr().err) == ["DW735"]


@pytest.mark.parametrize(
    "harm", ["cut", "missing", "fewer", "no-item", "incremental", "outside", "no-parts", "a-list", "no-manifest"]
)
def test_a_damaged_export_is_told(
    aws: Aws, migrate: Migrate, source: str, target: str, tmp_path: Path, capsys: Said, harm: str
) -> None:
    assert migrate("run", aws.export(source), target, str(tmp_path / "one")) == 0
    one = tmp_path / "one"
    (part,) = (one / "data").iterdir()
    match harm:
        case "cut":
            part.write_bytes(part.read_bytes()[:-20])
        case "missing":
            part.unlink()
        case "fewer":
            summary = json.loads((one / "summary.json").read_text())
            summary["parts"][0]["items"] += 1
            (one / "summary.json").write_text(json.dumps(summary))
        case "no-item":
            part.write_bytes(gzip.compress(b'{"Itm": {}}\n'))
        case "outside":
            part.rename(tmp_path / "other.json.gz")
            parts = [{"name": "../other.json.gz", "items": 1}]
            (one / "summary.json").write_text(json.dumps({"written": "once", "parts": parts}))
        case "no-parts":
            (one / "summary.json").write_text("{}")
        case "a-list":
            (one / "summary.json").write_text("[1]")
        case "no-manifest":
            (one / "manifest-summary.json").write_text("{}")
        case "incremental":
            (one / "manifest-summary.json").write_text(json.dumps({"exportType": "INCREMENTAL_EXPORT"}))
    capsys.readouterr()
    assert migrate("run", str(one), target, str(tmp_path / "two")) == 2
    assert codes(capsys.readouterr().err) == ["DW734"]
    assert not (tmp_path / "two" / "summary.json").exists()
