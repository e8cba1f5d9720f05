"""Tools for running systems: `dynawright invoke`, `replay`, `migrate`, `restore`, `cost`, `advise`."""
