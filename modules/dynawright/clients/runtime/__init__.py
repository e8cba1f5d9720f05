"""The fixed part of a generated client package.

Copied unchanged. Imports only the standard library and, at the first request, boto3.
"""
