"""Process all segments concurrently; the first failure, and Ctrl-C, stop all of them."""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

from dynawright.ops.migration.clock import Clock, StoppedError

LOOK_EVERY_SECONDS = 0.5


def in_parallel(
    segments: int, work: Callable[[int], None], clock: Clock, meanwhile: Callable[[], None], threads: int = 0
) -> None:
    """Run `threads` of them concurrently; all by default."""

    def start(number: int) -> None:
        clock.pause(0)  # raises if the work has to stop
        work(number)

    with ThreadPoolExecutor(threads or max(segments, 1)) as pool:
        running = {pool.submit(start, number) for number in range(segments)}
        failed: list[BaseException] = []
        try:
            while running:
                done, running = wait(running, timeout=LOOK_EVERY_SECONDS, return_when=FIRST_COMPLETED)
                failed += [error for future in done if (error := future.exception())]
                if failed:
                    clock.stop()
                meanwhile()
        except BaseException:
            clock.stop()  # the pool waits for the segments, which must stop waiting themselves
            raise
    if failed:
        raise next((error for error in failed if not isinstance(error, StoppedError)), failed[0])
