"""Lines of the team's document once not met: the README's decision, the test that shows it, or both."""

DECIDED = {
    "migration from PostgreSQL": "Migration from PostgreSQL",
    "load test at 1,000 requests a second": "Load test",
    "change data capture to analytics and ML": "Analytics and machine learning",
    "large items in S3 instead of chunks": "Large values are chunks",
    "DAX for hot reads, S3 export": "Exports and a cache",
    "VPC endpoint, no public internet": "The VPC endpoint admits the system's tables only",
    "access tokens, one secret per user": "A secret for each user's token",
    "client-side encryption of personal data": "No client-side encryption",
    "throttle alarm > 10 in 2 x 5 minutes": "Throttle alarms ring earlier",
    "cost with two indexes": "Cost",
    "maxConcurrentExecutions": "Limits of an organization",
    "what Data holds": "What Data holds",
}
TESTED = {
    "repository by id, organization, its members": "tests/stacks/miyabi_lambda/test_document.py::test_repository_organization_members_and_workflow_can_be_read",
    "AP10 one workflow by id": "tests/stacks/miyabi_lambda/test_document.py::test_repository_organization_members_and_workflow_can_be_read",
    "migration from PostgreSQL": "tests/stacks/miyabi_lambda/test_from_postgresql.py::test_two_kills_of_a_small_platform",
    "load test at 1,000 requests a second": "tests/ops/load/test_session.py::test_every_pattern_is_asked_and_no_answer_is_wrong",
    "integration tests on DynamoDB Local": "tests/clients/test_systems.py::test_every_engine_gives_the_same_answers",
    "DAX for hot reads, S3 export": "tests/stacks/miyabi_lambda/test_stack.py::test_an_environment_has_a_cache_that_the_api_reads",
    "change data capture to analytics and ML": "tests/stacks/miyabi_lambda/test_stack.py::test_an_environment_has_the_tables_changes_captured",
    "VPC endpoint, no public internet": "tests/stacks/miyabi_lambda/test_document.py::test_the_security_group_of_clients_is_an_output",
    "access tokens, one secret per user": "tests/stacks/miyabi_lambda/test_journeys.py::test_story",
    "what Data holds": "tests/stacks/miyabi_lambda/test_document.py::test_data_is_spelled_out_and_lists_are_lists",
    "cost with two indexes": "tests/stacks/miyabi_lambda/test_cost.py::test_the_indexes_cost_for_the_items_in_them_not_double",
}
