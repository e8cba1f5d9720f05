"""Tools for a running system: what `dynawright invoke`, `replay`, `migrate`, `restore`, `cost` and `advise` run."""
