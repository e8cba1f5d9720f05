"""Lines of the team's document once not met: the README's decision, the test that shows it, or both."""

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
TESTED = {
    "all running tasks": "tests/stacks/miyabi_progress/test_document.py::test_all_running_tasks_are_those_that_run_now",
    "who reports: CDK deployments, agents on a Mac, CI": "tests/stacks/miyabi_progress/test_journeys.py::test_a_workflow_reports_by_its_own_token",
    "migration: parallel run, DynamoDB primary, full cloud": "tests/stacks/miyabi_progress/test_from_files.py::test_reports_and_latest_states_become_items",
    "project status paused, completed, archived": "tests/stacks/miyabi_progress/test_document.py::test_a_projects_status_changes_without_its_metrics",
    "log level WARN": "tests/stacks/miyabi_progress/test_document.py::test_log_entries_have_the_documents_level_warn",
    "/miyabi/agents/{agent_name}": "tests/stacks/miyabi_progress/test_settings.py::test_each_agent_has_a_log_group_that_the_reporter_may_write",
    "JSON log lines": "tests/stacks/miyabi_progress/test_document.py::test_json_log_lines_have_the_documents_fields_and_the_level_that_is_counted",
    "5 to 23 dollars a month": "tests/stacks/miyabi_progress/test_cost.py::test_the_load_has_the_documents_reads_and_writes",
}
