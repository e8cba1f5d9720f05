"""Requests with their documented answer or refusal, for any engine with DynamoDB's API."""
