"""IAM policies as data."""
