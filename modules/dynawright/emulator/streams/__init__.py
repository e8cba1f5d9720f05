"""Lambda's mapping of a DynamoDB stream, simulated for tests and `dynawright invoke --follow`."""
