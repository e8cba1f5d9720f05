"""Lines of the team's document decided otherwise, each with the README's decision."""

DECIDED = {
    "who reports: CDK deployments, agents on a Mac, CI": "Who reports",
    "migration: parallel run, DynamoDB primary, full cloud": "Migration",
    "tasks: string[] of a project": "A project has no list of its tasks",
    "archive table": "There is no archive table",
    "metadata.project_id": "project_id is at the top of an item",
    "resources of a project": "Resources of a project are a map of any content",
    "5 to 23 dollars a month": "Five to 23 dollars a month",
    "all running tasks": "Where a task is now is an item of its own",
}
