"""Mistakes in stacks, constructs, alarms and roles."""

from dynawright.errors.catalogue.error_code import ErrorCode

STACKS: tuple[ErrorCode, ...] = (
    ErrorCode(
        "DW301",
        "Settings of an unknown table",
        "An environment's file has settings of a table that the system's model does not declare.",
        "environments/local.yaml systems.orders.tables: table 'ordres' does not exist. Did you mean 'orders'?",
    ),
    ErrorCode(
        "DW302",
        "Part of a system is missing",
        "A system's folder must define `SYSTEM` in model.py and a stack named after the folder in stack.py.",
        "stacks/orders/stack.py: must define OrdersStack. Add it.",
    ),
    ErrorCode(
        "DW303",
        "Table can't be left out",
        "Only tables with `optional=True` in the model can be switched off in an environment.",
        "environments/local.yaml systems.orders.tables.orders.enabled: must be true: the table is not optional. Remove the line.",
    ),
    ErrorCode(
        "DW304",
        "cdktf refused the stack",
        "cdktf found the mistake; the message is its own.",
        "stacks/orders/stack.py:39: There is already a Construct with name 'Local' in TerraformStack [orders-local]",
    ),
    ErrorCode(
        "DW305",
        "Table not built once",
        "A stack builds each table of its model exactly once; an optional one where the environment asks for it.",
        "stacks/orders/stack.py table order-log: must be built once, got 2 times. Call self.table(...) once for it.",
    ),
    ErrorCode(
        "DW306",
        "Imports can't be read",
        "The file of `import` blocks that `dynawright adopt` wrote is broken. It is needed only until what it names is imported.",
        'stacks/orders/imports/local.json: must be {"import": [{"to": "<address>", "id": "<id>"}, ...]}. '
        "Run `dynawright adopt` again, or remove the file once everything is imported.",
    ),
    ErrorCode(
        "DW311",
        "Unknown argument",
        "The AWS provider has no argument of this name for the resource, or it is computed and can't be set.",
        "stacks/orders/stack.py:16 aws_sqs_queue 'Jobs': argument 'nmae' does not exist. Did you mean 'name'?",
    ),
    ErrorCode(
        "DW312",
        "Wrong argument",
        "The value is not of the type that the AWS provider's schema asks for, or a required one is missing.",
        "stacks/orders/stack.py:16 aws_sqs_queue 'Jobs' name: must be a string, got int 5",
    ),
    ErrorCode(
        "DW314",
        "Construct in the wrong place",
        "A construct needs a stack above it, and an id that no other construct beside it has.",
        "stacks/orders/stack.py:16 aws_sqs_queue 'Jobs': there is already a construct 'Jobs' in PlainStack [orders-test]. Use another id.",
    ),
    ErrorCode(
        "DW321",
        "Name that AWS refuses",
        "The name that the environment makes of this one is too long or has characters that AWS refuses.",
        "stacks/orders/stack.py:16 topic late orders: the name must be 1 to 256 of A-Z a-z 0-9 _ -, got 'late orders-test' (16 characters). Rename 'late orders'.",
    ),
    ErrorCode(
        "DW322",
        "Something that a construct needs is missing",
        "A setting or argument is missing, or does not fit another one. The message names it.",
        "stacks/orders/stack.py:16 other_regions: there is no provider for 'eu-west-1'. Add the Region to other_regions in the environment's file.",
    ),
    ErrorCode(
        "DW323",
        "Grant without a pattern",
        "A role gets what the patterns of its consumer need; this consumer uses no pattern of the table, or is tenant-scoped at a cache.",
        "stacks/orders/stack.py:16 consumer web: no pattern of table orders is used by 'web'. Name it in used_by of a pattern, or drop the grant.",
    ),
    ErrorCode(
        "DW324",
        "Cache voids a grant's projections",
        "Users of a DAX cluster read what the cluster's role may read. A grant can't limit their attributes.",
        "stacks/orders/stack.py:16 consumer api: the cache of table orders answers 'api' by the rights of its own role, which reads all attributes. Grant without projections=True where there is a cache, or take the consumer from the cache.",
    ),
    ErrorCode(
        "DW325",
        "Stream does not fit",
        "The table has no stream, not the view that is needed, or too many readers or filters.",
        "stacks/orders/model.py:6 table orders: the table has no stream. Give its model stream=Stream.NEW_AND_OLD_IMAGES, or another view.",
    ),
    ErrorCode(
        "DW326",
        "Two answers to who assumes a role",
        "A tenant's role gets its trust from the stack, all others from the settings or the model: not from both, and not from neither.",
        "stacks/orders/stack.py:16 consumer branch: must be given a trust: its sessions carry a tag, got 'branch'. Give role() the trust tenant_sessions(...), which demands the tenant's tag.",
    ),
    ErrorCode(
        "DW327",
        "Function can't be packaged",
        "A file of the function or one of its variables is missing or unknown.",
        "stacks/orders/stack.py:16 function nothing: file stacks/orders/functions/nothing/handler.py does not exist",
    ),
    ErrorCode(
        "DW329",
        "Suppression of nothing, or without a reason",
        "A suppression names a rule, a resource that exists, and why the finding is right there.",
        "stacks/orders/stack.py:16 suppression of requests-use-tls: the reason is empty. Say why this is right here.",
    ),
    ErrorCode(
        "DW330",
        "Model that strong consistency refuses",
        "A table whose replicas are strongly consistent has no TTL, no local indexes and no transactions.",
        "stacks/orders/stack.py:16 table orders: a table with strongly consistent replicas can't expire items: ttl (expiresAt). Take it out of the model, or set replica_consistency to 'eventual'.",
    ),
    ErrorCode(
        "DW331",
        "Alarm that CloudWatch refuses",
        "An alarm's name is taken, its text too long, its metrics too many, or its expression names an unknown metric.",
        "stacks/orders/stack.py:16 alarm rule Errors: metric 'faild' does not exist. Did you mean 'failed'?",
    ),
    ErrorCode(
        "DW332",
        "Metric without data",
        "CloudWatch has no such metric, dimensions, statistic or period, so that an alarm on it could never fire.",
        "metric 'SystemError' does not exist in AWS/DynamoDB. Did you mean 'SystemErrors'?",
    ),
    ErrorCode(
        "DW333",
        "Alarm that never fires",
        "An alarm of the stack can't fire.",
        "orders-local/ByHand: UserErrors by TableName never has data. AWS/DynamoDB publishes it by nothing (the whole account).",
    ),
    ErrorCode(
        "DW334",
        "Topic that no one receives",
        "A function publishes to a topic without a subscription, in an environment where people hear of alarms. The messages are lost.",
        "topic orders-news: it has no subscription: what 'order-log' publishes reaches no one. Subscribe a receiver in the system's settings.",
        warning=True,
    ),
    ErrorCode(
        "DW335",
        "Failed records that are not reported",
        "Lambda reads from the answer of a stream function which records failed. Without it a bad record fails its whole batch, again and again, or counts as processed. `accepts` in function.json accepts the warning, with the reason.",
        "stacks/orders/functions/order_log/handler.py:17 function order_log: handler does not return the records that failed: one bad record fails its whole batch, or is lost. Return respond(event, context, run).",
        warning=True,
    ),
    ErrorCode(
        "DW336",
        "Failures in an answer that are not read",
        "The call succeeds although AWS did not take all that it was given; only its answer says so. `accepts` in function.json accepts the warning, with the reason.",
        "stacks/orders/functions/order_log/handler.py:28 function order_log: put_events succeeds although parts of its request failed, and its FailedEntryCount is not read. Publish with publish_once.",
        warning=True,
    ),
    ErrorCode(
        "DW341",
        "Policy too large",
        "IAM limits the size of a policy and the number of policies of a role. Split the grants over several roles.",
        'a statement must have at most 6144 characters: {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"dynamodb:GetIte...',
    ),
    ErrorCode(
        "DW342",
        "Trust is too wide",
        "A role that can be assumed from outside must name one exact repository, environment or external id.",
        "repository: must be one exact name, owner/repository or owner@id/repository@id, without '*', got 'acme/*'",
    ),
    ErrorCode(
        "DW343",
        "Character that no policy holds",
        "IAM takes policies with characters from U+0020 to U+00FF, tabs and line breaks only.",
        "a policy must have characters from U+0020 to U+00FF only, got '商' in '商品#*'",
    ),
)
