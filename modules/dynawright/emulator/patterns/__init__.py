"""Run every declared access pattern on a real table and compare each answer with the expected one."""
