"""Take over existing tables."""
