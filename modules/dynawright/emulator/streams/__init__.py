"""Lambda's event source mapping of a DynamoDB stream, simulated: what feeds the functions in tests and in `ops invoke --follow`."""
