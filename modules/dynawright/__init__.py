"""Production DynamoDB for Python teams, from one declaration."""
