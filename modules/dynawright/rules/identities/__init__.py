"""What a stack names: accounts, roles, keys, topics, buckets, networks; all must be declared."""
