"""Copy items of a table into one with another key: the parts of `dynawright migrate`."""
