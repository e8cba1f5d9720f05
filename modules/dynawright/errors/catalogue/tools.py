"""Mistakes around cost, advise, invoke, replay, migrate and explain."""

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
        "there are no prices of Region 'mars-north-1'. Compute with one of these instead: us-east-1, ap-northeast-1; or give a file of your own by --prices.",
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
        "nothing.json: the file can't be read: No such file or directory. Samples are stacks/orders/functions/order_log/events/orders.json.",
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
    ErrorCode(
        "DW731",
        "Nothing to explain",
        "`dynawright explain` takes the text of an error of AWS, or an event of CloudTrail.",
        "is no refusal that AWS writes. Give the whole text of the error, as boto3 or the AWS CLI prints it, or an event of CloudTrail as JSON.",
    ),
    ErrorCode(
        "DW732",
        "No refused request",
        "The events of CloudTrail have no errorCode.",
        "no event has an errorCode: these requests were answered",
    ),
    ErrorCode(
        "DW733",
        "Wrong price file",
        "The file of `--prices` names a Region and figures in US dollars; a Region without known prices needs all those of DynamoDB.",
        "prices.yaml:2 read_milion: price 'read_milion' does not exist. Did you mean 'read_million'?",
    ),
    ErrorCode(
        "DW741",
        "Table can't be adopted",
        "`dynawright adopt` takes over tables that exist in the Region and are ready.",
        "table loans: there is no such table in ap-northeast-1. See `aws dynamodb list-tables`.",
    ),
    ErrorCode(
        "DW742",
        "No description of tables",
        "The file of `--from-describe` holds what `dynawright adopt --describe` prints, or answers of DescribeTable.",
        "loans.json: entry 0 is neither what `dynawright adopt --describe` prints nor an answer of DescribeTable. "
        "Make it with `dynawright adopt --describe <table>...`, or `aws dynamodb describe-table --table-name <table>`.",
    ),
    ErrorCode(
        "DW743",
        "Adopted tables have no place",
        "The system, or the part of the environment's file, that is to hold them is taken or can't be edited. Nothing was written.",
        "table loans: the system 'orders' has no table 'loans' with these keys. Choose another name for the new system with --system.",
    ),
    ErrorCode(
        "DW744",
        "No events of CloudTrail",
        "`--trail` names a file of a trail, or a folder of such files, `.json` or `.json.gz`.",
        "trail: holds no events of CloudTrail. Copy the trail's files of some days here, "
        "`aws s3 sync s3://<bucket>/AWSLogs/<account>/CloudTrail/<region>/<year>/<month>/ trail`.",
    ),
    ErrorCode(
        "DW751",
        "Unknown assumption",
        "`dynawright simulate --without` names no assumption of the simulation.",
        "assumption 'split-for-heat' does not exist. Did you mean 'splits-for-heat'?",
    ),
    ErrorCode(
        "DW752",
        "No load is declared",
        "Simulations and load tests need to know what is asked of the tables: a load.yaml beside the model, or `--load`.",
        "stacks/orders/load.yaml: no load of orders is declared. Write one, or give --load <file>.",
    ),
    ErrorCode(
        "DW753",
        "Page can't be written",
        "The file of `--html` is in a folder that does not exist, or that can't be written to.",
        "nowhere/orders.html: can't be written: No such file or directory. Name a file in a folder that exists.",
    ),
    ErrorCode(
        "DW754",
        "Wrong endpoint",
        "A load test runs on an engine, or on an account that `--account` names, with a limit of what it may cost.",
        "--endpoint: is AWS itself. Give --account and --spend instead.",
    ),
    ErrorCode(
        "DW755",
        "Table of another load test",
        "A load test makes tables of its own and deletes them at its end.",
        "dynawright-load-orders: a table of a load test is there already. Delete it, or wait until the other load test ends.",
    ),
    ErrorCode(
        "DW756",
        "Locust is not installed",
        "Load tests are run by Locust, which is an extra of the package.",
        "Locust is not installed. Pip install 'dynawright[load]'.",
    ),
    ErrorCode(
        "DW757",
        "Load test failed",
        "Locust ended without a result; its own message follows.",
        "the load test failed",
    ),
)
