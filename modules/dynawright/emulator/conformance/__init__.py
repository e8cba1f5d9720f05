"""Requests with AWS's documented answers or refusals, for any engine with DynamoDB's API."""
