"""Lines of the team's document decided otherwise, each with the README's decision."""

DECIDED = {
    "notification by SNS or Slack": "Who hears of stock alerts",
    "a log line for inserted and removed items": "Inserted and removed items",
    "local test with the document's own event": "An event of your own",
    "following the logs": "Following the logs",
}
