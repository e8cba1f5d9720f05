"""What AWS charges, as rows of data."""
