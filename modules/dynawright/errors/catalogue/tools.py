"""Mistakes around cost, advise, invoke, replay and migrate."""

from dynawright.errors.catalogue.error_code import ErrorCode

TOOLS: tuple[ErrorCode, ...] = (
    ErrorCode(
        "DW701",
        "AWS refused the request",
        "AWS answered with an error; its code and text are in the message.",
        "AWS refused DescribeTable: ResourceNotFoundException: Requested resource not found",
    ),
    ErrorCode(
        "DW702",
        "AWS can't be reached",
        "There is no connection, no credentials, or no emulator at the address.",
        'AWS can\'t be reached: Could not connect to the endpoint URL: "http://127.0.0.1:5555/". Start an emulator in another terminal with `dynawright emulator`.',
    ),
    ErrorCode(
        "DW703",
        "No Region",
        "Set AWS_REGION, or use a profile with a Region.",
        "no AWS Region is set. Set AWS_REGION, or use a profile that has one.",
    ),
    ErrorCode(
        "DW704",
        "Not deployed",
        "None of the tables exists in the environment's account.",
        "none of orders-production, order-log-production is deployed in production. Deploy it first.",
    ),
    ErrorCode(
        "DW705",
        "No prices",
        "The list of prices has no row of this Region.",
        "there are no prices of Region 'mars-north-1'. Compute with one of these instead: us-east-1, ap-northeast-1.",
    ),
    ErrorCode(
        "DW706",
        "Wrong load file",
        "load.yaml names patterns and entities of the model, with whole numbers.",
        "load.yaml:2 requests.PO99: pattern 'PO99' does not exist in orders. Use one of: PO1, PO2, PO3, PO4, PO5, PO6, PO7, PO8.",
    ),
    ErrorCode(
        "DW707",
        "Wrong event file",
        "The event of a stream function is a JSON file with `Records`.",
        "nothing.json: the file does not exist. Samples are stacks/orders/functions/order_log/events/orders.json.",
    ),
    ErrorCode(
        "DW708",
        "Function failed",
        "The stream function raised an error, instead of naming the records that failed.",
        "function order_log: failed as a whole: OSError: no memory",
    ),
    ErrorCode(
        "DW709",
        "Variable is missing",
        "A stream function needs an environment variable that is not set.",
        "TOPIC_ARN: is not set: where alerts go. Set the variable.",
    ),
    ErrorCode(
        "DW711",
        "Unknown batch",
        "No failed batch in the bucket has this key, or several end with it.",
        "there is no failed batch 'batch-9' in the bucket. `dynawright replay list` shows them.",
    ),
    ErrorCode(
        "DW712",
        "Unreadable batch",
        "The object in the failure bucket is not a failed batch with its records.",
        "batch aws/lambda/m/shard-1/2026/11/18/batch-1: is not a batch of a DynamoDB stream with its records (KeyError: 'payload')",
    ),
    ErrorCode(
        "DW713",
        "Batch is too old",
        "The markers that keep records from taking effect twice may be gone. Check what the batch did before you replay it.",
        "batch aws/lambda/m/shard-1/2026/11/18/batch-1: is older than 40 days: the markers that keep its records from a second effect may be gone. Check what it did, then give --older.",
    ),
    ErrorCode(
        "DW714",
        "Batch of another function",
        "A batch is replayed through the function that it failed in.",
        "batch aws/lambda/m/shard-1/2026/11/18/batch-1: must be a batch of 'orders-order-log-local', got 'orders-mailer-local'. Name its own function in --through and its environment in --env, or choose batches with --function.",
    ),
    ErrorCode(
        "DW721",
        "State of another migration",
        "The state file belongs to a migration with other tables or options, or another run uses it.",
        "orders.state: belongs to another migration: 'segments' is 4 there, 8 here. Give the same, or name another --state.",
    ),
    ErrorCode(
        "DW722",
        "Unknown transform",
        "`--transform` names no function that can be imported.",
        "--transform stacks.orders.model:renamed: module 'stacks.orders.model' has no attribute 'renamed'. Give --transform module:function, a function that takes an item and returns one, a list of them or None.",
    ),
    ErrorCode(
        "DW723",
        "Table is not ready",
        "The table is being created or changed, or refuses writes.",
        "table orders-production: must be ACTIVE, got CREATING. Wait until it is.",
    ),
)
