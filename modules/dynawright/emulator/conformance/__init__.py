"""Requests with the answer or the refusal that AWS documents, for any engine that answers DynamoDB's API."""
