"""What the shop's roles may do besides their patterns."""

from dynawright.settings import Environment
from stacks.shop.settings import ShopStreams
from tests.access.expected import Expected


def search(environment: Environment, consumer: str) -> set[tuple[str, str]]:
    """The stream jobs write to the search index of AWS, where there is one."""
    streams = environment.for_system("shop").streams
    domain = streams.search_sync.arn if isinstance(streams, ShopStreams) else None
    if consumer != "stream-jobs" or not domain:
        return set()
    return {("aoss:APIAccessAll", domain) if domain.startswith("arn:aws:aoss:") else ("es:ESHttpPost", f"{domain}/_bulk")}


EXPECTED = Expected(deeds=search)
