"""Lines of the team's document once not met: the README's decision, the test that shows it, or both."""

DECIDED = {
    "repository class": "The repository class",
    "DAX first, fallback on a miss and on an error": "A miss is read by the cluster",
    "tenantId and tenantOverrides on flags": "A tenant's override is an item of its own",
    "evaluation key order": "The tenant comes first in the key of an evaluation",
    "autoscaling events in the report": "Autoscaling is not counted",
    "auto-tuner: urgency, impact": "Advice is never applied by itself",
    "access log of cached reads": "Who read what",
}
TESTED = {
    "save() with optimistic locking": "tests/stacks/feature_flags/test_document.py::test_the_admin_reads_all_that_saving_a_flag_replaces",
    "A/B tests of an environment": "tests/stacks/feature_flags/test_document.py::test_ab_tests_of_an_environment_are_read",
    "repository class": "tests/stacks/feature_flags/test_journeys.py::test_story",
    "DAX first, fallback on a miss and on an error": "tests/clients/test_cache.py::test_a_cache_that_fails_while_it_is_used_is_passed_by",
    "tenantId and tenantOverrides on flags": "tests/stacks/feature_flags/test_document.py::test_the_decision_about_overrides_has_a_record",
    "access log of cached reads": "tests/clients/test_access_log.py::test_a_line_says_who_asked_for_what",
    "encryption key alias": "tests/stacks/feature_flags/test_document.py::test_the_keys_alias_is_the_documents",
}
