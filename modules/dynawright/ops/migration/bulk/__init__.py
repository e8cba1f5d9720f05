"""Items as DynamoDB JSON in files, as DynamoDB exports, imports and bulk-puts them."""
