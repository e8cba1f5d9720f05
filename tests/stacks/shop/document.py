"""Lines of the team's document once not met: the README's decision, the test that shows it, or both."""

DECIDED = {
    "notification by SNS or Slack": "Who hears of stock alerts",
    "a log line for inserted and removed items": "Inserted and removed items",
    "local test with the document's own event": "An event of your own",
    "following the logs": "Following the logs",
}
TESTED = {
    "local test with the document's own event": "tests/stacks/shop/test_document.py::test_an_event_with_images_alone_runs",
    "notification by SNS or Slack": "tests/stacks/shop/test_document.py::test_stock_alerts_that_no_one_receives_are_warned_of",
    "a log line for inserted and removed items": "tests/stacks/shop/functions/test_audit_log.py::test_a_change_is_kept_with_both_images",
}
