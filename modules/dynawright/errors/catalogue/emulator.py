"""Mistakes around the emulator and stream functions."""

from dynawright.errors.catalogue.error_code import ErrorCode

EMULATOR: tuple[ErrorCode, ...] = (
    ErrorCode(
        "DW601",
        "Emulator did not start",
        "The emulator or another engine is not installed, or ended while it started.",
        "DYNAWRIGHT_DYNAMODB_LOCAL: there is no DynamoDBLocal*.jar in 'jars'",
    ),
    ErrorCode(
        "DW602",
        "No emulator answers",
        "The local environment needs an emulator. Start it with `dynawright emulator`.",
        "no emulator answers at http://127.0.0.1:9. Start one in another terminal with `dynawright emulator`.",
    ),
    ErrorCode(
        "DW603",
        "Second plan is not empty",
        "After an apply, Terraform still wants changes: what the stack says and what AWS answers differ.",
        "stack orders: the second plan would update aws_dynamodb_table.Orders_Table",
    ),
    ErrorCode(
        "DW604",
        "Unknown function",
        "No system has a stream function of this name.",
        "function 'orders order_lock' does not exist. Did you mean 'orders order_log'?",
    ),
    ErrorCode(
        "DW606",
        "Unknown filter rule",
        "The emulator knows the filter rules that are listed; Lambda has more.",
        "filter rule 'cidr' does not exist. Use one of: exists, prefix, suffix, anything-but, numeric.",
    ),
)
