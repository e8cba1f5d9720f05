"""What the agent platform is built with."""

from stacks.miyabi_lambda.settings import MiyabiLambdaSettings


def test_the_function_is_off_unless_said_otherwise() -> None:
    assert MiyabiLambdaSettings().streams.entity_events.enabled is False
