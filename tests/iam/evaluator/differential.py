"""Compare more random cases: python -m tests.iam.evaluator.differential <seeds> [first seed]."""

from __future__ import annotations

import sys

from tests.iam.evaluator.generated import cases
from tests.iam.evaluator.oracle import differences

PER_SEED = 500


def main(seeds: str, first: str = "0") -> int:
    numbers = range(int(first), int(first) + int(seeds))
    differing = 0
    for seed in numbers:
        for case, ours, theirs in differences(cases(seed, PER_SEED)):
            differing += 1
            print(f"seed {seed}: ours {ours}, the simulator's {theirs}: {case}")
    print(f"{len(numbers) * PER_SEED} requests, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
