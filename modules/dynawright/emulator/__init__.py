"""Real Terraform against an AWS emulator on loopback, for tests, demo and `dynawright emulator`."""
