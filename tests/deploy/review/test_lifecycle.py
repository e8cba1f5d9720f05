"""`prevent_destroy`, which no plan contains."""

from dynawright.deploy.review.lifecycle import findings


def stack(*, prevented: bool | None) -> dict[str, object]:
    table: dict[str, object] = {"name": "orders"}
    if prevented is not None:
        table["lifecycle"] = {"prevent_destroy": prevented}
    return {"resource": {"aws_dynamodb_table": {"Orders": table}}}


def test_switched_off_or_dropped_is_found() -> None:
    for after in (False, None):
        (found,) = findings(stack(prevented=True), stack(prevented=after))
        assert (found.name, found.address, found.label) == ("prevent-destroy-off", "aws_dynamodb_table.Orders", "orders")


def test_switched_on_kept_or_new_is_not() -> None:
    assert [
        *findings(stack(prevented=False), stack(prevented=True)),
        *findings(stack(prevented=True), stack(prevented=True)),
    ] == []
    assert list(findings({}, stack(prevented=False))) == []
