"""Items as DynamoDB JSON in files, for DynamoDB's exports, imports and bulk puts."""
