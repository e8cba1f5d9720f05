"""Lines of the team's document once not met: the README's decision, the test that shows it, or both."""

DECIDED = {
    "recovery of a stack that failed half-way": "A table that is half made",
    "Region us-east-1": "The Region",
    "log retention 7 days": "Logs are kept for 365 days in production",
    "camelCase names, reserved words, one name per meaning": "Names of attributes",
    "adding and removing an attribute": "Adding an attribute",
}
TESTED = {
    "recovery of a stack that failed half-way": "tests/applied/test_recovery.py::test_a_table_that_is_half_made_is_named_and_kept_once_it_is_untainted",
    "Region us-east-1": "tests/stacks/ai_chef/test_document.py::test_the_system_may_have_a_region_of_its_own",
    "log retention 7 days": "tests/stacks/ai_chef/test_document.py::test_logs_are_kept_for_a_year_in_production_and_seven_days_in_dev",
    "camelCase names, reserved words, one name per meaning": "tests/stacks/ai_chef/test_document.py::test_names_are_checked_against_the_documents_convention",
    "workflow triggers on its own file": "tests/stacks/ai_chef/test_document.py::test_the_workflow_starts_when_it_is_changed_itself",
}
