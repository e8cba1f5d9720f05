"""The migration on Spark, for what one process can't copy: local, or on AWS as a Glue job."""
