"""Migration on Spark, for amounts that one process can't copy: local, or on AWS as a Glue job."""
