"""The fixed part of a generated client package: copied as it is, imports nothing but the standard library and, at the first request, boto3."""
