"""The loss when a resource is destroyed, by type, and foreign types that store data."""

from __future__ import annotations

from collections.abc import Mapping

LOST: Mapping[str, str] = {
    "aws_appautoscaling_policy": "capacity no longer follows the load",
    "aws_appautoscaling_scheduled_action": "capacity no longer follows the clock",
    "aws_appautoscaling_target": "capacity no longer follows the load",
    "aws_backup_plan": "no more backups",
    "aws_backup_region_settings": "AWS Backup may leave tables out",
    "aws_backup_restore_testing_plan": "nobody tries the backups",
    "aws_backup_restore_testing_selection": "nobody tries the backups",
    "aws_backup_selection": "no more backups",
    "aws_backup_vault": "the backups in it",
    "aws_backup_vault_lock_configuration": "backups can be deleted",
    "aws_backup_vault_policy": "what it denied is allowed",
    "aws_cloudtrail": "nothing is recorded",
    "aws_cloudwatch_composite_alarm": "nobody is told",
    "aws_cloudwatch_event_bus": "events are refused",
    "aws_cloudwatch_event_rule": "nothing is started",
    "aws_cloudwatch_event_target": "nothing is started",
    "aws_cloudwatch_log_group": "the lines in it",
    "aws_cloudwatch_log_metric_filter": "nothing is counted",
    "aws_cloudwatch_log_subscription_filter": "nothing is sent",
    "aws_cloudwatch_metric_alarm": "nobody is told",
    "aws_dax_cluster": "the cache",
    "aws_dynamodb_kinesis_streaming_destination": "changes are not captured",
    "aws_dynamodb_resource_policy": "what it denied is allowed",
    "aws_dynamodb_table": "all items",
    "aws_dynamodb_table_replica": "the copy in another Region",
    "aws_iam_openid_connect_provider": "nothing can be deployed",
    "aws_iam_role": "who works under it is refused",
    "aws_kinesis_stream": "unread records",
    "aws_kms_key": "all that it encrypts",
    "aws_lambda_event_source_mapping": "its place in the stream",
    "aws_lambda_function": "what calls it fails",
    "aws_lambda_permission": "what calls it fails",
    "aws_s3_bucket": "the objects in it",
    "aws_s3_bucket_lifecycle_configuration": "personal data outlives its term",
    "aws_s3_bucket_logging": "who read what is not written down",
    "aws_s3_bucket_object_lock_configuration": "records can be deleted",
    "aws_s3_bucket_ownership_controls": "ACLs count again",
    "aws_s3_bucket_policy": "what it denied is allowed",
    "aws_s3_bucket_public_access_block": "a wrong policy opens every object",
    "aws_s3_bucket_server_side_encryption_configuration": "objects are encrypted by S3's own key",
    "aws_s3_bucket_versioning": "overwritten objects",
    "aws_scheduler_schedule": "nothing is started",
    "aws_scheduler_schedule_group": "the schedules in it",
    "aws_secretsmanager_secret": "the value",
    "aws_secretsmanager_secret_policy": "what it denied is allowed",
    "aws_secretsmanager_secret_rotation": "a value that leaked works for ever",
    "aws_sns_topic": "nobody is told",
    "aws_sns_topic_policy": "what may publish is refused",
    "aws_sns_topic_subscription": "nobody is told",
    "aws_sqs_queue": "the messages in it",
    "aws_vpc_endpoint": "requests leave by the internet",
    "aws_vpc_security_group_egress_rule": "connections fail",
    "aws_vpc_security_group_ingress_rule": "connections fail",
}
"""Type → what is lost with a resource."""

SPARE: Mapping[str, str] = {
    "aws_cloudwatch_dashboard": "a page for people",
    "aws_dynamodb_contributor_insights": "it only counts",
}
"""Type → why nothing is lost with a resource."""

_STORES = """
    aws_ami aws_athena_workgroup aws_cloudhsm_v2_cluster aws_codecommit_repository aws_cognito_user_pool aws_datasync_location_efs
    aws_db_instance aws_db_snapshot aws_docdb_cluster aws_ebs_snapshot aws_ebs_volume aws_ecr_repository aws_efs_file_system
    aws_elasticache_cluster aws_elasticache_replication_group aws_elasticsearch_domain aws_fsx_lustre_file_system
    aws_fsx_ontap_file_system aws_glacier_vault aws_glue_catalog_database aws_glue_catalog_table aws_instance
    aws_keyspaces_table aws_kinesis_firehose_delivery_stream aws_kinesis_video_stream aws_lightsail_database aws_memorydb_cluster
    aws_mq_broker aws_msk_cluster aws_neptune_cluster aws_opensearch_domain aws_opensearchserverless_collection aws_qldb_ledger
    aws_quicksight_data_set aws_rds_cluster aws_rds_global_cluster aws_redshift_cluster aws_redshiftserverless_namespace
    aws_route53_record aws_route53_zone aws_s3_directory_bucket aws_s3_object aws_s3tables_table
    aws_sagemaker_feature_group aws_ssm_parameter aws_timestreamwrite_table aws_transfer_server aws_workspaces_workspace
    azurerm_cosmosdb_account azurerm_key_vault azurerm_managed_disk azurerm_mssql_database azurerm_postgresql_server
    azurerm_storage_account cloudflare_r2_bucket cloudflare_workers_kv_namespace confluent_kafka_topic databricks_schema
    digitalocean_database_cluster elasticstack_elasticsearch_index google_bigquery_dataset google_bigtable_instance
    google_compute_disk google_firestore_database google_pubsub_topic google_spanner_database google_sql_database_instance
    google_storage_bucket grafana_dashboard helm_release kubernetes_persistent_volume_claim_v1 kubernetes_secret_v1
    mongodbatlas_cluster mysql_database postgresql_database rediscloud_subscription snowflake_table vault_kv_secret_v2
"""
STORES = tuple(_STORES.split())
"""Types that store data and that none of our plans has."""
