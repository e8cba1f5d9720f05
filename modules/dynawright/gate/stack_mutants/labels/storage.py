"""Buckets, queues, caches and trails."""

from dynawright.gate.stack_mutants.label import ANY, LESS, either, fine, weak

BUCKET, LIFE, QUEUE, TRAIL = "aws_s3_bucket", "aws_s3_bucket_lifecycle_configuration", "aws_sqs_queue", "aws_cloudtrail"
CACHE = "aws_dax_cluster"
LOCK = "aws_s3_bucket_object_lock_configuration"
ENCRYPTION = "aws_s3_bucket_server_side_encryption_configuration"

LABELS = (
    weak(BUCKET, "force_destroy", "on", "a plan deletes every object"),
    fine(BUCKET, "force_destroy", "gone", "false is what AWS gives by itself"),
    fine(BUCKET, "tags", ANY, "people read it"),
    either(
        BUCKET,
        "bucket",
        "other",
        "a name that only the stack says: all else refers to it; the guard asks about the end of the old one",
    ),
    weak(BUCKET, ANY, f"{LESS} new", "what writes there is refused, or a plan deletes it"),
    fine(LIFE, "rule.id", "other", "a name"),
    fine(LIFE, "rule.transition", ANY, "it costs more or less"),
    fine(LIFE, "rule.abort_incomplete_multipart_upload", ANY, "pieces of uploads cost more or less"),
    fine(LIFE, "rule.expiration rule.noncurrent_version_expiration", "slightly", "about the same"),
    fine(LIFE, "rule.expiration", "higher", "kept for longer, and costs"),
    fine(LIFE, "rule.noncurrent_version_expiration", "higher", "kept for longer, and costs"),
    weak(LIFE, "rule", f"{LESS}", "records are deleted too soon, or personal data never"),
    weak(LIFE, "bucket", ANY, "objects of another bucket expire"),
    fine(LOCK, "rule.default_retention", "higher slightly", "records stay longer"),
    weak(LOCK, ANY, LESS, "records can be deleted"),
    fine(ENCRYPTION, "rule.bucket_key_enabled", "gone off on", "each object asks for the key: it costs more"),
    weak(ENCRYPTION, ANY, LESS, "objects are encrypted by a key that nobody here controls"),
    fine("aws_s3_bucket_logging", "target_prefix", "other", "a name"),
    *(
        weak(f"aws_s3_bucket_{part}", ANY, f"{LESS} statements narrower more new", "the bucket is open, forgets, or tells nobody")
        for part in ("versioning", "public_access_block", "ownership_controls", "policy", "logging")
    ),
    fine(QUEUE, "message_retention_seconds", "slightly higher", "kept for longer"),
    weak(
        QUEUE,
        ANY,
        f"{LESS} statements narrower new",
        "messages are gone too soon, open to others, or encrypted by a key of others",
    ),
    fine(TRAIL, "name advanced_event_selector.name", "other", "a name"),
    fine(TRAIL, "advanced_event_selector.name", "gone", "people read it"),
    fine(TRAIL, "include_global_service_events is_multi_region_trail", "on", "more is recorded"),
    either(TRAIL, "advanced_event_selector.field_selector", "fewer", "it records more"),
    weak(TRAIL, ANY, f"{LESS} new more on", "who did what is not recorded, or somewhere else"),
    fine(CACHE, "description maintenance_window node_type", ANY, "people read it; when nodes are replaced; how large they are"),
    fine(CACHE, "replication_factor", "higher slightly", "more room"),
    weak(CACHE, ANY, f"{LESS} more", "the cache goes down with a node, is read by others, or has no rights"),
    fine("aws_dax_parameter_group", "name", "other", "a name"),
    weak("aws_dax_parameter_group", "", "gone", "readers get old items"),
    fine("aws_dax_parameter_group", "parameters", "slightly", "about the same"),
    either("aws_dax_parameter_group", "parameters.value", "higher lower", "how old an answer may be"),
    weak("aws_dax_parameter_group", "parameters", ANY, "readers get old items, or a cache that keeps none"),
    fine("aws_dax_subnet_group", "name", "other", "a name"),
    weak("aws_dax_subnet_group", ANY, f"{LESS} more", "the cache goes down with a zone, or is elsewhere"),
)
