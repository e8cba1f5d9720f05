"""AWS's prices, as rows of data."""
