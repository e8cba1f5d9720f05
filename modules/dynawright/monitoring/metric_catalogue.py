"""The metrics in use, as AWS publishes them: one row each.

`docs/metrics.md` is generated from them.
"""

from __future__ import annotations

from dynawright.monitoring.metrics import PERCENTILES, Metric

DYNAMODB, LAMBDA, SQS, BACKUP, SNS, EVENTS = "AWS/DynamoDB", "AWS/Lambda", "AWS/SQS", "AWS/Backup", "AWS/SNS", "AWS/Events"
DAX = "AWS/DAX"

ACCOUNT = (frozenset[str](),)
TABLE = (frozenset({"TableName"}),)
INDEX = (frozenset({"TableName", "GlobalSecondaryIndexName"}),)
TABLE_OR_INDEX = (*TABLE, *INDEX)
OPERATION = (frozenset({"TableName", "Operation"}),)
REPLICA = (frozenset({"TableName", "ReceivingRegion"}),)
KINESIS = (frozenset({"TableName", "DelegatedOperation"}),)
FUNCTION = (
    *(frozenset({"FunctionName", *others}) for others in ((), ("Resource",), ("ExecutedVersion", "Resource"))),
    *ACCOUNT,
)
MAPPING = (frozenset({"EventSourceMappingUUID"}),)
QUEUE = (frozenset({"QueueName"}),)
VAULT = (frozenset({"BackupVaultName"}), frozenset({"ResourceType"}), frozenset({"BackupVaultName", "ResourceType"}))
TOPIC = (frozenset({"TopicName"}),)
RULE = (frozenset({"RuleName"}), frozenset({"EventBusName", "RuleName"}))
BUS = (*ACCOUNT, frozenset({"EventBusName"}))
CACHE = (frozenset({"ClusterId"}), frozenset({"ClusterId", "NodeId"}), frozenset({"Account"}))

COUNTED = ("Sum", "SampleCount")
LEVEL = ("Minimum", "Maximum", "Average")
MEASURED = (*LEVEL, "Sum", "SampleCount")
TIMED = (*LEVEL, "SampleCount", PERCENTILES)

RAISE_CAPACITY = "Raise the provisioned capacity, or autoscaling's maximum."
CHANGE_KEY = "Spread the partition key (write sharding), or cache its reads."
RAISE_MAXIMUM = "Raise on_demand_max_{kind}_units in the environment's file, or find the caller that runs away."
ASK_QUOTA = "Ask AWS for a higher table-level or account-level quota; spread the load until then."

_BOTH = (("Read", "read"), ("Write", "write"))

ROWS: tuple[Metric, ...] = (
    # The account
    Metric(DYNAMODB, "UserErrors", ACCOUNT, COUNTED, "Count", "Requests refused as malformed; neither throttles nor failed conditions.",
           "Look in CloudTrail or the callers' logs for ValidationException and AccessDenied."),
    *(Metric(DYNAMODB, name, ACCOUNT, ("Maximum",), "Count", f"The account's quota: {what}.", "Compare with what is provisioned.", 300)
      for name, what in (("AccountMaxReads", "reads of all tables"), ("AccountMaxWrites", "writes of all tables"),
                         ("AccountMaxTableLevelReads", "reads of one table"), ("AccountMaxTableLevelWrites", "writes of one table"))),
    *(Metric(DYNAMODB, f"AccountProvisioned{kind}CapacityUtilization", ACCOUNT, LEVEL, "Percent",
             f"The share of the account's {word} quota that is provisioned.", "Ask AWS for a higher account-level quota.", 300)
      for kind, word in _BOTH),
    *(Metric(DYNAMODB, f"MaxProvisionedTable{kind}CapacityUtilization", ACCOUNT, LEVEL, "Percent",
             f"The share of the table-level {word} quota that the largest table or index has provisioned.",
             "Ask AWS for a higher table-level quota.", 300)
      for kind, word in _BOTH),
    # A table
    Metric(DYNAMODB, "ConditionalCheckFailedRequests", TABLE, MEASURED, "Count", "Writes whose condition was false.",
           "Expected under optimistic locking; many of them mean contention for one item."),
    Metric(DYNAMODB, "TransactionConflict", TABLE, MEASURED, "Count", "Item requests refused because a transaction held the item.",
           "Write to fewer shared items in a transaction, or retry with a pause."),
    Metric(DYNAMODB, "TimeToLiveDeletedItemCount", TABLE, ("Sum",), "Count", "Items deleted because their time had come.",
           "None for days although items expire: the TTL attribute must be a Number of seconds."),
    # A table or one of its indexes; a table's metrics exclude its indexes
    *(Metric(DYNAMODB, f"Consumed{kind}CapacityUnits", TABLE_OR_INDEX, MEASURED, "Count", f"The {word} units used.", RAISE_CAPACITY)
      for kind, word in _BOTH),
    *(Metric(DYNAMODB, f"Provisioned{kind}CapacityUnits", TABLE_OR_INDEX, LEVEL, "Count", f"The {word} units provisioned.",
             RAISE_CAPACITY, 300)
      for kind, word in _BOTH),
    *(Metric(DYNAMODB, f"OnDemandMax{kind}RequestUnits", TABLE_OR_INDEX, LEVEL, "Count", f"The most {word} units that on-demand serves.",
             RAISE_MAXIMUM.format(kind=word), 300)
      for kind, word in _BOTH),
    *(Metric(DYNAMODB, f"{kind}ThrottleEvents", TABLE_OR_INDEX, COUNTED, "Count", f"Throttled {word}s; each item of a batch counts.",
             "The throttle alarms of this table or index that fire beside this one name the cause and its remedy.")
      for kind, word in _BOTH),
    *(Metric(DYNAMODB, f"{kind}ProvisionedThroughputThrottleEvents", TABLE_OR_INDEX, COUNTED, "Count",
             f"Throttled {word}s: the provisioned capacity is used up.", RAISE_CAPACITY)
      for kind, word in _BOTH),
    *(Metric(DYNAMODB, f"{kind}KeyRangeThroughputThrottleEvents", TABLE_OR_INDEX, COUNTED, "Count",
             f"Throttled {word}s: one partition serves all it can.", CHANGE_KEY)
      for kind, word in _BOTH),
    *(Metric(DYNAMODB, f"{kind}MaxOnDemandThroughputThrottleEvents", TABLE_OR_INDEX, COUNTED, "Count",
             f"Throttled {word}s: the on-demand maximum is reached.", RAISE_MAXIMUM.format(kind=word))
      for kind, word in _BOTH),
    Metric(DYNAMODB, "ReadAccountLimitThrottleEvents", TABLE_OR_INDEX, COUNTED, "Count", "Throttled reads: the account's quota is used up.",
           ASK_QUOTA),
    Metric(DYNAMODB, "WriteAccountLimitThrottleEvents", TABLE, COUNTED, "Count", "Throttled writes: the account's quota is used up.",
           ASK_QUOTA),
    Metric(DYNAMODB, "OnlineIndexPercentageProgress", INDEX, MEASURED, "Percent", "How far a new index is built.",
           "Wait; a build that stalls needs more write capacity."),
    # One operation of a table
    Metric(DYNAMODB, "SystemErrors", OPERATION, COUNTED, "Count", "Requests that failed inside DynamoDB (HTTP 500).",
           "Clients retry by themselves; if it lasts, look at the AWS Health Dashboard and open a case."),
    Metric(DYNAMODB, "ThrottledRequests", OPERATION, COUNTED, "Count", "Throttled requests; a batch only if every item of it was.",
           "Prefer the throttle events: they count each item, per index."),
    Metric(DYNAMODB, "ReturnedItemCount", OPERATION, MEASURED, "Count", "Items that queries and scans returned.",
           "Many per request: page, or project fewer items."),
    Metric(DYNAMODB, "SuccessfulRequestLatency", OPERATION, TIMED, "Milliseconds", "Time inside DynamoDB of requests that succeeded.",
           "Smaller items and pages, eventually consistent reads, a warm connection; then open a case."),
    # Replicas
    Metric(DYNAMODB, "ReplicationLatency", REPLICA, LEVEL, "Milliseconds", "How far a replica is behind.",
           "Look at the AWS Health Dashboard of both Regions; keep readers on the leading Region until it recovers."),
    Metric(DYNAMODB, "AgeOfOldestUnreplicatedRecord", KINESIS, LEVEL, "Milliseconds", "How long a change has waited for Kinesis.",
           "Raise the stream's shards, or let it scale on demand."),
    Metric(DYNAMODB, "ConsumedChangeDataCaptureUnits", KINESIS, LEVEL, "Count", "Changes sent to Kinesis.", "It is what CDC costs."),
    Metric(DYNAMODB, "FailedToReplicateRecordCount", KINESIS, ("Sum",), "Count", "Changes that Kinesis refused for good.",
           "Look at the key's policy and the stream's; records over 1 MB are never taken."),
    Metric(DYNAMODB, "ThrottledPutRecordCount", KINESIS, (*LEVEL, "SampleCount"), "Count", "Changes that Kinesis throttled.",
           "Raise the stream's shards, or let it scale on demand."),
    # Functions and their stream mappings
    Metric(LAMBDA, "Invocations", FUNCTION, MEASURED, "Count", "Times that the function ran.", "It is what the function costs."),
    Metric(LAMBDA, "Errors", FUNCTION, MEASURED, "Count", "Runs that ended in an error or a timeout.",
           "Read the function's log; the records wait and are tried again until retries or age run out."),
    Metric(LAMBDA, "Throttles", FUNCTION, MEASURED, "Count", "Runs refused for want of concurrency.",
           "Raise the function's reserved concurrency, or the account's quota."),
    Metric(LAMBDA, "Duration", FUNCTION, (*TIMED, "Sum"), "Milliseconds", "Time that a run took.",
           "Raise the timeout or the memory, or lower the batch size, before runs are cut off."),
    Metric(LAMBDA, "IteratorAge", FUNCTION, (*LEVEL, PERCENTILES), "Milliseconds", "Age of the last record of a batch when it was read.",
           "Raise the parallelization factor or the batch size; look for a bad record. Records are gone after 24 hours."),
    Metric(LAMBDA, "ConcurrentExecutions", FUNCTION, MEASURED, "Count", "Runs at the same time.",
           "Compare with the reserved concurrency."),
    *(Metric(LAMBDA, name, ACCOUNT, MEASURED, "Count", meaning, "Ask AWS for a higher concurrency quota.")
      for name, meaning in (("UnreservedConcurrentExecutions", "Runs at the same time of functions that reserve none."),
                            ("ClaimedAccountConcurrency", "Concurrency in use or reserved, and not free for others."))),
    Metric(LAMBDA, "PostRuntimeExtensionsDuration", FUNCTION, (*TIMED, "Sum"), "Milliseconds", "Time that extensions took after a run.",
           "Look at the extensions: it is billed."),
    *(Metric(LAMBDA, name, FUNCTION, MEASURED, unit, meaning, remedy)
      for name, unit, meaning, remedy in (
          ("DestinationDeliveryFailures", "Count", "Records or events that could not be written to the destination that should keep them.",
           "They are lost: look at the role's right to write there, at the key's policy, and whether the destination still exists."),
          ("DeadLetterErrors", "Count", "Events that could not be written to the dead-letter queue.",
           "Look at the role's right to write there, and at the key's policy."),
          ("AsyncEventsReceived", "Count", "Events queued for the function.", "It counts no retries."),
          ("AsyncEventAge", "Milliseconds", "Time that an event waited for its run.", "Raise the function's concurrency."),
          ("AsyncEventsDropped", "Count", "Events given up before a run succeeded.", "Look at the age limit, the retries and the concurrency."),
          ("ProvisionedConcurrentExecutions", "Count", "Runs at the same time on provisioned concurrency.", "Compare with what is provisioned."),
          ("ProvisionedConcurrencyInvocations", "Count", "Runs on provisioned concurrency.", "Compare with the spillover."),
          ("ProvisionedConcurrencySpilloverInvocations", "Count", "Runs that found all provisioned concurrency in use.",
           "Raise the provisioned concurrency."),
          ("ProvisionedConcurrencyUtilization", "None", "The share of the provisioned concurrency that is in use.",
           "Raise the provisioned concurrency."),
          ("RecursiveInvocationsDropped", "Count", "Runs that Lambda stopped because the function calls itself.", "Break the loop."),
          ("OffsetLag", "Count", "Records between the last one written to Kafka and the last one read.", "Raise the concurrency."))),
    *(Metric(LAMBDA, name, MAPPING, MEASURED, "Count", meaning, remedy)
      for name, meaning, remedy in (
          ("PolledEventCount", "Records read from the stream.", "None for long although the table is written: look at the mapping's state."),
          ("FilteredOutEventCount", "Records that the filters left out.", "Everything is filtered out: look at the filters."),
          ("InvokedEventCount", "Records given to the function.", "It counts retries too."),
          ("FailedInvokeEventCount", "Records whose run failed.", "Read the function's log."),
          ("DroppedEventCount", "Records given up without a trace.",
           "These changes are lost to the function: restore what it should have done from the table; check the failure destination."),
          ("DeletedEventCount", "Messages deleted from the queue after a run.", "It counts queues only."),
          ("OnFailureDestinationDeliveredEventCount", "Records given up and kept in the failure destination.",
           "List them with `dynawright replay list`, fix the cause, replay."))),
    # Queues, topics, rules, backups
    Metric(SQS, "ApproximateNumberOfMessagesVisible", QUEUE, MEASURED, "Count", "Messages waiting.",
           "They hold positions in the stream only, which is gone after 24 hours: look at once."),
    Metric(SQS, "ApproximateAgeOfOldestMessage", QUEUE, MEASURED, "Seconds", "Age of the oldest message.", "Look at what waits."),
    Metric(SQS, "SentMessageSize", QUEUE, (*MEASURED, PERCENTILES), "Bytes", "Size of what was sent.", "A message takes 1 MiB at most."),
    *(Metric(SQS, name, QUEUE, MEASURED, "Count", meaning, "Compare what is sent with what is deleted.")
      for name, meaning in (
          ("ApproximateNumberOfMessagesNotVisible", "Messages that were received and not yet deleted."),
          ("ApproximateNumberOfMessagesDelayed", "Messages that can't be received yet."),
          ("ApproximateNumberOfGroupsWithInflightMessages", "Groups of a FIFO queue with a message in work."),
          ("NumberOfMessagesSent", "Messages sent."),
          ("NumberOfMessagesReceived", "Messages received, each time."),
          ("NumberOfMessagesDeleted", "Messages deleted."),
          ("NumberOfEmptyReceives", "Requests that found nothing."),
          ("NumberOfDeduplicatedSentMessages", "Messages that a FIFO queue had already."))),
    Metric(SNS, "NumberOfNotificationsFailed", TOPIC, MEASURED, "Count", "Messages that did not reach a subscriber.",
           "Look at the subscription and at the key's policy."),
    Metric(SNS, "PublishSize", TOPIC, (*MEASURED, PERCENTILES), "Bytes", "Size of what was published.", "A message takes 256 KB at most."),
    *(Metric(SNS, name, TOPIC, MEASURED, "Count", meaning, "Compare what is published with what is delivered.")
      for name, meaning in (
          ("NumberOfMessagesPublished", "Messages published."),
          ("NumberOfNotificationsDelivered", "Messages that reached a subscriber."),
          ("NumberOfNotificationsFilteredOut", "Messages that a subscription's filter left out."),
          *((f"NumberOfNotificationsFilteredOut-{part}", f"Messages that were left out: {why}.")
            for part, why in (("InvalidAttributes", "attributes that can't be read"), ("NoMessageAttributes", "no attributes"),
                              ("MessageAttributes", "by their attributes"), ("MessageBody", "by their body"),
                              ("InvalidMessageBody", "a body that can't be read"))),
          ("NumberOfNotificationsRedrivenToDlq", "Messages moved to the dead-letter queue."),
          ("NumberOfNotificationsFailedToRedriveToDlq", "Messages that could not be moved to the dead-letter queue."))),
    Metric(EVENTS, "FailedInvocations", RULE, MEASURED, "Count", "Events that a rule could not hand to its target for good.",
           "Look at the target's policy and at its key's; the event happened, but was not delivered."),
    *(Metric(EVENTS, name, (*RULE, *BUS), MEASURED, "Count", meaning, "Compare matched events with invocations.")
      for name, meaning in (
          ("Invocations", "Events that a rule handed to a target."),
          ("InvocationAttempts", "Attempts to hand an event to a target."),
          ("SuccessfulInvocationAttempts", "Attempts that a target took."),
          ("RetryInvocationAttempts", "Attempts after the first one."),
          ("InvocationsCreated", "Invocations that events led to."),
          ("InvocationsSentToDlq", "Events moved to the dead-letter queue."),
          ("InvocationsFailedToBeSentToDlq", "Events that could not be moved to the dead-letter queue."),
          ("DeadLetterInvocations", "Events that were not handed to the target at all."),
          ("MatchedEvents", "Events that a rule matched."),
          ("TriggeredRules", "Rules that matched an event."),
          ("ThrottledRules", "Rules that were held back."))),
    *(Metric(EVENTS, name, (*RULE, *BUS), (*TIMED, "Sum"), "Milliseconds", meaning, "Look at the target.")
      for name, meaning in (("IngestionToInvocationStartLatency", "Time from an event to the first attempt."),
                            ("IngestionToInvocationCompleteLatency", "Time from an event to the first attempt's end."),
                            ("IngestionToInvocationSuccessLatency", "Time from an event to its delivery."))),
    *(Metric(BACKUP, name, VAULT, MEASURED, "Count", meaning, remedy, 300)
      for name, meaning, remedy in (
          ("NumberOfBackupJobsCompleted", "Backups made.", "None for longer than the schedule: look at the plan."),
          ("NumberOfBackupJobsFailed", "Backups that failed.", "Read the job's message in the console; start it again by hand."),
          ("NumberOfBackupJobsExpired", "Backups that did not start in their window.", "Widen the start window, or move the schedule."),
          ("NumberOfBackupJobsAborted", "Backups that were stopped by a person.", "Ask who, then start it again by hand."),
          *((f"NumberOf{kind}Jobs{state}", f"{kind} jobs in this state.", "Read the job's message in the console.")
            for kind, states in (("Backup", ("Created", "Pending", "Running")), ("Copy", ("Created", "Running", "Completed")),
                                 ("Restore", ("Pending", "Running", "Completed", "Failed")))
            for state in states),
          *((f"NumberOfRecoveryPoints{state}", "Recovery points in this state.", "Look at the plan's lifecycle.")
            for state in ("Completed", "Partial", "Expired", "Deleting", "Cold")),
          ("NumberOfCopyJobsFailed", "Copies to another Region or account that failed.",
           "Look at the target vault's policy and at its key's."))),
    # Caches: a value of zero is not published
    *(Metric(DAX, name, CACHE, LEVEL, "Percent", meaning, remedy)
      for name, meaning, remedy in (
          ("CPUUtilization", "How busy the nodes' processors are.",
           "Add nodes if reads grew, choose larger ones if writes or misses did: DAX refuses requests when it is too busy."),
          ("CacheMemoryUtilization", "The share of the nodes' memory that is in use.",
           "Full is well as long as little is evicted: else choose larger nodes."))),
    *(Metric(DAX, name, CACHE, MEASURED, unit, meaning, remedy)
      for name, unit, meaning, remedy in (
          ("FaultRequestCount", "Count", "Requests that failed inside the cache.",
           "Look at the cluster's nodes and events; callers can ask the table itself meanwhile."),
          ("ThrottledRequestCount", "Count", "Requests that the cache refused because it was too busy.",
           "Add nodes, or choose larger ones; throttles of the table behind it are counted there."),
          ("ErrorRequestCount", "Count", "Requests refused as wrong, throttled, or with a failed condition.", "Read the callers' logs."),
          ("TotalRequestCount", "Count", "Requests that the cache got.", "Compare with the requests that the table got."),
          ("ItemCacheHits", "Count", "Items found in the cache.", "Compare with the misses."),
          ("ItemCacheMisses", "Count", "Items read from the table.", "Raise item_ttl_seconds, or choose larger nodes."),
          ("QueryCacheHits", "Count", "Queries answered by the cache.", "Compare with the misses."),
          ("QueryCacheMisses", "Count", "Queries asked of the table.", "Raise query_ttl_seconds, or choose larger nodes."),
          ("EvictedSize", "Bytes", "What had to go for want of memory.", "Choose larger nodes if misses grow with it."))),
)  # fmt: skip
"""Not formatted, so that rows read as a table."""
