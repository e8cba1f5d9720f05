"""Mistakes around rules and the gate."""

from dynawright.errors.catalogue.error_code import ErrorCode

RULES: tuple[ErrorCode, ...] = (
    ErrorCode(
        "DW501",
        "checkov failed",
        "checkov could not be installed, or gave no answer for every stack.",
        "checkov could not be installed. Check the connection to the package index and run the command again.\n\nERROR: Could not find a version that satisfies the requirement",
    ),
    ErrorCode(
        "DW502",
        "Not Terraform JSON",
        "The file is neither Terraform JSON, nor the JSON of a plan or a state, nor a lock file.",
        "cdktf: has neither 'resource' nor 'planned_values'. Give a cdk.tf.json, or what `terraform show -json` prints of a plan or a state.",
    ),
    ErrorCode(
        "DW503",
        "Nothing to check",
        "There are no resources in what was given, so that a clean result would prove nothing.",
        "plan: there are no resources to check",
    ),
    ErrorCode(
        "DW504",
        "Unknown rule",
        "No rule has this name; docs/rules.md lists them.",
        "rule 'alarms-can-fly' does not exist. Did you mean 'alarms-can-fire'?",
    ),
    ErrorCode(
        "DW505",
        "Exception that accepts nothing",
        "An exception in an environment's file is for a finding that no rule has any more. Remove it.",
        "orders-production exception of alarms-can-fire on Alarms/Slow: accepts nothing. Remove it from the environment's file.",
    ),
    ErrorCode(
        "DW506",
        "Finding of a rule",
        "The cdktf command line would apply what a rule finds fault with. Change it, or accept it: docs/deploying.md says how.",
        "orders-production/Orders/Table: deletion protection is off: set table.deletion_protection to true in the environment's file [tables-refuse-deletion]",
    ),
)
